import { expect, it } from 'vitest';
import { handler } from '#functions/socket/message.ts';
import { socketEvent } from '#test/support/events.ts';
import { holdCall } from '#test/support/in-memory/calls.ts';
import { createMemoryLanguageModel } from '#test/support/memory/platform.ts';

const NOT_UNDERSTOOD = 'Sorry, I did not understand you. Could you say that again?';
const STILL_THERE = 'Are you still there?';

it('words that come in pieces are one turn, with one answer to all of them', async () => {
  const goOn = { now: async () => undefined as unknown };
  const model = createMemoryLanguageModel([[() => goOn.now(), 'Too early.'], ['For two, at seven.']]);
  const live = await holdCall({ model });
  goOn.now = () => live.say('for two, at seven', 600);
  await live.say('I would like a table');
  expect(live.tokens()).toEqual(['For two, at seven.']);
  expect(model.replies.at(-1)?.turns.at(-1)?.text).toBe('I would like a table for two, at seven');
  const turns = ['human: I would like a table for two, at seven', 'bot: For two, at seven.'];
  expect((await live.transcript()).slice(1)).toEqual(turns);
});

it('words that come in pieces are answered once when the carrier brings them twice', async () => {
  const again = { now: async () => undefined as unknown };
  const model = createMemoryLanguageModel([['Sure. ', () => again.now(), 'At seven.'], ['What was that?']]);
  const live = await holdCall({ model });
  again.now = () => live.say('A table for two', 0);
  await live.say('A table for two');
  await live.say('A table for two', 0);
  expect(live.tokens()).toEqual(['Sure. ', 'At seven.']);
  expect((await live.transcript()).slice(1)).toEqual(['human: A table for two', 'bot: Sure. At seven.']);
});

/** A call whose customer begins to speak again while the model thinks. */
async function holdPause(
  answers: string[],
  whilePausing: (live: Awaited<ReturnType<typeof holdCall>>, pauses: number) => unknown,
) {
  const again = { now: async () => undefined as unknown };
  const model = createMemoryLanguageModel(answers.map((answer) => [() => again.now(), answer]));
  const live = await holdCall({ model });
  let pauses = 0;
  const pause = async (milliseconds: number) => {
    live.clock.move(milliseconds);
    pauses += 1;
    await whilePausing(live, pauses);
  };
  again.now = async () => {
    again.now = async () => undefined;
    await live.receive({ type: 'info', name: 'clientSpeaking', value: 'on' }, 300);
  };
  const frame = { type: 'prompt', voicePrompt: 'I would like a table', last: true };
  await handler.with({ ...live, pause })(socketEvent({ connectionId: live.connectionId, frame, at: live.clock.now() }));
  return { ...live, pauses };
}

it('words that come in pieces are waited for when the customer pauses and goes on', async () => {
  const live = await holdPause(['Too early.', 'For two, at seven.'], (call, pauses) =>
    pauses === 4 ? call.say('for two, at seven', 100) : undefined,
  );
  expect(live.tokens()).toEqual(['For two, at seven.']);
  expect((await live.transcript()).at(-2)).toBe('human: I would like a table for two, at seven');
});

it('words that come in pieces are waited for when the end of the voice is told before them', async () => {
  const live = await holdPause(['Too early.', 'For two, at seven.'], async (call, pauses) => {
    if (pauses === 4) await call.receive({ type: 'info', name: 'clientSpeaking', value: 'off' }, 0);
    if (pauses === 5) await call.say('for two, at seven', 0);
  });
  expect(live.tokens()).toEqual(['For two, at seven.']);
});

it('words that come in pieces are waited for three seconds of the call, and not longer: it may have been a cough', async () => {
  const live = await holdPause(['Sure.'], () => undefined);
  expect(live.tokens()).toEqual(['Sure.']);
  expect(live.pauses).toBe(30);
});

it('words that come in pieces do not keep an answer waiting when the voice that was heard is the one that is answered', async () => {
  const live = await holdCall({ model: createMemoryLanguageModel([['Sure.']]) });
  await live.receive({ type: 'info', name: 'clientSpeaking', value: 'on' });
  const before = live.clock.now();
  await live.say('A table', 2_000);
  expect(live.tokens()).toEqual(['Sure.']);
  expect(live.clock.now()).toBe(before + 2_000);
});

const parts = { assistant: { reengagementInterval: 7, maxSilenceDuration: 40 }, call: { allowedSeconds: 30 } };

it('a silence in which the customer begins to speak is not broken while their words are to come', async () => {
  const live = await holdCall(parts);
  await live.voice('off');
  await live.receive({ type: 'info', name: 'clientSpeaking', value: 'on' }, 5_000);
  await live.ring();
  expect(live.tokens()).toEqual([]);
  await live.say('What I wanted to say is this.');
  await live.ring();
  expect(live.tokens()).toEqual(['Hello.']);
});

it('a silence in which the customer begins to speak is broken after all when no words come', async () => {
  const live = await holdCall(parts);
  await live.voice('off');
  await live.receive({ type: 'info', name: 'clientSpeaking', value: 'on' }, 5_000);
  await live.ring();
  const until = live.clock.now() + 20_000;
  while (live.tokens().length === 0) await live.ring();
  expect(live.tokens()).toEqual([STILL_THERE]);
  expect(live.clock.now()).toBe(until);
});

it('a silence with sounds is broken when it would be without them', async () => {
  const live = await holdCall(parts);
  await live.voice('off');
  const dueAt = live.timer.timers.at(-1)!.dueAt;
  await live.receive({ type: 'info', name: 'clientSpeaking', value: 'on' }, 3_000);
  await live.receive({ type: 'info', name: 'clientSpeaking', value: 'off' }, 400);
  await live.ring();
  expect(live.tokens()).toEqual([STILL_THERE]);
  expect(live.clock.now()).toBe(dueAt);
});

it('speech that is not understood is asked for again, and once in a row', async () => {
  const live = await holdCall(parts);
  await live.voice('off');
  for (const _ of [1, 2]) {
    await live.receive({ type: 'info', name: 'clientSpeaking', value: 'on' });
    await live.receive({ type: 'info', name: 'clientSpeaking', value: 'off' }, 1_500);
  }
  expect(live.tokens()).toEqual([NOT_UNDERSTOOD]);
});

it.each([5, 9])('words that come before the conversation is open are answered %i seconds later', async (seconds) => {
  const model = createMemoryLanguageModel([['Good.']]);
  const live = await holdCall({ model, isUnopened: true });
  const dueAt = live.clock.now() + seconds * 1000;
  let isOpening = false;
  const pause = async (milliseconds: number) => {
    live.clock.move(milliseconds);
    if (isOpening || live.clock.now() < dueAt) return;
    isOpening = true;
    await live.setup();
  };
  const frame = { type: 'prompt', voicePrompt: 'Yes, I have a moment.', last: true };
  await handler.with({ ...live, pause })(socketEvent({ connectionId: live.connectionId, frame, at: live.clock.now() }));
  expect(live.tokens()).toEqual(['Good.']);
});
