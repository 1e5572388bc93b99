import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it } from 'vitest';
import { createDeadLetterQueueClient, knownQueueUrls } from '#infra/admin/deps/dead-letter-queue.ts';
import { localCredentials } from '#infra/local/address/names.ts';
import { startQueueEmulator } from '#infra/local/aws/queues/queue-emulator.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { createSqsDeadLetterQueue } from '#shared/platform/queue/queue.ts';
import { setupAdmin } from '#test/infra/admin/admin.ts';

const closers: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const crash = { userId: 7, callId: 9001 };
const queueRows = manifest.filter((row) => row.kind === 'queue');

/** The command line on a real queue emulator, with one message of a crash and one that did not parse. */
async function setup(folder?: string) {
  const emulator = await startQueueEmulator(queueRows, folder);
  const client = new SQSClient({ endpoint: emulator.endpoint, ...localCredentials });
  closers.push(() => emulator.stop());
  const queue = emulator.queueUrl('finish-call');
  const deadLetterQueue = emulator.deadLetterQueueUrl('finish-call');
  await client.send(new SendMessageCommand({ QueueUrl: deadLetterQueue, MessageBody: JSON.stringify(crash) }));
  const urls = { queue: () => queue, deadLetterQueue: () => deadLetterQueue };
  await createSqsDeadLetterQueue(client, urls, () => undefined).moveToDlq('{"userId":"x"}', 'userId: expected number');
  const admin = setupAdmin({ deadLetters: createDeadLetterQueueClient(client, knownQueueUrls(client, undefined)) });
  const received = async () => {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({ QueueUrl: queue, MaxNumberOfMessages: 10 }),
    );
    return Messages.map(({ Body }) => Body ?? '');
  };
  return { ...admin, received, depth: () => emulator.count('finish-call-dead-letters') };
}

interface MessageRow {
  body: string;
  reason: string;
  received: number;
}

/** Reading the dead-letter queue ends with a long poll of 2 s. */
describe('admin dlq', () => {
  it('lists every queue with its messages and dead letters', async () => {
    const { json } = await setup();
    const rows = await json<Array<Record<string, unknown>>>('dlq', 'list');
    expect(rows.map((row) => row['queue'])).toEqual(queueRows.map((row) => row.queue));
    expect(rows.find((row) => row['queue'] === 'finish-call')).toEqual({
      queue: 'finish-call',
      waiting: 0,
      in_work: 0,
      delayed: 0,
      dead_letters: 2,
      oldest_minutes: expect.any(Number) as number,
    });
    expect(rows.find((row) => row['queue'] === 'dial-calls')).toMatchObject({ dead_letters: 0, oldest_minutes: null });
  });

  it('shows the messages with their reasons, and leaves them in the queue', async () => {
    const { json, depth } = await setup();
    const expected = [
      { body: JSON.stringify(crash), reason: 'its worker crashed', received: 1 },
      { body: '{"userId":"x"}', reason: 'userId: expected number', received: 1 },
    ];
    await expect(json('dlq', 'show', 'finish-call')).resolves.toMatchObject(expected);
    expect(depth()).toBe(2);
    const again = await json<MessageRow[]>('dlq', 'show', 'finish-call');
    expect(again.map(({ received }) => received)).toEqual([2, 2]);
  });

  it('redrives messages of crashes; others with --unreadable alone; nothing with --dry-run', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dead-letters-'));
    closers.push(() => rm(folder, { recursive: true }));
    const { json, depth, received } = await setup(folder);
    const redrive = (...options: string[]) => json<MessageRow[]>('dlq', 'redrive', 'finish-call', ...options);
    await expect(redrive('--dry-run')).resolves.toMatchObject([{ body: JSON.stringify(crash) }]);
    expect(depth()).toBe(2);
    await expect(received()).resolves.toEqual([]);
    await expect(redrive()).resolves.toMatchObject([{ body: JSON.stringify(crash) }]);
    expect(depth()).toBe(1);
    await expect(received()).resolves.toEqual([JSON.stringify(crash)]);
    await expect(redrive('--unreadable')).resolves.toMatchObject([{ body: '{"userId":"x"}' }]);
    expect(depth()).toBe(0);
    await expect(received()).resolves.toEqual(['{"userId":"x"}']);
  });
});

/** SQS from far away: each request takes its time, and a message that nobody has deleted is visible again after its timeout. */
function farQueue(count: number, milliseconds = 300) {
  let now = 0;
  const letters = Array.from({ length: count }, (_, index) => ({ id: String(index), visibleAt: 0 }));
  const sent: string[] = [];
  const client = new SQSClient({ ...localCredentials });
  client.send = async (command: object) => {
    now += milliseconds;
    if (command instanceof SendMessageCommand) sent.push(command.input.MessageBody ?? '');
    if (command instanceof DeleteMessageCommand) {
      letters.splice(
        letters.findIndex(({ id }) => id === command.input.ReceiptHandle),
        1,
      );
    }
    if (command instanceof ChangeMessageVisibilityCommand) {
      const letter = letters.find(({ id }) => id === command.input.ReceiptHandle)!;
      letter.visibleAt = now + (command.input.VisibilityTimeout ?? 0) * 1000;
    }
    if (!(command instanceof ReceiveMessageCommand)) return {};
    // SQS asks a part of its servers, and returns what they have: often fewer than ten.
    const found = letters.filter(({ visibleAt }) => visibleAt <= now).slice(0, 4);
    for (const letter of found) letter.visibleAt = now + (command.input.VisibilityTimeout ?? 0) * 1000;
    return { Messages: found.map(({ id }) => ({ MessageId: id, ReceiptHandle: id, Body: id })) };
  };
  const urls = { queue: async () => 'queue', deadLetters: async () => 'dead-letters' };
  return { deadLetters: createDeadLetterQueueClient(client, urls), sent, left: () => letters.length };
}

describe('many dead letters, and a queue that is far away', () => {
  it('are sent once each', async () => {
    const { deadLetters, sent, left } = farQueue(1000);
    await deadLetters.redrive('finish-call', () => true);
    expect(sent).toHaveLength(new Set(sent).size);
    expect(left()).toBe(0);
  });

  it('are listed once each, also if they come round', async () => {
    const { deadLetters } = farQueue(900, 5000);
    const ids = (await deadLetters.read('finish-call')).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(100);
    expect(ids).toHaveLength(new Set(ids).size);
  });
});
