import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RetryLater } from '#shared/platform/errors.ts';
import { metrics } from '#shared/platform/observability/telemetry.ts';
import { createSqsDeadLetterQueue, createSqsQueue } from '#shared/platform/queue/queue.ts';
import { defineWorker } from '#shared/platform/queue/worker.ts';

const NOW = Date.UTC(2026, 5, 30);
const sqs = mockClient(SQSClient);

afterAll(() => sqs.restore());
const client = new SQSClient({ region: 'us-east-1' });
const urls = { queue: () => 'queue', deadLetterQueue: () => 'dead-letters' };
const message = { userId: 1, smsId: 2 };

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterEach(() => {
  sqs.reset();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The last message that was sent, as Lambda hands it to the worker: some seconds after it became visible. */
function received(secondsLate: number) {
  const {
    MessageBody: body,
    DelaySeconds = 0,
    MessageAttributes = {},
  } = sqs.commandCalls(SendMessageCommand).at(-1)!.args[0].input;
  vi.setSystemTime(NOW + (DelaySeconds + secondsLate) * 1000);
  const messageAttributes = Object.fromEntries(
    Object.entries(MessageAttributes).map(([name, { DataType, StringValue }]) => [
      name,
      { dataType: DataType, stringValue: StringValue },
    ]),
  );
  const attributes = { ApproximateReceiveCount: '1', SentTimestamp: String(NOW) };
  return { Records: [{ messageId: 'm', body, attributes, messageAttributes }] };
}

const workerThat = (handle: () => Promise<void>) =>
  defineWorker({ id: 'queue/send-sms', queue: 'send-sms', deps: () => undefined, handle }).with(
    undefined,
    createSqsDeadLetterQueue(client, urls, () => undefined),
  );

describe('the lateness of a message', () => {
  it.each([
    { sent: 'at once', delaySeconds: 0 },
    { sent: 'with a delay of 15 minutes', delaySeconds: 900 },
  ])('is the time since it became visible, when it was sent $sent', async ({ delaySeconds }) => {
    const written = vi.spyOn(metrics, 'duration').mockReturnValue();
    await createSqsQueue(client, urls.queue).send('send-sms', message, { delaySeconds });
    await workerThat(async () => undefined)(received(4));
    expect(written).not.toHaveBeenCalled();
    await workerThat(async () => undefined)(received(61));
    expect(written.mock.calls).toEqual([['MessageLate', 61_000, { queue: 'send-sms' }]]);
  });

  it.each([
    { seconds: 59, counted: [] },
    { seconds: 61, counted: [['MessageTooLate', { queue: 'send-sms' }]] },
  ])('is $seconds s: too late or not for its queue, which may take 60 s', async ({ seconds, counted }) => {
    vi.spyOn(metrics, 'duration').mockReturnValue();
    const counts = vi.spyOn(metrics, 'count').mockReturnValue();
    await createSqsQueue(client, urls.queue).send('send-sms', message);
    await workerThat(async () => undefined)(received(seconds));
    expect(counts.mock.calls).toEqual(counted);
  });

  it('does not count the delay of a message for later', async () => {
    const written = vi.spyOn(metrics, 'duration').mockReturnValue();
    const busy = workerThat(async () => {
      throw new RetryLater('busy', 300);
    });
    await createSqsQueue(client, urls.queue).send('send-sms', message);
    await busy(received(0));
    vi.setSystemTime(NOW);
    await busy(received(0));
    expect(written).not.toHaveBeenCalled();
  });
});

it('moves a message that is put off for ever to the dead-letter queue, because Lambda stops no loop', async () => {
  const busy = workerThat(async () => {
    throw new RetryLater('busy', 1);
  });
  const queue = createSqsDeadLetterQueue(client, urls, () => undefined);
  await queue.requeue(message, 1, 4999);
  await expect(busy(received(0))).resolves.toEqual({ batchItemFailures: [] });
  await expect(busy(received(0))).resolves.toEqual({ batchItemFailures: [{ itemIdentifier: 'm' }] });
});
