import { describe, expect, it } from 'vitest';
import { handler } from '#functions/queue/deliver-webhook.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/sqs-event.ts';
import { answered, createSettledCall } from '#test/support/settled-call.ts';

async function setup(status: number) {
  const settled = await createSettledCall([answered(status)]);
  const letters = createMemoryDeadLetters();
  return { ...settled, letters, work: handler.with(settled.deps, letters) };
}

describe('deliver-webhook worker', () => {
  it('delivers and acknowledges the message', async () => {
    const { work, message, delivery } = await setup(200);
    await expect(work(sqsEvent(message(1)))).resolves.toEqual({ batchItemFailures: [] });
    await expect(delivery()).resolves.toMatchObject({ status: 'delivered' });
  });

  it('acknowledges an attempt that failed, its next one set', async () => {
    const { work, message, deps, letters } = await setup(500);
    await expect(work(sqsEvent(message(1)))).resolves.toEqual({ batchItemFailures: [] });
    expect(deps.timer.timers).toMatchObject([{ message: message(2) }]);
    expect(letters.sentAgain).toEqual([]);
  });

  it('asks for that message alone again whose step fails', async () => {
    const { message, deps, letters } = await setup(200);
    const secrets = { get: () => Promise.reject(new Error('no secrets today')) };
    const work = handler.with({ ...deps, secrets }, letters);
    const unknown = { userId: 1, deliveryId: 'evt_1_call.completed', attempt: 1 };
    const outcome = await work(sqsEvent(message(1), unknown));
    expect(outcome).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
  });

  it.each([{ userId: 1, deliveryId: 'x', attempt: 0 }, 'not JSON'])('buries %j', async (body) => {
    const { work, letters } = await setup(200);
    await expect(work(sqsEvent(body))).resolves.toEqual({ batchItemFailures: [] });
    expect(letters.buried).toHaveLength(1);
  });
});
