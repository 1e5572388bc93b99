import { expect, it } from 'vitest';
import { judgePairs, rateOf } from '#test/shared/integrations/rehearsal/prompt-set.ts';

const LEAST = 0.8;
const asWritten = (said: string) => said;
const withoutMarks = (said: string) => said.replaceAll(/[?？¿]/g, '');

it.each([
  ['tuning', 'as written', asWritten],
  ['held-out', 'as written', asWritten],
  ['tuning', 'without question marks', withoutMarks],
  ['held-out', 'without question marks', withoutMarks],
] as const)('answers four of five %s questions, %s, with the right sentence', async (half, _how, heard) => {
  const judged = await judgePairs(half, heard);
  expect(judged).toHaveLength(60);
  expect(judged.filter(({ answer }) => /you said/iu.test(answer))).toEqual([]);
  const wrong = judged.filter(({ isRight }) => !isRight);
  expect(rateOf(judged), JSON.stringify(wrong, undefined, 1)).toBeGreaterThanOrEqual(LEAST);
});
