import { createServer } from 'node:http';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { politeAssistant, useCarrier } from '#test/support/carrier-simulator/use-carrier.ts';

const RELAY = 'welcomeGreeting="Hello, this is Ringback. Do you have a moment?" events="speaker-events"';
const NUMBER = '+12025552001';

describe('a scripted callee', () => {
  const carrier = useCarrier();
  const script = (parts: object) => carrier.client().control<unknown>('/behaviours', { number: NUMBER, ...parts });
  const answerWith = (attributes = RELAY, onFrame = politeAssistant()) => {
    const twiml = carrier.service().relay(attributes);
    carrier.service().script = { twiml: { '/answered': twiml, '/action': '<Response><Hangup/></Response>' }, onFrame };
  };
  const linesOf = (dialogue: Array<{ who: string; text: string; cut?: boolean }>) =>
    dialogue.map(({ who, text, cut }) => `${who}: ${text}${cut ? '…' : ''}`);

  it('says its lines in turn, each after the assistant, and then hangs up', async () => {
    await script({ script: [{ say: 'Yes, I do.' }, { say: 'Ada Lovelace.' }] });
    answerWith();
    const call = await carrier.call(NUMBER);
    expect(linesOf(call.dialogue)).toEqual([
      'assistant: Hello, this is Ringback. Do you have a moment?',
      'customer: Yes, I do.',
      'assistant: I see. What is your name?',
      'customer: Ada Lovelace.',
      'assistant: I see. What is your name?',
    ]);
    expect(call).toMatchObject({ status: 'completed', endedBy: 'caller' });
  });

  it('interrupts the assistant', async () => {
    await script({ script: [{ interrupt: 'Stop.', after: 1 }, { hang_up: true }] });
    answerWith();
    const { dialogue, timeline } = await carrier.call(NUMBER);
    expect(linesOf(dialogue)[0]).toMatch(/^assistant: Hello.*…$/);
    expect(linesOf(dialogue)).toContain('customer: Stop.');
    expect(timeline.map(({ data }) => data['frame'])).toContainEqual(expect.objectContaining({ type: 'interrupt' }));
  });

  it('speaks at once without a greeting', async () => {
    await script({ script: [{ say: 'Hello?', at_once: true }, { listen: true }, { hang_up: true }] });
    answerWith('events="speaker-events"');
    const { dialogue } = await carrier.call(NUMBER);
    expect(linesOf(dialogue)).toEqual(['customer: Hello?', 'assistant: I see. What is your name?']);
  });

  it.each([
    { dtmf: 'dtmfDetection="true"', told: ['1', '#'] },
    { dtmf: '', told: [] },
  ])('presses keys, which the service gets if it wants them: $told', async ({ dtmf, told }) => {
    await script({ script: [{ press: '1#' }, { hang_up: true }] });
    answerWith(`${RELAY} ${dtmf}`);
    const { timeline } = await carrier.call(NUMBER);
    const frames = timeline.map(({ data }) => data['frame'] as { type: string; digit?: string } | undefined);
    expect(frames.filter((frame) => frame?.type === 'dtmf').map((frame) => frame?.digit)).toEqual(told);
  });

  it('waits, and stays on the line until the assistant ends the call', async () => {
    await script({ script: [{ wait: 3 }], afterwards: 'stay' });
    answerWith(RELAY, (frame, conversation) => {
      if (frame['name'] === 'agentSpeaking' && frame['value'] === 'off') conversation.send({ type: 'end' });
    });
    await expect(carrier.call(NUMBER)).resolves.toMatchObject({ status: 'completed', endedBy: 'app' });
  });

  it.each([
    { picks_up: 'busy', status: 'busy' },
    { picks_up: 'nobody', status: 'no-answer' },
  ])('does not answer: $picks_up', async ({ picks_up, status }) => {
    await script({ picks_up });
    await expect(carrier.call(NUMBER)).resolves.toMatchObject({ status });
  });

  it('asks a URL what to say', async () => {
    const asked: unknown[] = [];
    const prompter = createServer((request, response) => {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        asked.push(JSON.parse(Buffer.concat(chunks).toString()));
        response.end(JSON.stringify(asked.length === 1 ? { say: 'Who is there?' } : { say: 'Bye.', hang_up: true }));
      })();
    }).listen(0, '127.0.0.1');
    await once(prompter, 'listening');
    const { port } = prompter.address() as { port: number };
    await script({ asks: `http://127.0.0.1:${port}/` });
    answerWith();
    const { dialogue } = await carrier.call(NUMBER);
    prompter.close();
    expect(linesOf(dialogue).filter((line) => line.startsWith('customer'))).toEqual([
      'customer: Who is there?',
      'customer: Bye.',
    ]);
    expect(asked).toEqual([
      { number: NUMBER, heard: 'Hello, this is Ringback. Do you have a moment?' },
      { number: NUMBER, heard: 'I see. What is your name?' },
    ]);
  });

  it('is refused with what is wrong with it', async () => {
    const answer = await script({ script: [{ shout: 'Hey' }] });
    expect((answer as { message: string }).message).toContain('script');
    await expect(script({ number: '123' })).resolves.toHaveProperty('message');
  });
});
