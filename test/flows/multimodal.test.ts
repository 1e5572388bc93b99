import { describe, expect, it } from 'vitest';
import { runMultimodalDemo } from '#infra/drive/demo/run-multimodal-demo.ts';
import { describeCustomers, spoken, talkers } from '#test/flows/simulated-customers.ts';
import { useLocalStack } from '#test/support/local-stack.ts';
import { patience } from '#test/support/patience.ts';

// Slower than other flows: the service's sessions with the model take their time on the wall, and customers have little patience.
const running = useLocalStack({ simulatorSpeed: 10 });
const LIMIT_MS = patience(180_000);

const GREETING = 'Assistant: Hello Ada, this is the dental practice. Do you have a minute?';
const speech = { engine_type: 'multimodal', llm_model: 'gpt-realtime-2.1', voice_id: 101 };
const endCall = { end_call_tool: { description: 'End the call once the customer has said goodbye.' } };
const { recordOf, callOf } = describeCustomers(running, { ...speech, ...endCall, record_call: true }, LIMIT_MS);

const saidTo = async (number: string) => spoken(await callOf(number)).filter((line) => line.startsWith('Assistant: '));

describe.each(talkers)('a customer of a speech model who $does', ({ number }) => {
  it('is in the transcript as it was heard, in the order of the carrier', async () => {
    expect(recordOf(number).transcript.split('\n')).toEqual(spoken(await callOf(number)));
  });

  it('is evaluated and recorded in two channels', async () => {
    const { evaluation, recording_url: link } = recordOf(number);
    expect(Object.keys(evaluation).length).toBeGreaterThan(0);
    expect(Object.values(evaluation)).not.toContain(null);
    expect(link).toMatch(/^http/);
    const news = (await callOf(number)).requests.filter(({ purpose }) => purpose === 'recording');
    expect(new Set(news.map(({ parameters }) => parameters['RecordingChannels']))).toEqual(new Set(['2']));
  });
});

describe('the speech model', () => {
  it('greets word for word, says goodbye once, and hangs up after it', async () => {
    const said = await saidTo('+12025550100');
    expect(said[0]).toBe(GREETING);
    expect(said.filter((line) => /goodbye/i.test(line))).toEqual([said.at(-1)]);
    expect((await callOf('+12025550100')).timeline.map(({ type }) => type)).toContain('model-tool-call');
  });

  it('has its tool in the record, before the goodbye that the tool asks for', async () => {
    const { id } = recordOf('+12025550100');
    const { body } = await running().api<{ transcript_turns: Array<{ sender: string; tools: unknown[] }> }>(
      'GET',
      `/user/calls/${id}`,
    );
    const turns = body.transcript_turns;
    expect(turns.flatMap(({ tools }) => tools)).toEqual([{ name: 'end_call' }]);
    expect(turns.findIndex(({ tools }) => tools.length > 0)).toBeLessThan(turns.length - 1);
    expect(turns.at(-1)).toMatchObject({ sender: 'bot', tools: [] });
  });

  it('speaks at once, and no more than the greeting into a mailbox, which is detected beside it', async () => {
    const said = await saidTo('+12025550153');
    expect(said.length).toBeLessThanOrEqual(1);
    for (const line of said) expect(GREETING.startsWith(line)).toBe(true);
    expect(recordOf('+12025550153')).toMatchObject({ answered_by: 'machine', status: 'ended_by_assistant' });
  });

  it('asks a silent customer whether they are there, and leaves in the end', async () => {
    const asked = ['Assistant: Are you still there?', 'Assistant: Thank you for your time. Goodbye.'];
    // By its own timer the model asks once more where a busy machine is late with the goodbye.
    expect([...new Set(spoken(await callOf('+12025550155')))]).toEqual([GREETING, ...asked]);
  });

  it('is cut short by a customer who interrupts', async () => {
    const { dialogue } = await callOf('+12025550156');
    expect(dialogue.filter((line) => 'cut' in line).length).toBeGreaterThanOrEqual(1);
  });

  it('takes a call once, though its webhook comes twice', async () => {
    const { timeline } = await callOf('+12025550158');
    const webhooks = timeline.filter(({ type, data }) => type === 'request' && data['purpose'] === 'model-webhook');
    expect(webhooks.map(({ data }) => data['status'])).toEqual([200, 200]);
    expect((await saidTo('+12025550158')).filter((line) => line === GREETING)).toHaveLength(1);
  });
});

it('is shown by the demo, with nothing missing', { timeout: LIMIT_MS }, async () => {
  await expect(runMultimodalDemo(running().stack, { print: () => undefined, isVerbose: false })).resolves.toEqual([]);
});
