import { expect, it } from 'vitest';
import { handler } from '#functions/queue/deliver-webhook.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/events.ts';
import { answered, createSettledCall } from '#test/support/settled-call.ts';

async function setup(status: number) {
  const settled = await createSettledCall([answered(status)]);
  const dlq = createMemoryDeadLetters();
  return { ...settled, dlq, work: handler.with(settled.deps, dlq) };
}

it('deliver-webhook worker delivers and acknowledges the message', async () => {
  const { work, message, delivery } = await setup(200);
  await expect(work(sqsEvent(message(1)))).resolves.toEqual({ batchItemFailures: [] });
  await expect(delivery()).resolves.toMatchObject({ status: 'delivered' });
});
