import { beforeAll, describe, expect, it } from 'vitest';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';
import { template } from '#test/support/patience.ts';

// Words that are on their way when a customer interrupts are heard and not noted; threads on a busy machine are slow lines.
const running = useLocalStack(template === undefined ? {} : { simulatorSpeed: 10 });

const talked = { status: 'ended_by_assistant', answered_by: 'human', isTalk: true };
const customers = [
  { number: '+12025550100', does: 'talks along and says goodbye', ...talked },
  { number: '+12025550150', does: 'is busy', status: 'busy', answered_by: 'unknown', isTalk: false },
  { number: '+12025550151', does: 'does not answer', status: 'no-answer', answered_by: 'unknown', isTalk: false },
  { number: '+12025550152', does: 'cannot be reached', status: 'failed', answered_by: 'unknown', isTalk: false },
  {
    number: '+12025550153',
    does: 'is a voicemail',
    status: 'ended_by_assistant',
    answered_by: 'machine',
    isTalk: false,
  },
  {
    number: '+12025550154',
    does: 'hangs up at once',
    status: 'ended_by_customer',
    answered_by: 'human',
    isTalk: false,
  },
  { number: '+12025550155', does: 'is silent', status: 'ended_by_assistant', answered_by: 'unknown', isTalk: false },
  { number: '+12025550156', does: 'interrupts', ...talked },
  { number: '+12025550157', does: 'is reached after a 429', ...talked },
  { number: '+12025550158', does: 'has doubled and reordered callbacks', ...talked },
  { number: '+12025550159', does: 'never gets a final callback', ...talked },
] as const;

const isOpen = (status: string) => ['initiated', 'ringing', 'in-progress', 'ended'].includes(status);

interface CallRecord {
  id: number;
  client_phone_number: string;
  status: string;
  transcript: string;
  total_cost: number;
  carrier_cost: number;
  evaluation: object;
  webhook_response: { status?: number };
}

interface SimulatedCalls {
  calls: Array<{ dialogue: Array<{ who: string; text: string }> }>;
}

let records: Map<string, CallRecord>;

beforeAll(async () => {
  const { api, stack } = running();
  const webhook = { is_webhook_active: true, webhook_url: `${stack.address.webhook_sink_url}/customers` };
  const everyCall = { ...webhook, send_webhook_only_on_completed: false };
  const assistant = await api<{ data: { id: number } }>('POST', '/user/assistant', assistantRequest(everyCall));
  for (const { number } of customers) {
    const body = { phone_number: number, assistant_id: assistant.body.data.id, variables: { customer_name: 'Ada' } };
    await api('POST', '/user/make_call', body);
  }
  const calls = await waitFor('every call to end', async () => {
    const { body } = await api<{ data: CallRecord[] }>('GET', '/user/calls?per_page=100');
    const rows = body.data;
    const isDone = rows.length === customers.length && rows.every((row) => !isOpen(row.status));
    return isDone && rows.every((row) => row.webhook_response.status !== undefined) && rows;
  });
  records = new Map(calls.map((call) => [call.client_phone_number, call]));
});

describe.each(customers)('a customer who $does ($number)', ({ number, status, answered_by, isTalk }) => {
  it(`ends as ${status}, answered by ${answered_by}`, () => {
    expect(records.get(number)).toMatchObject({ status, answered_by });
  });

  it('was dialled once', async () => {
    const { calls } = await running().simulator<SimulatedCalls>(`/calls?to=${encodeURIComponent(number)}`);
    expect(calls).toHaveLength(1);
  });

  it('is announced by one signed webhook', () => {
    const id = records.get(number)?.id;
    const webhooks = running()
      .webhooks('/customers')
      .filter(({ body }) => (body as { id: number }).id === id);
    expect(webhooks).toHaveLength(1);
    expect(webhooks[0]).toMatchObject({ verified: true, body: { status, answered_by, customer_phone: number } });
  });

  it('costs what the line and the assistant were used for', () => {
    const { total_cost: total, carrier_cost: carrier } = records.get(number)!;
    const isAnswered = status.startsWith('ended_by');
    expect({ total: total > carrier, carrier: carrier > 0 }).toEqual({ total: isAnswered, carrier: isAnswered });
  });

  it.runIf(isTalk)('is in the transcript, word for word, as they were heard', async () => {
    const { calls } = await running().simulator<SimulatedCalls>(`/calls?to=${encodeURIComponent(number)}`);
    const heard = calls[0]!.dialogue.map(
      ({ who, text }) => `${who === 'customer' ? 'Customer' : 'Assistant'}: ${text}`,
    );
    // Each side by itself: words on their way when the other side begins are heard after it, and noted before. At this
    // speed a line that is slow by 20 ms is so by a second of the call; test/properties/turn-engine.test.ts holds the order.
    const wordsOf = (who: string, lines: string[]) =>
      lines.filter((line) => line.startsWith(who)).flatMap((line) => line.split(/\s+/).slice(1));
    const lines = records.get(number)!.transcript.split('\n');
    const said = { assistant: wordsOf('Assistant:', lines), customer: wordsOf('Customer:', lines) };
    expect(said).toEqual({ assistant: wordsOf('Assistant:', heard), customer: wordsOf('Customer:', heard) });
  });
});

describe('after all of them', () => {
  it('the balance is 100 minus the sum of the costs', async () => {
    const total = [...records.values()].reduce((sum, call) => sum + Math.round(call.total_cost * 1e6), 0);
    const { createDynamoDbWalletStore } = await import('#shared/adapters/dynamodb/dynamodb-wallet-store.ts');
    const { table } = await import('#shared/runtime/table.ts');
    const wallets = createDynamoDbWalletStore(table());
    expect(await wallets.get(1)).toEqual({ balance: 100_000_000 - total, available: 100_000_000 - total });
    const ledger = await wallets.ledger(1);
    expect(ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(100_000_000 - total);
  });

  it('the carrier has nothing to complain about', async () => {
    expect(await running().simulator('/violations')).toEqual({ violations: [] });
  });
});
