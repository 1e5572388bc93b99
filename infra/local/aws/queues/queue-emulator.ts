import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { capacityOf } from '#infra/cloud/stage/capacity.ts';
import { stages } from '#infra/cloud/stage/config.ts';
import { RECORDINGS_BUCKET } from '#infra/local/address/names.ts';
import { startGuardedFauxqs } from '#infra/local/aws/queues/guarded-fauxqs.ts';
import { type QueueRow, visibilityTimeoutSeconds } from '#shared/manifest/manifest-row.ts';
import type { QueueName } from '#shared/platform/queue/messages.ts';

export interface QueueEmulator {
  endpoint: string;
  queueUrl(queue: QueueName): string;
  deadLetterQueueUrl(queue: QueueName): string;
  /** Messages of a queue that are waiting, delayed or being worked on. */
  count(name: string): number;
  /** The bodies of these messages. */
  bodies(name: string): string[];
  stop(): Promise<void>;
}

const ACCOUNT = '000000000000';

const REGION = 'us-east-1';

const deadLetterName = (queue: QueueName) => `${queue}-dead-letters`;

/** SQS in this process, with the queues of the rows. With a folder, its messages outlive the process. */
export async function startQueueEmulator(
  rows: readonly QueueRow[],
  folder?: string,
  settingsOf: (row: QueueRow) => QueueSettings = settingsOfRow,
): Promise<QueueEmulator> {
  const queues = rows.flatMap((row) => queuesOf(row, settingsOf(row)));
  if (folder !== undefined) await prepareFolder(folder, queues);
  const server = await startGuardedFauxqs({
    port: 0,
    logger: false,
    defaultRegion: REGION,
    ...(folder === undefined ? {} : { dataDir: folder }),
    init: { region: REGION, queues, buckets: [RECORDINGS_BUCKET] },
  });
  const endpoint = `http://127.0.0.1:${server.port}`;
  const messagesIn = (name: string) => {
    const messages = server.inspectQueue(name)?.messages;
    if (!messages) return [];
    return [...messages.ready, ...messages.delayed, ...[...messages.inflight].map(({ message }) => message)];
  };
  return {
    endpoint,
    queueUrl: (queue) => `${endpoint}/${ACCOUNT}/${queue}`,
    deadLetterQueueUrl: (queue) => `${endpoint}/${ACCOUNT}/${deadLetterName(queue)}`,
    count: (name) => messagesIn(name).length,
    bodies: (name) => messagesIn(name).map(({ body }) => body),
    stop: () => server.stop(),
  };
}

interface NamedQueue {
  name: string;
  attributes: Record<string, string>;
}

function queuesOf({ queue }: QueueRow, settings: QueueSettings): NamedQueue[] {
  return [
    {
      name: deadLetterName(queue),
      attributes: { MessageRetentionPeriod: String(settings.deadLetterRetentionSeconds) },
    },
    {
      name: queue,
      attributes: {
        VisibilityTimeout: String(settings.visibilitySeconds),
        DelaySeconds: String(settings.delaySeconds),
        MessageRetentionPeriod: String(settings.retentionSeconds),
        RedrivePolicy: JSON.stringify({
          deadLetterTargetArn: `arn:aws:sqs:${REGION}:${ACCOUNT}:${deadLetterName(queue)}`,
          maxReceiveCount: settings.maxReceiveCount,
        }),
      },
    },
  ];
}

/**
 * Makes the messages that a killed stack had received visible at once, instead of after their visibility timeout of minutes.
 * The interrupted delivery does not count as a receive. This edits the emulator's database before it is loaded, because the
 * emulator rejects a visibility timeout of 0 when it keeps a database.
 */
async function prepareFolder(folder: string, queues: readonly NamedQueue[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'fauxqs.db');
  if (!existsSync(file)) return;
  const database = new DatabaseSync(file);
  try {
    database.exec(`
      UPDATE sqs_messages
      SET receipt_handle = NULL, visibility_deadline = NULL,
          approximate_receive_count = MAX(0, approximate_receive_count - 1)
      WHERE receipt_handle IS NOT NULL`);
    const setAttributes = database.prepare(
      'UPDATE sqs_queues SET attributes = json_patch(attributes, ?) WHERE name = ?',
    );
    for (const { name, attributes } of queues) setAttributes.run(JSON.stringify(attributes), name);
  } finally {
    database.close();
  }
}

/** The settings of a queue and its dead-letter queue. */
export interface QueueSettings {
  visibilitySeconds: number;
  delaySeconds: number;
  retentionSeconds: number;
  maxReceiveCount: number;
  deadLetterRetentionSeconds: number;
  /** Batches that workers may process at once. Undefined = as many as there are. */
  workersAtOnce?: number | undefined;
}

const FOURTEEN_DAYS_SECONDS = 1_209_600;

/** The stage that the local stack is like: `dev` with the rehearsal model, in an account with the usual concurrency. */
export const localConfig = stages.rehearsal;

const { workersAtOnce } = capacityOf(localConfig);

/** The settings that CDK gives to the queues of the manifest. */
export function settingsOfRow(row: QueueRow): QueueSettings {
  return {
    visibilitySeconds: visibilityTimeoutSeconds(row),
    delaySeconds: 0,
    retentionSeconds: FOURTEEN_DAYS_SECONDS,
    maxReceiveCount: row.maxReceiveCount,
    deadLetterRetentionSeconds: FOURTEEN_DAYS_SECONDS,
    workersAtOnce: workersAtOnce[row.queue],
  };
}
