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
import { OperatorError } from '#shared/platform/errors.ts';
import { queueMessages, type QueueName } from '#shared/platform/queue/messages.ts';
import { messageGroup } from '#shared/platform/queue/queue.ts';

interface QueueState {
  queue: QueueName;
  /** Visible messages, messages that workers have received, and delayed messages. */
  waiting: number;
  inWork: number;
  delayed: number;
  deadLetters: number;
}

/** A message in a dead-letter queue. */
export interface DeadMessage {
  id: string;
  body: string;
  /** Why it did not parse; null when its worker crashed. */
  reason: string | null;
  /** When it was first sent, in epoch milliseconds; null when the queue does not say. */
  sentAt: number | null;
  /** How often it was received, by workers and by this command line. */
  receiveCount: number;
}

/** The queues and their dead-letter queues. */
export interface DeadLetterQueue {
  state(queue: QueueName): Promise<QueueState>;
  /** The messages of a dead-letter queue, oldest first, 1,000 at most. They stay in it. */
  read(queue: QueueName): Promise<DeadMessage[]>;
  /**
   * Sends the selected messages to their queue again. Each message is sent before it is deleted: a crash in between may
   * deliver it twice, which workers tolerate, and loses none. Returns the messages that were sent.
   */
  redrive(queue: QueueName, isWanted: (message: DeadMessage) => boolean): Promise<DeadMessage[]>;
}

/** The URLs of a queue and of its dead-letter queue. */
export interface QueueUrls {
  queue(queue: QueueName): Promise<string>;
  deadLetters(queue: QueueName): Promise<string>;
}

const MAX_MESSAGES = 1000;
/** How long received messages stay invisible: enough to receive all of them once, four by four, from another continent. */
const VISIBILITY_SECONDS = 300;

interface HeldMessage {
  message: DeadMessage;
  receiptHandle: string;
}

export function createDeadLetterQueueClient(client: SQSClient, urls: QueueUrls): DeadLetterQueue {
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
      const messages = await receiveAll(client, url);
      await Promise.all(messages.map((held) => makeVisible(client, url, held)));
      return messages.map(({ message }) => message).toSorted(byAge);
    },
    async redrive(queue, isWanted) {
      const [from, to] = await Promise.all([urls.deadLetters(queue), urls.queue(queue)]);
      const sent: DeadMessage[] = [];
      const held = await receiveAll(client, from);
      for (const one of held.toSorted((some, other) => byAge(some.message, other.message))) {
        const { message, receiptHandle } = one;
        if (!isWanted(message)) {
          await makeVisible(client, from, one);
          continue;
        }
        await client.send(
          new SendMessageCommand({ QueueUrl: to, MessageBody: message.body, ...messageGroupOf(queue, message.body) }),
        );
        await client.send(new DeleteMessageCommand({ QueueUrl: from, ReceiptHandle: receiptHandle }));
        sent.push(message);
      }
      return sent;
    },
  };
}

const byAge = (one: DeadMessage, other: DeadMessage) => (one.sentAt ?? 0) - (other.sentAt ?? 0);

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

/** Receives every message: SQS cannot list messages without receiving them. It ends when they come round. */
async function receiveAll(client: SQSClient, url: string): Promise<HeldMessage[]> {
  const held = new Map<string, HeldMessage>();
  while (held.size < MAX_MESSAGES) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: 10,
        VisibilityTimeout: VISIBILITY_SECONDS,
        // Long polling asks all servers of SQS, and waits for messages that become visible after a second.
        WaitTimeSeconds: 2,
        MessageSystemAttributeNames: ['SentTimestamp', 'ApproximateReceiveCount'],
        MessageAttributeNames: ['reason'],
      }),
    );
    const received = Messages.map(toHeldMessage);
    if (received.every(({ message }) => held.has(message.id))) break;
    for (const one of received) held.set(one.message.id, one);
  }
  return [...held.values()];
}

function toHeldMessage({ MessageId, Body, ReceiptHandle, Attributes, MessageAttributes }: Message): HeldMessage {
  const { SentTimestamp, ApproximateReceiveCount } = Attributes ?? {};
  const message = {
    id: MessageId ?? '',
    body: Body ?? '',
    reason: MessageAttributes?.['reason']?.StringValue ?? null,
    sentAt: SentTimestamp === undefined ? null : Number(SentTimestamp),
    receiveCount: Number(ApproximateReceiveCount ?? 0),
  };
  return { message, receiptHandle: ReceiptHandle ?? '' };
}

/** Visible after one second: the local emulator rejects 0 while it keeps its messages in a file. */
async function makeVisible(client: SQSClient, QueueUrl: string, { receiptHandle }: HeldMessage): Promise<void> {
  await client.send(
    new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle: receiptHandle, VisibilityTimeout: 1 }),
  );
}

function messageGroupOf(queue: QueueName, body: string): { MessageGroupId?: string } {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), queueMessages[queue]), body);
  const groupId = parsed.success ? messageGroup(parsed.output).groupId : undefined;
  return groupId === undefined ? {} : { MessageGroupId: groupId };
}

/** The variable of the functions with the URL of a queue, or of its dead-letter queue. */
export function queueVariable(name: string, kind: 'QUEUE' | 'DLQ'): string {
  return `${name.toUpperCase().replaceAll('-', '_')}_${kind}_URL`;
}

/**
 * Reads the URLs from the variables of the functions where they are set, else finds them by name. A deployment names its
 * queues after its table (`ringback-dev-dial-calls`).
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
  throw new OperatorError(`there is no queue ${QueueName}`);
}
