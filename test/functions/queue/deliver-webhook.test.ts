import { expect, it } from 'vitest';
import { handler as deliverSlow } from '#functions/queue/deliver-slow-webhook.ts';
import { handler as deliver } from '#functions/queue/deliver-webhook.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/events.ts';
import { answered, createSettledCall } from '#test/support/in-memory/ended-calls.ts';

it.each([
  ['deliver-webhook', deliver, answered(200)],
  ['deliver-slow-webhook', deliverSlow, answered(200, { durationMs: 14_000 })],
] as const)('%s makes the attempt itself and acknowledges the message', async (_, handler, answer) => {
  const { deps, message, delivery, queue } = await createSettledCall([answer]);
  const work = handler.with(deps, createMemoryDeadLetters());
  await expect(work(sqsEvent(message(1)))).resolves.toEqual({ batchItemFailures: [] });
  await expect(delivery()).resolves.toMatchObject({ status: 'delivered' });
  expect(queue.sent).toEqual([]);
});
