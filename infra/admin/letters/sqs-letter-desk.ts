import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type Message,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import type { Letter, LetterDesk, QueueState } from '#infra/admin/letters/letter-desk.ts';
import { messageGroup } from '#shared/messages/message-group.ts';
import { queueMessages, type QueueName } from '#shared/messages/queue-messages.ts';

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
