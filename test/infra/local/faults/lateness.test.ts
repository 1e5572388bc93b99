import { expect, it } from 'vitest';
import { latenessOf, type Question } from '#test/chaos/lateness.ts';

const question = (changes: Partial<Question> = {}): Question => ({
  from: 0,
  to: 1000,
  lateMs: 750,
  waitedMs: 700,
  ...changes,
});

it.each([
  { what: 'a process without a processor', questions: [question()], machine: 0.5, late: 0.5 },
  { what: 'a process that blocks its own event loop', questions: [question({ waitedMs: 40 })], machine: 0, late: 0.5 },
  { what: 'an answer in time', questions: [question({ lateMs: 90, waitedMs: 90 })], machine: 0, late: 0 },
  { what: 'a time before and after', questions: [question({ from: 3000, to: 9000 })], machine: 0, late: 0 },
])('excuses $machine of the time for $what', ({ questions, machine, late }) => {
  const lateness = latenessOf(questions);
  expect({ machine: lateness.shareOf(0, 2000), late: lateness.lateShareOf(0, 2000) }).toEqual({ machine, late });
});
