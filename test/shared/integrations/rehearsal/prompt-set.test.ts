import { expect, it } from 'vitest';
import { judgePairs, rateOf } from '#test/shared/integrations/rehearsal/prompt-set.ts';

const LEAST = 0.8;

it.each(['tuning', 'held-out'] as const)('answers four of five %s questions with the right sentence', async (half) => {
  const judged = await judgePairs(half);
  expect(judged).toHaveLength(60);
  expect(judged.filter(({ answer }) => /you said/iu.test(answer))).toEqual([]);
  const wrong = judged.filter(({ isRight }) => !isRight);
  expect(rateOf(judged), JSON.stringify(wrong, undefined, 1)).toBeGreaterThanOrEqual(LEAST);
});
