import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
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
const Command = v.picklist([
  'SendMessage',
  'SendMessageBatch',
  'ReceiveMessage',
  'DeleteMessageBatch',
  'ChangeMessageVisibilityBatch',
]);
const TARGET = 'AmazonSQS.';

/** What goes over the wire. It is read when nothing is measured any more. */
interface Exchange {
  command: string;
  body: string;
  answer: Buffer[];
}

/**
 * Notes the requests of this process to the queue emulator at this address: of the functions, which a proxy passes on, and of the
 * pumps. A receive that finds nothing waits, and costs nothing here.
 */
export function recordQueues(endpoint: string) {
  const port = Number(new URL(endpoint).port);
  const exchanges: Exchange[] = [];
  const open = new WeakMap<ClientRequest, Exchange>();
  const onRequest = (message: unknown) => {
    const { request: sent } = message as { request: ClientRequest };
    const target = String(sent.getHeader('x-amz-target') ?? '');
    if (!target.startsWith(TARGET)) return;
    const exchange: Exchange = { command: target.slice(TARGET.length), body: '', answer: [] };
    open.set(sent, exchange);
    const end = sent.end.bind(sent) as (...input: unknown[]) => ClientRequest;
    Object.assign(sent, {
      end(...input: unknown[]) {
        exchange.body = String(input[0]);
        return end(...input);
      },
    });
  };
  const onResponse = (message: unknown) => {
    const { request: sent, response } = message as { request: ClientRequest; response: IncomingMessage };
    const exchange = open.get(sent);
    if (!exchange || response.socket.remotePort !== port) return;
    exchanges.push(exchange);
    const push = response.push.bind(response);
    response.push = (chunk: Buffer | null, ...more) => {
      if (chunk) exchange.answer.push(chunk);
      return push(chunk, ...more);
    };
  };
  subscribe('http.client.request.created', onRequest);
  subscribe('http.client.response.finish', onResponse);
  /** Stops, and returns the requests. */
  return (): QueueRequest[] => {
    unsubscribe('http.client.request.created', onRequest);
    unsubscribe('http.client.response.finish', onResponse);
    return exchanges.flatMap(noted);
  };
}

function noted({ command: name, body, answer }: Exchange): QueueRequest[] {
  const command = v.parse(Command, name);
  const { MessageBody, Entries } = v.parse(Input, JSON.parse(body));
  if (command === 'ReceiveMessage') {
    const messages = v.parse(Received, JSON.parse(Buffer.concat(answer).toString() || '{}')).Messages.length;
    return messages === 0 ? [] : [{ command, bodies: [], messages }];
  }
  const bodies = [MessageBody, ...Entries.map((entry) => entry.MessageBody)].filter((one) => one !== undefined);
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
