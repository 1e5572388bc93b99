import { beforeAll, describe, expect, it } from 'vitest';
import { runMultimodalDemo } from '#infra/local/demo/run-multimodal-demo.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';
import { patience } from '#test/support/patience.ts';

// Slower than other flows: the service's visits to the model take their time on the wall, and customers have little patience.
const running = useLocalStack({ simulatorSpeed: 10 });
const LIMIT_MS = patience(180_000);

const INTERRUPTS = '+12025550156';
const VOICEMAIL = '+12025550153';
const SILENT = '+12025550155';
const DOUBLED = '+12025550158';
const talked = { status: 'ended_by_assistant', answered_by: 'human', isTalk: true };
const quiet = { isTalk: false };
const customers = [
  { number: '+12025550100', does: 'talks along and says goodbye', ...talked },
  { number: '+12025550150', does: 'is busy', status: 'busy', answered_by: 'unknown', ...quiet },
  { number: '+12025550151', does: 'does not answer', status: 'no-answer', answered_by: 'unknown', ...quiet },
  { number: '+12025550152', does: 'cannot be reached', status: 'failed', answered_by: 'unknown', ...quiet },
  { number: VOICEMAIL, does: 'is a voicemail', status: 'ended_by_assistant', answered_by: 'machine', ...quiet },
  {
    number: '+12025550154',
    does: 'hangs up at once',
    status: 'ended_by_customer',
    answered_by: 'human',
    ...quiet,
  },
  { number: SILENT, does: 'is silent', status: 'ended_by_assistant', answered_by: 'unknown', ...quiet },
  { number: INTERRUPTS, does: 'interrupts', ...talked },
  { number: DOUBLED, does: 'has doubled and reordered callbacks', ...talked },
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
  evaluation: Record<string, unknown>;
  recording_url?: string;
  webhook_response: { status?: number };
}

interface SimulatedCall {
  dialogue: Array<{ who: string; text: string }>;
  requests: Array<{ purpose: string; status?: number; parameters: Record<string, string> }>;
  timeline: Array<{ type: string; data: Record<string, unknown> }>;
}

let records: Map<string, CallRecord>;

const GREETING = 'Assistant: Hello Ada, this is the dental practice. Do you have a minute?';
const multimodal = { engine_type: 'multimodal', llm_model: 'gpt-realtime', voice_id: 101 };

async function callOf(number: string): Promise<SimulatedCall> {
  const { calls } = await running().simulator<{ calls: SimulatedCall[] }>(`/calls?to=${encodeURIComponent(number)}`);
  expect(calls).toHaveLength(1);
  return calls[0]!;
}

const spoken = ({ dialogue }: SimulatedCall) =>
  dialogue.map(({ who, text }) => `${who === 'customer' ? 'Customer' : 'Assistant'}: ${text}`);

beforeAll(async () => {
  const { api, stack } = running();
  const webhook = { is_webhook_active: true, webhook_url: `${stack.address.webhook_sink_url}/customers` };
  const request = assistantRequest({
    ...multimodal,
    ...webhook,
    send_webhook_only_on_completed: false,
    record_call: true,
    end_call_tool: { description: 'End the call once the customer has said goodbye.' },
  });
  const assistant = await api<{ data: { id: number } }>('POST', '/user/assistant', request);
  for (const { number } of customers) {
    const body = { phone_number: number, assistant_id: assistant.body.data.id, variables: { customer_name: 'Ada' } };
    await api('POST', '/user/make_call', body);
  }
  let seen = '';
  const calls = await waitFor(
    () => `every call to end: ${seen}`,
    async () => {
      const { body } = await api<{ data: CallRecord[] }>('GET', '/user/calls?per_page=100');
      const rows = body.data;
      seen = rows.map((row) => `${row.client_phone_number} ${row.status}`).join(', ');
      const isDone = rows.length === customers.length && rows.every((row) => !isOpen(row.status));
      return isDone && rows.every((row) => row.webhook_response.status !== undefined) && rows;
    },
    LIMIT_MS,
  );
  records = new Map(calls.map((call) => [call.client_phone_number, call]));
}, LIMIT_MS * 2);

describe.each(customers)('a customer of a speech model who $does ($number)', (customer) => {
  const { number, status, answered_by, isTalk } = customer;

  it(`ends as ${status}, answered by ${answered_by}`, () => {
    expect(records.get(number)).toMatchObject({ status, answered_by });
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

  it.runIf(isTalk)('is in the transcript as it was heard, in the order of the carrier', async () => {
    expect(records.get(number)!.transcript.split('\n')).toEqual(spoken(await callOf(number)));
  });

  it.runIf(isTalk)('is evaluated and recorded in two channels', async () => {
    const { evaluation, recording_url: link } = records.get(number)!;
    expect(Object.keys(evaluation).length).toBeGreaterThan(0);
    expect(Object.values(evaluation)).not.toContain(null);
    expect(link).toMatch(/^http/);
    const news = (await callOf(number)).requests.filter(({ purpose }) => purpose === 'recording');
    expect(new Set(news.map(({ parameters }) => parameters['RecordingChannels']))).toEqual(new Set(['2']));
  });
});

describe('the speech model', () => {
  it('greets word for word, says goodbye once, and hangs up after it', async () => {
    const call = await callOf('+12025550100');
    const said = spoken(call).filter((line) => line.startsWith('Assistant: '));
    expect(said[0]).toBe(GREETING);
    expect(said.filter((line) => /goodbye/i.test(line))).toHaveLength(1);
    expect(said.at(-1)).toMatch(/goodbye/i);
    expect(call.timeline.map(({ type }) => type)).toContain('model-tool-call');
  });

  it('says no word into a mailbox', async () => {
    expect(spoken(await callOf(VOICEMAIL)).filter((line) => line.startsWith('Assistant: '))).toEqual([]);
  });

  it('asks a silent customer whether they are there, and leaves in the end', async () => {
    const said = spoken(await callOf(SILENT));
    expect(said).toEqual([GREETING, 'Assistant: Are you still there?', 'Assistant: Thank you for your time. Goodbye.']);
  });

  it('is cut short by a customer who interrupts', async () => {
    const { dialogue } = await callOf(INTERRUPTS);
    expect(dialogue.filter((line) => 'cut' in line).length).toBeGreaterThanOrEqual(1);
  });

  it('takes a call once, though its webhook comes twice', async () => {
    const { timeline } = await callOf(DOUBLED);
    const webhooks = timeline.filter(({ type, data }) => type === 'request' && data['purpose'] === 'model-webhook');
    expect(webhooks.map(({ data }) => data['status'])).toEqual([200, 200]);
    const greetings = spoken(await callOf(DOUBLED)).filter((line) => line === GREETING);
    expect(greetings).toHaveLength(1);
  });

  it('leaves the carrier nothing to complain about', async () => {
    expect(await running().simulator('/violations')).toEqual({ violations: [] });
  });

  it('refuses a webhook that it did not sign', async () => {
    const response = await fetch(`${running().origin}/carrier/openai/calls/incoming`, {
      method: 'POST',
      headers: {
        'webhook-id': 'wh_1',
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': 'v1,bm90IHNpZ25lZA==',
      },
      body: JSON.stringify({ type: 'realtime.call.incoming', data: { call_id: 'rtc_1', sip_headers: [] } }),
    });
    expect(response.status).toBe(401);
  });
});

it('is shown by the demo, with nothing missing', { timeout: LIMIT_MS }, async () => {
  await expect(runMultimodalDemo(running().stack, () => undefined)).resolves.toEqual([]);
});
