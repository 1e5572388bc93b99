import { beforeAll, describe, expect, it } from 'vitest';
import type { CallDetailRecord } from '#shared/call-life/read-calls.ts';
import { waitFor, type RunningStack } from '#test/support/local-stack.ts';
import { createAssistant, isOpen, listCalls, makeCall, type SimulatedCall } from '#test/support/over-http.ts';

type Row = [number: string, does: string, status: string, answeredBy: string];

/** By the last digits of +12025550…: what the customer does, how the call ends, and who has answered it. */
const rows: Row[] = [
  ['100', 'talks along and says goodbye', 'ended_by_assistant', 'human'],
  ['150', 'is busy', 'busy', 'unknown'],
  ['151', 'does not answer', 'no-answer', 'unknown'],
  ['152', 'cannot be reached', 'failed', 'unknown'],
  ['153', 'is a voicemail', 'ended_by_assistant', 'machine'],
  ['154', 'hangs up at once', 'ended_by_customer', 'human'],
  ['155', 'is silent', 'ended_by_assistant', 'unknown'],
  ['156', 'interrupts', 'ended_by_assistant', 'human'],
  ['157', 'is reached after a 429', 'ended_by_assistant', 'human'],
  ['158', 'has doubled and reordered callbacks', 'ended_by_assistant', 'human'],
  ['159', 'never gets a final callback', 'ended_by_assistant', 'human'],
];
const customers = rows.map(([end, does, status, answered_by]) => {
  const isTalk = answered_by === 'human' && status === 'ended_by_assistant';
  return { number: `+12025550${end}`, does, status, answered_by, isTalk };
});

/** Every simulated customer is called once by such an assistant; what holds of each call, in either engine, is asserted. */
export function describeCustomers(running: () => RunningStack, assistant: object, limitMs: number) {
  let records = new Map<string, CallDetailRecord>();

  /** What the carrier knows of the only call to a number. */
  async function callOf(number: string): Promise<SimulatedCall> {
    const { calls } = await running().simulator<{ calls: SimulatedCall[] }>(`/calls?to=${encodeURIComponent(number)}`);
    expect(calls).toHaveLength(1);
    return calls[0]!;
  }

  beforeAll(async () => {
    const { api, stack } = running();
    const webhook = { is_webhook_active: true, webhook_url: `${stack.address.webhook_sink_url}/customers` };
    const id = await createAssistant(api, { ...webhook, send_webhook_only_on_completed: false, ...assistant });
    const variables = { customer_name: 'Ada' };
    for (const { number } of customers) await makeCall(api, number, id, { variables });
    let seen = '';
    const calls = await waitFor(
      () => `every call to end: ${seen}`,
      async () => {
        const { data } = await listCalls(api);
        seen = data.map((row) => `${row.client_phone_number} ${row.status}`).join(', ');
        const isDone = data.length === customers.length && !data.some(isOpen);
        return isDone && data.every((row) => 'status' in row.webhook_response) && data;
      },
      limitMs,
    );
    records = new Map(calls.map((one) => [one.client_phone_number, one]));
  }, limitMs * 2);

  describe.each(customers)('a customer who $does ($number)', ({ number, status, answered_by }) => {
    it(`ends as ${status}, answered by ${answered_by}, and was dialled once`, async () => {
      expect(records.get(number)).toMatchObject({ status, answered_by });
      await callOf(number);
    });

    it('is announced by one signed webhook', () => {
      const isOurs = (body: unknown) => (body as CallDetailRecord).id === records.get(number)?.id;
      const webhooks = running().webhooks('/customers');
      expect(webhooks.filter(({ body }) => isOurs(body))).toMatchObject([
        { verified: true, body: { status, answered_by, customer_phone: number } },
      ]);
    });

    it('costs what the line and the assistant were used for', () => {
      const { total_cost: total, carrier_cost: carrier } = records.get(number)!;
      const isAnswered = status.startsWith('ended_by');
      expect({ total: total > carrier, carrier: carrier > 0 }).toEqual({ total: isAnswered, carrier: isAnswered });
    });
  });

  it('leaves the carrier nothing to complain about', async () => expect(await running().violations()).toEqual([]));

  return { records: () => records, recordOf: (number: string) => records.get(number)!, callOf };
}

/** Those who talk with the assistant until its goodbye. */
export const talkers = customers.filter(({ isTalk }) => isTalk);

/** A line for each turn, as in a transcript: sentences that a customer says one after the other are one turn. */
export const spoken = ({ dialogue }: SimulatedCall) =>
  dialogue
    .map(({ who, text }) => `${who === 'customer' ? 'Customer' : 'Assistant'}: ${text}`)
    .join('\n')
    .replaceAll(/(?<=^Customer: .*)\nCustomer: /gm, ' ')
    .split('\n');
