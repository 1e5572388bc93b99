import { Agent, request } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SQSClient } from '@aws-sdk/client-sqs';
import * as v from 'valibot';

/** A request to SQS: of a function, or of Lambda's event source, which receives and deletes. */
export interface QueueRequest {
  command:
    | 'SendMessage'
    | 'SendMessageBatch'
    | 'ReceiveMessage'
    | 'DeleteMessageBatch'
    | 'ChangeMessageVisibilityBatch';
  /** Of the messages, where they are sent. */
  bodies: string[];
  /** Messages received, deleted or changed. */
  messages: number;
}

/** Wide enough that a received message stays with who has received it. */
const VISIBILITY_SECONDS = 600;

const Input = v.object({
  MessageBody: v.optional(v.string()),
  Entries: v.optional(v.array(v.object({ MessageBody: v.optional(v.string()) })), []),
});
const Received = v.object({ Messages: v.optional(v.array(v.object({ ReceiptHandle: v.string() })), []) });
const Command = v.pipe(
  v.string(),
  v.transform((name) => name.replace(/Command$/, '')),
  v.picklist([
    'SendMessage',
    'SendMessageBatch',
    'ReceiveMessage',
    'DeleteMessageBatch',
    'ChangeMessageVisibilityBatch',
  ]),
);

/** Notes the requests of all SQS clients of this process. A receive that finds nothing waits, and costs nothing here. */
export function recordQueues() {
  const requests: QueueRequest[] = [];
  let isOn = false;
  const send = SQSClient.prototype.send as (...args: unknown[]) => Promise<unknown>;
  const recording = async function (this: SQSClient, ...args: unknown[]): Promise<unknown> {
    const answer = await send.apply(this, args);
    const [command] = args as [{ constructor: { name: string }; input: unknown }];
    if (isOn) requests.push(...noted(command.constructor.name, command.input, answer));
    return answer;
  };
  SQSClient.prototype.send = recording as typeof SQSClient.prototype.send;
  return {
    start: () => void (isOn = true),
    stop() {
      SQSClient.prototype.send = send as typeof SQSClient.prototype.send;
      return requests;
    },
  };
}

function noted(name: string, input: unknown, answer: unknown): QueueRequest[] {
  const command = v.parse(Command, name);
  const { MessageBody, Entries } = v.parse(Input, input);
  if (command === 'ReceiveMessage') {
    const messages = v.parse(Received, answer).Messages.length;
    return messages === 0 ? [] : [{ command, bodies: [], messages }];
  }
  const bodies = [MessageBody, ...Entries.map((entry) => entry.MessageBody)].filter((body) => body !== undefined);
  return [{ command, bodies, messages: Entries.length }];
}

/**
 * The same requests in the same order over plain HTTP, to one queue that no function reads. A batch of what is to be deleted
 * holds messages that this replay has received. Returns the seconds that it took.
 */
export async function replayQueues(
  endpoint: string,
  requests: readonly QueueRequest[],
  clients: number,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const ask = async (command: string, body: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${command}` };
    const [response] = await once(
      request(endpoint, { method: 'POST', agent, headers }).end(JSON.stringify(body)),
      'response',
    );
    return JSON.parse(await text(response));
  };
  const attributes = { Attributes: { VisibilityTimeout: String(VISIBILITY_SECONDS) } };
  const created = await ask('CreateQueue', { QueueName: 'replayed', ...attributes });
  const { QueueUrl } = v.parse(v.object({ QueueUrl: v.string() }), created);
  const received: string[] = [];
  const handles = (count: number) =>
    received.splice(0, count).map((ReceiptHandle, index) => ({ Id: String(index), ReceiptHandle }));
  const replay = async ({ command, bodies, messages }: QueueRequest): Promise<void> => {
    if (command === 'SendMessage') return void (await ask(command, { QueueUrl, MessageBody: bodies[0] }));
    if (command === 'SendMessageBatch') {
      const Entries = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody }));
      return void (await ask(command, { QueueUrl, Entries }));
    }
    if (command === 'ReceiveMessage') {
      const answer = v.parse(Received, await ask(command, { QueueUrl, MaxNumberOfMessages: messages }));
      received.push(...answer.Messages.map(({ ReceiptHandle }) => ReceiptHandle));
      return;
    }
    const Entries = handles(messages);
    if (Entries.length > 0) await ask('DeleteMessageBatch', { QueueUrl, Entries });
  };
  const started = performance.now();
  let next = 0;
  const work = async () => {
    for (let index = next++; index < requests.length; index = next++) await replay(requests[index]!);
  };
  await Promise.all(Array.from({ length: clients }, work));
  agent.destroy();
  return (performance.now() - started) / 1000;
}
