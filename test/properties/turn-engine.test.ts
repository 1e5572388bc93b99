import {
  type Arbitrary,
  array,
  assert as assertProperty,
  asyncProperty,
  constant,
  constantFrom,
  integer,
  nat,
  oneof,
  record,
  scheduler,
} from 'fast-check';
import { expect, it } from 'vitest';
import {
  holdConversation,
  type AnswerPart,
  type HeldConversation,
} from '#test/support/turn-engine/hold-conversation.ts';
import type { CustomerLine, Heard } from '#test/support/turn-engine/customer-line.ts';

type Step = { pass: number; tasks: number } & (
  | { kind: 'prompt'; copies: number; partials: number }
  | { kind: 'interrupt'; words: number }
  | { kind: 'dtmf' | 'play' | 'hang_up' }
  | { kind: 'timer'; copies: number }
);

const around = { pass: integer({ min: 1, max: 4000 }), tasks: integer({ min: 0, max: 25 }) };
const copies = oneof({ weight: 3, arbitrary: constant(1) }, { weight: 1, arbitrary: constant(2) });
const step: Arbitrary<Step> = oneof(
  { weight: 6, arbitrary: record({ ...around, kind: constant('prompt' as const), copies, partials: nat(2) }) },
  { weight: 4, arbitrary: record({ ...around, kind: constant('interrupt' as const), words: nat(12) }) },
  { weight: 4, arbitrary: record({ ...around, kind: constantFrom('dtmf' as const, 'play' as const) }) },
  { weight: 2, arbitrary: record({ ...around, kind: constant('timer' as const), copies }) },
  { weight: 1, arbitrary: record({ ...around, kind: constant('hang_up' as const) }) },
);
const answerPart: Arbitrary<AnswerPart> = oneof(
  { weight: 8, arbitrary: integer({ min: 1, max: 12 }) },
  { weight: 1, arbitrary: constant('end_call' as const) },
  { weight: 1, arbitrary: constant('fail' as const) },
);
const answers = array(array(answerPart, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
const SHORTEST_UTTERANCE_MS = 700;
const RUNS = Number(process.env['RUNS'] ?? 300);

it('notes what was heard, never talks over itself and ends the call once, whatever comes in between', async () => {
  let compared = 0;
  await assertProperty(
    asyncProperty(scheduler(), array(step, { minLength: 1, maxLength: 12 }), answers, async (order, steps, parts) => {
      const held = await holdConversation(order, parts);
      held.open();
      for (const one of steps) {
        held.pass(one.pass);
        if (!held.line.isOpen()) break;
        await act(one, held);
        await order.waitNext(Math.min(one.tasks, order.count()));
      }
      await held.settle();
      await finish(held);

      expect(held.logged.filter(({ level }) => level === 'error')).toEqual([]);
      expect(held.line.ends()).toBeLessThanOrEqual(1);
      expect(Math.max(0, ...held.runs.map(({ overruns }) => overruns))).toBeLessThanOrEqual(1);
      expectNoOverlap(held.line.heard);
      compared += held.line.cutLate() ? 0 : 1;
      if (!held.line.cutLate()) expectSameWords(await held.transcript(), held.line);
    }),
    { numRuns: RUNS, seed: Number(process.env['SEED'] ?? 20_261_121) },
  );
  expect(compared).toBeGreaterThan(RUNS * 0.7);
});

async function act(one: Step, held: HeldConversation): Promise<void> {
  switch (one.kind) {
    case 'prompt':
      held.interrupt(1);
      // What the customer says comes when it is said, and the end of it was waited for.
      held.pass(SHORTEST_UTTERANCE_MS);
      return held.prompt(one.copies, one.partials);
    case 'interrupt':
      return held.interrupt(one.words);
    case 'dtmf':
      return held.send({ type: 'dtmf', digit: '5' });
    case 'play':
      return held.play();
    case 'timer':
      held.play();
      await held.ring(one.copies);
      return;
    case 'hang_up':
      return held.line.hangUp();
  }
}

/** Nobody says anything any more: the timers end the call, if the customer has not. */
async function finish(held: HeldConversation): Promise<void> {
  const hungUp = !held.line.isOpen() && held.line.ends() === 0;
  held.play();
  await held.settle();
  while (held.line.isOpen() && (await held.ring(1))) {
    await held.settle();
    held.play();
    await held.settle();
  }
  expect(held.line.ends()).toBe(hungUp ? 0 : 1);
}

/** The words of one answer follow each other; what was on its way at an interruption is the exception that the network makes. */
function expectNoOverlap(heard: Heard[]): void {
  const order = heard
    .filter(({ isLate }) => !isLate)
    .flatMap(({ text }) => /^a(\d+)w/.exec(text)?.[1] ?? [])
    .map(Number);
  expect(order).toEqual(order.toSorted((one, other) => one - other));
}

function expectSameWords(
  transcript: Array<{ sender: string; text: string }>,
  { heard, lateWords }: Pick<CustomerLine, 'heard' | 'lateWords'>,
): void {
  const noted = transcript.flatMap(({ sender, text }) => text.split(/\s+/).map((word) => ({ who: sender, word })));
  const words = heard.flatMap(({ who, text }) => text.split(/\s+/).map((word) => ({ who, word })));
  const inTime = (said: Array<{ who: string; word: string }>) =>
    said.filter(({ word }) => !lateWords.has(word)).map(({ who, word }) => `${who} ${word}`);
  expect(inTime(noted)).toEqual(inTime(words));
}
