import { draw } from '@ringback/simulators/line/draw.ts';
import type { CallPlan, Dice, Kind, Manner } from '#test/slow/line/call-plan.ts';
import { machines } from '#test/slow/line/machines.ts';
import { talk } from '#test/slow/line/people.ts';

/** Of a hundred calls. */
const shares: ReadonlyArray<readonly [Kind, number]> = [
  ['person', 60],
  ['mailbox', 12],
  ['screened', 6],
  ['nobody', 4],
  ['menu', 4],
  ['queued', 5],
  ['queue', 3],
  ['assistant', 3],
  ['sounds', 3],
];

/** The call of a seed. */
export function planCall(seed: number): CallPlan {
  const dice = diceOf(seed);
  const kind = kindOf(dice.below(100));
  const manner = mannerOf(dice);
  if (kind !== 'person') return { seed, kind, manner, ...machines[kind](dice) };
  const { steps, topics } = talk(dice);
  return { seed, kind, manner, topics, callee: { script: steps, afterwards: 'stay' } };
}

function mannerOf(dice: Dice): Manner {
  return {
    allow_interruptions: dice.chance(0.75),
    min_interrupt_words: dice.chance(0.6) ? 0 : 2 + dice.below(2),
    filler_audios: dice.chance(0.7),
    voice_mail_message: dice.chance(0.6) ? 'Please call us back about your order.' : null,
  };
}

function kindOf(percent: number): Kind {
  let sum = 0;
  for (const [kind, share] of shares) {
    sum += share;
    if (percent < sum) return kind;
  }
  return 'person';
}

function diceOf(seed: number): Dice {
  let throws = 0;
  const next = () => draw(seed, (throws += 1));
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    between: (from, to) => Math.round((from + next() * (to - from)) * 10) / 10,
    chance: (share) => next() < share,
    one: (items) => items[below(items.length)]!,
  };
}
