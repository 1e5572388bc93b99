import { describe, expect, it } from 'vitest';
import { politeAssistant, useCarrier } from '#test/infra/simulators/twilio/use-carrier.ts';

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

  it('is refused with what is wrong with it', async () => {
    const answer = await script({ script: [{ shout: 'Hey' }] });
    expect((answer as { message: string }).message).toContain('script');
    await expect(script({ number: '123' })).resolves.toHaveProperty('message');
  });
});
