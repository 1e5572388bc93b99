import { beforeAll, describe, expect, it } from 'vitest';
import { runInboundDemo } from '#infra/drive/demo/run-inbound-demo.ts';
import { useLocalStack, waitFor, type ApiClient } from '#test/support/local-stack.ts';
import { createAssistant, isOpen, listCalls, type SimulatedCall } from '#test/support/over-http.ts';
import { faults, patience } from '#test/support/patience.ts';

const running = useLocalStack();
const LIMIT_MS = patience(60_000);
/** Who hung up is not known of a conversation whose socket a fault has closed. */
const ENDED = faults === undefined ? /^ended_by_/ : /^(ended_by_|completed$)/;

const receptionist = (api: ApiClient, phone_number_id: number, changes: object = {}) =>
  createAssistant(api, { calls_direction: 'receive', phone_number_id, ...changes });

/** A customer calls in, and the carrier has reported everything. */
async function callIn(to: string, from: string, behaviour?: string): Promise<SimulatedCall> {
  const { simulator } = running();
  const call = { from, to, ...(behaviour !== undefined && { behaviour }) };
  const { sid } = await simulator<SimulatedCall>('/inbound-calls', { method: 'POST', body: JSON.stringify(call) });
  return waitFor(
    `the call of ${from} to be over`,
    async () => {
      const seen = await simulator<SimulatedCall>(`/calls/${sid}`);
      return seen.finished && seen;
    },
    LIMIT_MS,
  );
}

/** The one record of a call that came in from this customer, when it is final and announced. */
const recordOf = (api: ApiClient, from: string) =>
  waitFor(
    `the record of the call of ${from}`,
    async () => {
      const { data: rows } = await listCalls(api, `type=inbound&phone_number=${encodeURIComponent(from)}`);
      if (rows.length > 1) throw new Error(`${rows.length} calls of ${from}`);
      return rows.every((row) => !isOpen(row) && 'status' in row.webhook_response) && rows[0];
    },
    LIMIT_MS,
  );

describe('a customer who calls the number of an inbound assistant', () => {
  const NUMBER = '+12025550002';
  let assistantId: number;

  beforeAll(async () => {
    const { api, stack } = running();
    const sink = stack.address.webhook_sink_url;
    const webhook = { is_webhook_active: true, webhook_url: `${sink}/finished`, send_webhook_only_on_completed: false };
    assistantId = await receptionist(api, 2, { ...webhook, record_call: true, max_call_duration: 240 });
    const inbound = { assistant_id: assistantId, webhook_url: `${sink}/inbound` };
    await api('POST', '/user/assistants/enable-inbound-webhook', inbound);
  });

  it(
    'is talked to, and leaves a record, its cost, a recording and two signed webhooks',
    { timeout: LIMIT_MS * 2 },
    async () => {
      const from = '+12025550101';
      const heard = await callIn(NUMBER, from);
      expect(heard).toMatchObject({ status: 'completed', timeLimitSeconds: 240 });
      const record = await recordOf(running().api, from);
      expect(record).toMatchObject({ type: 'inbound', assistant_phone_number: NUMBER });
      expect(record.status).toMatch(ENDED);
      const carrierCost = 0.0085 * Math.ceil(record.duration / 60);
      expect(record.carrier_cost).toBeCloseTo(carrierCost, 6);
      expect(record.total_cost).toBeCloseTo(carrierCost + Math.max(30, record.duration) * 0.001, 6);
      expect(record.transcript).toContain('Assistant: ');
      expect(record.transcript).toContain('Customer: ');
      expect(Object.keys(record.evaluation).length).toBeGreaterThan(0);
      for (const [path, event] of [
        ['/finished', 'call.completed'],
        ['/inbound', 'inbound_call.completed'],
      ]) {
        const webhook = await waitFor(`the webhook ${event}`, () =>
          running()
            .webhooks(path)
            .find(({ body }) => (body as { id: number }).id === record.id),
        );
        expect(webhook).toMatchObject({ verified: true, body: { event, type: 'inbound', customer_phone: from } });
      }
      expect(record.recording_url).toMatch(/^http/);
      await waitFor('the callback of the recording', async () => {
        const { requests } = await running().simulator<SimulatedCall>(`/calls/${heard.sid}`);
        return requests.some(({ purpose, status }) => purpose === 'recording' && status === 204);
      });
    },
  );

  it('is one call where the carrier tells of it twice, at once', { timeout: LIMIT_MS * 2 }, async () => {
    const from = '+12025550158';
    const heard = await callIn(NUMBER, from);
    expect(heard.requests.filter(({ purpose }) => purpose === 'answered').map(({ status }) => status)).toEqual([
      200, 200,
    ]);
    expect(await recordOf(running().api, from)).toMatchObject({ type: 'inbound' });
    expect((await listCalls(running().api, `phone_number=${encodeURIComponent(from)}`)).total).toBe(1);
  });

  it('is not forgotten when the carrier never says that the call is over', { timeout: LIMIT_MS * 2 }, async () => {
    await callIn(NUMBER, '+12025550159');
    expect((await recordOf(running().api, '+12025550159')).status).toMatch(/^ended_by_/);
  });

  it('may show no number', { timeout: LIMIT_MS * 2 }, async () => {
    await callIn(NUMBER, '+266696687', '+12025550104');
    const record = await recordOf(running().api, 'anonymous');
    expect(record).toMatchObject({ client_phone_number: 'anonymous', type: 'inbound' });
    expect(record.transcript).toContain('Customer: ');
  });

  it('hears that the number is not in use once the assistant is deleted, and stays in the list', async () => {
    const { api } = running();
    await api('DELETE', `/user/assistant/${assistantId}`);
    const heard = await callIn(NUMBER, '+12025550105');
    expect(heard).toMatchObject({ status: 'no-answer', dialogue: [] });
    expect((await listCalls(api, `phone_number=${encodeURIComponent('+12025550105')}`)).total).toBe(0);
    expect((await listCalls(api, `type=inbound&assistant_id=${assistantId}`)).total).toBeGreaterThan(3);
  });
});

describe('a call that is refused', () => {
  it('because its user has no money finds the line busy, and costs nothing', async () => {
    const { as } = running();
    await receptionist(as(3), 7);
    expect(await callIn('+12025550007', '+12025550107')).toMatchObject({ status: 'busy', dialogue: [] });
    expect((await listCalls(as(3))).total).toBe(0);
  });
});

describe('npm run demo -- --inbound', () => {
  it('shows a whole call and misses nothing', { timeout: LIMIT_MS * 2 }, async () => {
    const lines: string[] = [];
    expect(await runInboundDemo(running().stack, { print: (line) => lines.push(line), isVerbose: true })).toEqual([]);
    const printed = lines.join('\n');
    for (const part of ['POST /user/assistant', 'in-progress', 'ended', 'Record', 'Cost', 'inbound_call.completed']) {
      expect(printed).toContain(part);
    }
  });
});

describe('after all of them', () => {
  it('the carrier has nothing to complain about', async () => {
    expect(await running().violations()).toEqual([]);
  });

  it('no money is held any more', async () => {
    const { createDynamoDbWalletStore } = await import('#shared/accounts/dynamodb-wallet.ts');
    const { table } = await import('#shared/container.ts');
    const wallet = await createDynamoDbWalletStore(table()).get(1);
    expect(wallet?.available).toBe(wallet?.balance);
  });
});
