import { expect, it } from 'vitest';
import { handler } from '#functions/queue/deliver-webhook.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/events.ts';
import { answered, createSettledCall } from '#test/support/in-memory/ended-calls.ts';

it('delivers the webhook and acknowledges the message', async () => {
  const { deps, message, delivery } = await createSettledCall([answered(200)]);
  const work = handler.with(deps, createMemoryDeadLetters());
  await expect(work(sqsEvent(message(1)))).resolves.toEqual({ batchItemFailures: [] });
  await expect(delivery()).resolves.toMatchObject({ status: 'delivered' });
});
