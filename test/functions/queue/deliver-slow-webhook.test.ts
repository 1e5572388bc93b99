import { expect, it } from 'vitest';
import { handler } from '#functions/queue/deliver-slow-webhook.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/events.ts';
import { answered, createSettledCall } from '#test/support/in-memory/ended-calls.ts';

it('makes the attempt itself, however slow the endpoint is', async () => {
  const { deps, message, delivery, queue } = await createSettledCall([answered(200, { durationMs: 14_000 })]);
  const work = handler.with(deps, createMemoryDeadLetters());
  await expect(work(sqsEvent(message(1)))).resolves.toEqual({ batchItemFailures: [] });
  await expect(delivery()).resolves.toMatchObject({ status: 'delivered' });
  expect(queue.sent).toEqual([]);
});
