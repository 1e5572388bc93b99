import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  GetQueueAttributesCommand,
  type QueueAttributeName,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { localCredentials } from '#infra/local/address/names.ts';
import type { Handler } from '#infra/local/aws/lambda/function-runtime.ts';
import { startQueueEmulator } from '#infra/local/aws/queues/queue-emulator.ts';
import { startQueuePump } from '#infra/local/aws/queues/queue-pump.ts';
import type { QueueRow } from '#shared/manifest/manifest-row.ts';
import { fakeRuntime, queueRow } from '#test/infra/local/fake-rows.ts';

interface Event {
  Records: Array<{ messageId: string; body: string }>;
}

const bodyOf = (event: unknown) => (event as Event).Records[0]?.body;

const stops: Array<() => Promise<unknown>> = [];

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
  vi.restoreAllMocks();
});

async function startQueue(changes: Partial<QueueRow> = {}, folder?: string) {
  const row = queueRow(changes);
  const queues = await startQueueEmulator([row], folder);
  const client = new SQSClient({ endpoint: queues.endpoint, ...localCredentials });
  stops.push(
    () => queues.stop(),
    async () => client.destroy(),
  );
  const QueueUrl = queues.queueUrl(row.queue);
  return {
    row,
    queues,
    client,
    QueueUrl,
    send: (body: string) => client.send(new SendMessageCommand({ QueueUrl, MessageBody: body })),
    left: () => queues.count(row.queue),
    dead: () => queues.count(`${row.queue}-dead-letters`),
  };
}

async function setup(handler: Handler, changes: Partial<QueueRow> = {}, workersAtOnce?: number) {
  const queue = await startQueue(changes);
  const { row, QueueUrl } = queue;
  const runtime = fakeRuntime({ [row.id]: handler });
  const deadLetterQueueUrl = queue.queues.deadLetterQueueUrl(row.queue);
  const pump = startQueuePump({ row, queueUrl: QueueUrl, deadLetterQueueUrl, runtime, workersAtOnce });
  stops.push(() => pump.stop());
  return { ...queue, pump };
}

describe('the queue pump', () => {
  it('invokes the worker with a message as Lambda does, and deletes it', async () => {
    const events: Event[] = [];
    const { send, left } = await setup((event) => void events.push(event as Event));
    await send('{"userId":1}');
    await vi.waitFor(() => expect(left()).toBe(0));
    expect(events).toHaveLength(1);
    expect(events[0]?.Records).toHaveLength(1);
    expect(events[0]?.Records[0]).toMatchObject({
      body: '{"userId":1}',
      eventSource: 'aws:sqs',
      eventSourceARN: expect.stringMatching(/:dial-calls$/),
      attributes: { ApproximateReceiveCount: '1' },
      messageAttributes: {},
    });
  });

  it('invokes the worker with at most a batch', async () => {
    const sizes: number[] = [];
    const { send, left } = await setup((event) => void sizes.push((event as Event).Records.length), { batchSize: 3 });
    await Promise.all(Array.from({ length: 10 }, (_, index) => send(String(index))));
    await vi.waitFor(() => expect(left()).toBe(0));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(3);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(10);
  });

  it('does not delay messages behind a slow one', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { send, left } = await setup(async (event) => {
      if (bodyOf(event) === 'slow') await released;
    });
    await send('slow');
    for (let index = 0; index < 20; index += 1) await send('quick');
    await vi.waitFor(() => expect(left()).toBe(1));
    release();
    await vi.waitFor(() => expect(left()).toBe(0));
  });

  it('serves a user behind the 200 messages of another after the running batches, and no more of them', async () => {
    const served: string[] = [];
    let running = 0;
    let most = 0;
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const { client, QueueUrl, left } = await setup(
      async (event) => {
        most = Math.max(most, (running += 1));
        served.push(bodyOf(event) ?? '');
        await gate;
        running -= 1;
      },
      {},
      2,
    );
    const sendAll = (from: number, userId: number) =>
      client.send(
        new SendMessageBatchCommand({
          QueueUrl,
          Entries: Array.from({ length: 10 }, (_, index) => ({
            Id: String(index),
            MessageBody: JSON.stringify({ userId, call: from + index }),
          })),
        }),
      );
    for (let from = 0; from < 200; from += 10) await sendAll(from, 1);
    await sendAll(0, 2);
    const AttributeNames: QueueAttributeName[] = ['ApproximateNumberOfMessages'];
    const unseen = () => client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
    await vi.waitFor(
      async () => expect((await unseen()).Attributes).toEqual({ ApproximateNumberOfMessages: '0' }),
      60_000,
    );
    open();
    await vi.waitFor(() => expect(left()).toBe(0));
    const ofQuietUser = served.flatMap((body, index) => (body.startsWith('{"userId":2') ? [index] : []));
    expect(ofQuietUser).toHaveLength(10);
    expect(ofQuietUser.at(-1)).toBeLessThan(2 + 2 * 10 + 2);
    expect(most).toBe(2);
    expect(new Set(served).size).toBe(210);
  });

  it('deletes only the messages that the worker did not report as failed', async () => {
    const { send, left } = await setup(
      (event) => ({
        batchItemFailures: (event as Event).Records.filter((record) => record.body === 'bad').map((record) => ({
          itemIdentifier: record.messageId,
        })),
      }),
      { batchSize: 10 },
    );
    await Promise.all([send('good'), send('bad'), send('good')]);
    await vi.waitFor(() => expect(left()).toBe(1));
  });

  it.each([
    { outcome: 'crashes', handler: () => Promise.reject(new Error('boom')) },
    { outcome: 'is late', handler: () => new Promise(() => undefined) },
  ])(
    'delivers again after the visibility timeout when the worker $outcome, then moves to the dead-letter queue',
    async ({ handler }) => {
      const calls = vi.fn<Handler>(handler);
      const { send, left, dead } = await setup(calls, { timeoutSeconds: 0.2 });
      await send('x');
      await vi.waitFor(() => expect(calls).toHaveBeenCalledTimes(1));
      expect(left()).toBe(1);
      await vi.waitFor(() => expect(dead()).toBe(1), { interval: 50 });
      expect(calls).toHaveBeenCalledTimes(2);
    },
  );

  it('waits for the work at hand when it stops', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const handler = vi.fn<Handler>(() => released);
    const { send, left, pump } = await setup(handler);
    await send('x');
    await vi.waitFor(() => expect(handler).toHaveBeenCalledTimes(1));
    const stopping = pump.stop();
    release();
    await stopping;
    expect(left()).toBe(0);
  });
});

describe('the queue emulator', () => {
  it('gives messages that a killed stack had received to the next one at once, uncounted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'queues-'));
    const first = await startQueue({}, folder);
    await first.send('x');
    await first.client.send(new ReceiveMessageCommand({ QueueUrl: first.QueueUrl }));
    await first.queues.stop();
    const second = await startQueue({ timeoutSeconds: 9 }, folder);
    const { Messages } = await second.client.send(
      new ReceiveMessageCommand({ QueueUrl: second.QueueUrl, MessageSystemAttributeNames: ['All'] }),
    );
    expect(Messages?.[0]).toMatchObject({ Body: 'x', Attributes: { ApproximateReceiveCount: '1' } });
    await rm(folder, { recursive: true, force: true });
  });
});
