import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { holdCall } from '#test/support/live-call.ts';
import { createMemoryLanguageModel } from '#test/support/memory/platform.ts';

const fillerConfig = {
  neutral: ['Okay.', 'One moment.'],
  negative: ['I see.'],
  positive: ['Great.'],
  question: ['Hm.'],
};
const filler = (token: string) => ({ type: 'text', token, last: true, preemptible: true });

/** A call whose model answers when it is let. */
async function holdSlowCall() {
  const waiting: Array<() => void> = [];
  const wait = () => new Promise<void>((resolve) => void waiting.push(resolve));
  const model = createMemoryLanguageModel([[wait, 'We are open.']]);
  const live = await holdCall({ model, assistant: { fillers: true, fillerConfig } });
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
  return {
    ...live,
    pass,
    answer: async () => {
      waiting.shift()?.();
      await pass(0);
    },
  };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('are said after 0.7 seconds of thought, and the answer cuts them short', async () => {
  const live = await holdSlowCall();
  const answered = live.say('Are you open?');
  await live.pass(690);
  expect(live.frames()).toEqual([]);
  await live.pass(20);
  expect(live.frames()).toEqual([filler('Hm.')]);
  await live.answer();
  await answered;
  expect(live.frames()).toEqual([filler('Hm.'), { type: 'text', token: 'We are open.', last: true }]);
});

it('are one turn with the answer in the transcript, as far as they were heard', async () => {
  const live = await holdSlowCall();
  const answered = live.say('A table.');
  await live.pass(700);
  await live.answer();
  await answered;
  expect((await live.transcript()).at(-1)).toBe('bot: Okay. We are open.');
  await live.receive({ type: 'info', name: 'tokensPlayed', value: 'Hello, this is Mia. How can I help you?' });
  await live.receive({ type: 'info', name: 'tokensPlayed', value: 'We are' });
  expect((await live.transcript()).at(-1)).toBe('bot: We are');
});

it('are not said when the model is quick', async () => {
  const quick = await holdSlowCall();
  const answered = quick.say('A table.');
  await quick.pass(600);
  await quick.answer();
  await answered;
  await quick.pass(5_000);
  expect(quick.tokens()).toEqual(['We are open.']);
});

it('are never said after an interruption', async () => {
  const live = await holdSlowCall();
  const answered = live.say('A table.');
  await live.pass(400);
  await live.interrupt('');
  await live.pass(2_000);
  await live.answer();
  await answered;
  expect(live.tokens()).toEqual([]);
});

it('are not said over a customer who goes on speaking', async () => {
  const live = await holdSlowCall();
  const answered = live.say('A table.');
  await live.receive({ type: 'info', name: 'clientSpeaking', value: 'on' });
  await live.pass(2_000);
  expect(live.tokens()).toEqual([]);
  await live.answer();
  await answered;
});

it('do not keep the answer back when they cannot be written down', async () => {
  const live = await holdSlowCall();
  live.conversations.appendEvent = () => Promise.reject(new Error('the table is away'));
  const answered = live.say('A table.');
  await live.pass(700);
  await live.answer();
  await answered;
  expect(live.tokens()).toEqual(['Okay.', 'We are open.']);
});
