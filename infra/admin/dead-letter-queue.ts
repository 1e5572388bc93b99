import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  type Message,
  QueueDoesNotExist,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import { OpsRefusal } from '#shared/domain/errors/ops-refusal.ts';
import { messageGroup } from '#shared/messages/message-group.ts';
import { queueMessages, type QueueName } from '#shared/messages/queue-messages.ts';

interface QueueState {
  queue: QueueName;
  /** Messages that a worker could take now, that workers have, and that are delayed. */
  waiting: number;
  inWork: number;
  delayed: number;
  deadLetters: number;
}

/** A message that no worker could deal with. */
export interface Letter {
  id: string;
  body: string;
  /** Why it did not parse; null when its worker crashed. */
  reason: string | null;
  /** When it was first sent, in epoch milliseconds; null when the queue does not say. */
  sentAt: number | null;
  /** How often it was received, by workers and by whoever looked at it. */
  receiveCount: number;
}

/** The queues as operators see them. */
export interface LetterDesk {
  state(queue: QueueName): Promise<QueueState>;
  /** The dead letters of a queue, oldest first, 1,000 at most. They stay where they are. */
  read(queue: QueueName): Promise<Letter[]>;
  /**
   * Sends the letters that are wanted to their queue again, one by one: each is sent before it is deleted, so that a crash
   * in between doubles one, which workers are made for, and loses none. Gives those that were sent.
   */
  redrive(queue: QueueName, isWanted: (letter: Letter) => boolean): Promise<Letter[]>;
}

/** Where a queue and its dead letters are. */
export interface QueueUrls {
  queue(queue: QueueName): Promise<string>;
  deadLetters(queue: QueueName): Promise<string>;
}

const MAX_LETTERS = 1000;
/** Nobody else sees a letter while all of them are read. */
const HIDDEN_SECONDS = 60;

interface HeldLetter {
  letter: Letter;
  receiptHandle: string;
}

export function createSqsLetterDesk(client: SQSClient, urls: QueueUrls): LetterDesk {
  return {
    async state(queue) {
      const [own, dead] = await Promise.all([
        urls.queue(queue).then((url) => depths(client, url)),
        urls.deadLetters(queue).then((url) => depths(client, url)),
      ]);
      return { queue, ...own, deadLetters: dead.waiting + dead.inWork + dead.delayed };
    },
    async read(queue) {
      const url = await urls.deadLetters(queue);
      const letters = await hold(client, url);
      await Promise.all(letters.map((held) => putBack(client, url, held)));
      return letters.map(({ letter }) => letter).toSorted(byAge);
    },
    async redrive(queue, isWanted) {
      const [from, to] = await Promise.all([urls.deadLetters(queue), urls.queue(queue)]);
      const sent: Letter[] = [];
      const held = await hold(client, from);
      for (const one of held.toSorted((some, other) => byAge(some.letter, other.letter))) {
        const { letter, receiptHandle } = one;
        if (!isWanted(letter)) {
          await putBack(client, from, one);
          continue;
        }
        await client.send(
          new SendMessageCommand({ QueueUrl: to, MessageBody: letter.body, ...groupOf(queue, letter.body) }),
        );
        await client.send(new DeleteMessageCommand({ QueueUrl: from, ReceiptHandle: receiptHandle }));
        sent.push(letter);
      }
      return sent;
    },
  };
}

const byAge = (one: Letter, other: Letter) => (one.sentAt ?? 0) - (other.sentAt ?? 0);

async function depths(client: SQSClient, url: string): Promise<Pick<QueueState, 'waiting' | 'inWork' | 'delayed'>> {
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({
      QueueUrl: url,
      AttributeNames: [
        'ApproximateNumberOfMessages',
        'ApproximateNumberOfMessagesNotVisible',
        'ApproximateNumberOfMessagesDelayed',
      ],
    }),
  );
  return {
    waiting: Number(Attributes?.ApproximateNumberOfMessages ?? 0),
    inWork: Number(Attributes?.ApproximateNumberOfMessagesNotVisible ?? 0),
    delayed: Number(Attributes?.ApproximateNumberOfMessagesDelayed ?? 0),
  };
}

/** SQS has no way to look at messages without taking them. */
async function hold(client: SQSClient, url: string): Promise<HeldLetter[]> {
  const letters: HeldLetter[] = [];
  while (letters.length < MAX_LETTERS) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: 10,
        VisibilityTimeout: HIDDEN_SECONDS,
        // Asks all servers of SQS, and waits for what was looked at a second ago.
        WaitTimeSeconds: 2,
        MessageSystemAttributeNames: ['SentTimestamp', 'ApproximateReceiveCount'],
        MessageAttributeNames: ['reason'],
      }),
    );
    if (Messages.length === 0) return letters;
    letters.push(...Messages.map(toLetter));
  }
  return letters;
}

function toLetter({ MessageId, Body, ReceiptHandle, Attributes, MessageAttributes }: Message): HeldLetter {
  const { SentTimestamp, ApproximateReceiveCount } = Attributes ?? {};
  const letter = {
    id: MessageId ?? '',
    body: Body ?? '',
    reason: MessageAttributes?.['reason']?.StringValue ?? null,
    sentAt: SentTimestamp === undefined ? null : Number(SentTimestamp),
    receiveCount: Number(ApproximateReceiveCount ?? 0),
  };
  return { letter, receiptHandle: ReceiptHandle ?? '' };
}

/** Visible again in a second, because the local emulator knows no 0 while it keeps its messages in a file. */
async function putBack(client: SQSClient, QueueUrl: string, { receiptHandle }: HeldLetter): Promise<void> {
  await client.send(
    new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle: receiptHandle, VisibilityTimeout: 1 }),
  );
}

function groupOf(queue: QueueName, body: string): { MessageGroupId?: string } {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), queueMessages[queue]), body);
  const groupId = parsed.success ? messageGroup(parsed.output).groupId : undefined;
  return groupId === undefined ? {} : { MessageGroupId: groupId };
}

/** The variable of the functions with the URL of a queue, or of its dead-letter queue. */
export function queueVariable(name: string, kind: 'QUEUE' | 'DLQ'): string {
  return `${name.toUpperCase().replaceAll('-', '_')}_${kind}_URL`;
}

/**
 * The queues by the variables of the functions, where they are set. A deployment names its queues after its table
 * (`ringback-dev-place-call`).
 */
export function knownQueueUrls(client: SQSClient, deployment: string | undefined): QueueUrls {
  const prefix = deployment === undefined ? '' : `${deployment}-`;
  return {
    queue: async (queue) => process.env[queueVariable(queue, 'QUEUE')] ?? findUrl(client, `${prefix}${queue}`),
    deadLetters: async (queue) =>
      process.env[queueVariable(queue, 'DLQ')] ?? findUrl(client, `${prefix}${queue}-dead-letters`),
  };
}

async function findUrl(client: SQSClient, QueueName: string): Promise<string> {
  try {
    const { QueueUrl } = await client.send(new GetQueueUrlCommand({ QueueName }));
    if (QueueUrl !== undefined) return QueueUrl;
  } catch (error) {
    if (!(error instanceof QueueDoesNotExist)) throw error;
  }
  throw new OpsRefusal(`there is no queue ${QueueName}`);
}
