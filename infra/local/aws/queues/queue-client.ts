import { once } from 'node:events';
import { Agent, IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';

const Attribute = v.object({ DataType: v.optional(v.string()), StringValue: v.optional(v.string()) });

export const ReceivedMessage = v.object({
  MessageId: v.string(),
  ReceiptHandle: v.string(),
  Body: v.string(),
  MD5OfBody: v.optional(v.string()),
  Attributes: v.optional(v.record(v.string(), v.string()), {}),
  MessageAttributes: v.optional(v.record(v.string(), Attribute), {}),
});
export type ReceivedMessage = v.InferOutput<typeof ReceivedMessage>;

const Received = v.object({ Messages: v.optional(v.array(ReceivedMessage), []) });

const WAIT_SECONDS = 20;
const RECEIVE_LIMIT = 10;
/** Longer than a request for messages, and shorter than the emulator keeps an idle connection (72 s). */
const IDLE_MS = 30_000;

export type QueueClient = ReturnType<typeof createQueueClient>;

/**
 * A pump's requests to its queue, in SQS's protocol. Without the SDK: its share of the requests took a tenth of the processor
 * time of a call on the local stack.
 */
export function createQueueClient({
  queueUrl: QueueUrl,
  deadLetterQueueUrl,
}: Record<'queueUrl' | 'deadLetterQueueUrl', string>) {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });

  async function ask(operation: string, input: object, signal?: AbortSignal): Promise<unknown> {
    const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${operation}` };
    const sent = request(QueueUrl, { path: '/', method: 'POST', agent, headers, ...(signal && { signal }) });
    const [response]: unknown[] = await once(sent.end(JSON.stringify(input)), 'response');
    if (!(response instanceof IncomingMessage)) throw new TypeError('no response');
    const answer = await text(response);
    if (response.statusCode !== 200) throw new Error(`${operation} was answered ${response.statusCode}: ${answer}`);
    return answer === '' ? undefined : JSON.parse(answer);
  }

  /** One entry for each message of a batch. */
  const entriesOf = (messages: readonly ReceivedMessage[], more: object = {}) =>
    messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle, ...more }));

  async function remove(messages: readonly ReceivedMessage[]): Promise<void> {
    await ask('DeleteMessageBatch', { QueueUrl, Entries: entriesOf(messages) });
  }

  return {
    /** Waits for messages, some seconds at most. */
    async receive(signal: AbortSignal): Promise<ReceivedMessage[]> {
      const input = {
        QueueUrl,
        MaxNumberOfMessages: RECEIVE_LIMIT,
        WaitTimeSeconds: WAIT_SECONDS,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      };
      return v.parse(Received, await ask('ReceiveMessage', input, signal)).Messages;
    },
    /** Makes messages visible again after this many seconds. */
    async setVisibility(messages: readonly ReceivedMessage[], seconds: number): Promise<void> {
      const Entries = entriesOf(messages, { VisibilityTimeout: Math.ceil(seconds) });
      await ask('ChangeMessageVisibilityBatch', { QueueUrl, Entries });
    },
    remove,
    async moveToDeadLetters(messages: readonly ReceivedMessage[]): Promise<void> {
      for (const { Body } of messages) await ask('SendMessage', { QueueUrl: deadLetterQueueUrl, MessageBody: Body });
      await remove(messages);
    },
    close: () => agent.destroy(),
  };
}
