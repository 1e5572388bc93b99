import { expect, it } from 'vitest';
import { callLatency, turnLatencies, withWaits } from '#shared/call-life/measure-latency.ts';
import { parseLatency, writeLatency } from '#shared/calls/call-latency.ts';
import type { ConversationEvent } from '#shared/conversations/conversation-items.ts';
import { holdCall } from '#test/support/in-memory/calls.ts';
import { createMemoryLanguageModel } from '#test/support/memory/platform.ts';

const vad = { endpointType: 'vad', endpointSensitivity: 0.5, languageId: 1, transcriberProviderId: null } as const;
const answer = (promptAt: number, more: Partial<ConversationEvent> = {}): ConversationEvent =>
  ({
    kind: 'assistant_said',
    at: promptAt + 500,
    generation: 1,
    text: 'We are open until six.',
    timing: { promptAt, askedAt: promptAt + 20, firstTokenAt: promptAt + 450 },
    ...more,
  }) as ConversationEvent;
const customer = (at: number): ConversationEvent => ({ kind: 'customer_said', at, text: 'When?' });
/** 14 letters are one call second. */
const played = (at: number): ConversationEvent => ({ kind: 'played', at, text: 'We are open un' });

it.each([
  { what: 'without reports of playback', events: [answer(1000)], voice: undefined, mouthToEar: 600 + 500 + 400 },
  { what: 'by the first piece played', events: [answer(1000), played(2800)], voice: 800, mouthToEar: 600 + 800 },
  { what: 'at ten times the speed', events: [answer(1000), played(1900)], speed: 10, voice: 800, mouthToEar: 1400 },
  { what: 'never before its text', events: [answer(1000), played(1600)], voice: 500, mouthToEar: 1100 },
  {
    what: 'not by the end of a filler that was sent before it',
    events: [answer(1000), { kind: 'played', at: 1600, text: 'Let me think.' } as const, played(2800)],
    voice: 800,
    mouthToEar: 1400,
  },
  {
    what: 'by no other words',
    events: [answer(1000), { kind: 'played', at: 1600, text: 'Let me think.' } as const],
    voice: undefined,
    mouthToEar: 1500,
  },
  {
    what: 'not by the playback of the next answer',
    events: [answer(1000), customer(1700), played(4000)],
    voice: undefined,
    mouthToEar: 1500,
  },
])('an answer is heard $what', ({ events, speed = 1, voice, mouthToEar }) => {
  expect(turnLatencies(events, vad, 1000 / speed)).toEqual([
    { at: 1500, modelAsked: 20, firstToken: 450, firstText: 500, voice, mouthToEar },
  ]);
});

it.each([
  { settings: { ...vad, endpointSensitivity: 2 }, wait: 2000 },
  { settings: { ...vad, endpointSensitivity: 9 }, wait: 5000 },
  { settings: { ...vad, endpointType: 'ai' }, wait: 500 },
  // The turn-taking model does not speak Polish.
  { settings: { ...vad, endpointType: 'ai', languageId: 14 }, wait: 600 },
] as const)('the wait for the end of speech of $settings is part of it: $wait', ({ settings, wait }) => {
  expect(turnLatencies([answer(1000)], settings, 1000)[0]?.mouthToEar).toBe(wait + 900);
});

it('greetings, fillers and reprompts are no answers', () => {
  const said = { timing: undefined };
  expect(turnLatencies([answer(1, said), answer(2, { ...said, filler: true })], vad, 1000)).toEqual([]);
  expect(callLatency([])).toBeNull();
});

it('a call has the median and the 95th percentile of its answers', () => {
  const turn = (firstText: number) => ({
    at: 0,
    modelAsked: 1,
    firstToken: 2,
    firstText,
    voice: undefined,
    mouthToEar: 4,
  });
  const texts = Array.from({ length: 20 }, (_, index) => turn((20 - index) * 10));
  expect(callLatency(texts)).toMatchObject({ turns: 20, first_text: { p50: 100, p95: 190 }, voice: null });
  expect(callLatency([turn(70)])).toMatchObject({ turns: 1, first_text: { p50: 70, p95: 70 } });
});

it('the log of a call has the times of each answer, in the event that is written anyway', async () => {
  const model = createMemoryLanguageModel([[async () => live.clock.move(300), 'Yes. ', 'Come in.']]);
  const live = await holdCall({ model });
  await live.say('Are you open?');
  const events = (await live.conversations.read(live.connectionId))!.events;
  const answers = turnLatencies(events, vad, 1000);
  expect(answers).toMatchObject([{ modelAsked: 0, firstToken: 300, firstText: 300 }]);
  expect(events.map(({ kind }) => kind)).toEqual(['customer_said', 'assistant_said']);
});

const turns = (script: string) =>
  script.split(' ').map((turn) => {
    const [sender, second] = turn.split('@');
    return { sender: sender === 'bot' ? 'bot' : 'human', text: 'Words.', timestamp: Number(second) * 1000 } as const;
  });

it.each([
  ['the turn that it began', 'bot@0 human@1 bot@1.5', [undefined, undefined, 1500]],
  ['the turn that a filler began', 'human@1 bot@1.2 human@3', [undefined, 1500, undefined]],
  ['no turn if nothing of it was heard', 'bot@0 human@1 human@2', [undefined, undefined, undefined]],
])('the wait for an answer stands at %s', (_, script, waits) => {
  const answers = turnLatencies([answer(1000)], vad, 1000);
  expect(withWaits(turns(script), answers).map(({ waitMs }) => waitMs)).toEqual(waits);
});

it.each([undefined, 800])('the latency of a call is stored in short: voice %s', (voice) => {
  const latency = callLatency([{ at: 0, modelAsked: 25, firstToken: 420, firstText: 460, voice, mouthToEar: 1390 }])!;
  expect(parseLatency(writeLatency(latency))).toEqual(latency);
  expect(writeLatency(latency)?.length).toBeLessThan(64);
});
