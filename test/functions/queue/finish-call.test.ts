import { expect, it } from 'vitest';
import { handler } from '#functions/queue/finish-call.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/events.ts';
import { createEndedCall } from '#test/support/in-memory/ended-calls.ts';

it('waits for the last words of a multimodal call before it is settled', async () => {
  const { deps, key } = await createEndedCall({ call: { mode: 'multimodal' } });
  const dlq = createMemoryDeadLetters();
  const work = handler.with(deps, dlq);
  await expect(work(sqsEvent(key))).resolves.toEqual({ batchItemFailures: [] });
  expect(dlq.sentAgain).toEqual([{ message: key, delaySeconds: 4 }]);
  expect((await deps.calls.get(key))?.status).toBe('ended');
  deps.clock.move(4000);
  await work(sqsEvent(key));
  expect((await deps.calls.get(key))?.status).toBe('ended_by_customer');
});
