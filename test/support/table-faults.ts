import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** `lost answer`: the write happens, and the connection breaks before the answer comes. `unprocessed`: a batch of which only the first part is done. */
type Fault = Error | 'lost answer' | 'unprocessed';

/** What only AWS does, on the client: each request takes the next fault of the list. */
export function injectFaults(client: DynamoDBDocumentClient) {
  let faults: Array<Fault | undefined> = [];
  let requests = 0;
  aroundSend(client, 'injectFaults', async ({ input }, next) => {
    requests += 1;
    const fault = faults.shift();
    if (fault instanceof Error) throw fault;
    if (fault === 'unprocessed') return onlyFirst(next, input as BatchInput);
    return fault === 'lost answer' ? withLostAnswer(client, () => next()) : next();
  });
  return {
    next(...list: Array<Fault | undefined>) {
      faults = list;
      requests = 0;
    },
    always: (fault: Error) => {
      faults = Array.from({ length: 1000 }, () => fault);
      requests = 0;
    },
    /** Requests of our code since the faults were set; repeats by the SDK do not count. */
    requests: () => requests,
  };
}

type Send = (command: Parameters<DynamoDBDocumentClient['send']>[0]) => Promise<unknown>;

/** The client with another way to send. */
export function withSend(client: DynamoDBDocumentClient, send: Send): DynamoDBDocumentClient {
  return new Proxy(client, {
    get: (target, property, receiver) => (property === 'send' ? send : Reflect.get(target, property, receiver)),
  });
}

export const named = (name: string): Error => Object.assign(new Error(`injected ${name}`), { name });

export function cancelled(...codes: string[]): TransactionCanceledException {
  const CancellationReasons = codes.map((Code) => ({ Code }));
  return new TransactionCanceledException({ message: `injected ${codes.join()}`, $metadata: {}, CancellationReasons });
}

type BatchInput = { RequestItems: Record<string, unknown[] | { Keys: unknown[] }> };

async function onlyFirst(next: (input: object) => Promise<unknown>, input: BatchInput) {
  const [[table, wanted]] = Object.entries(input.RequestItems) as [[string, unknown[] | { Keys: unknown[] }]];
  const [name, all, wrap] = Array.isArray(wanted)
    ? (['UnprocessedItems', wanted, (part: unknown[]) => part] as const)
    : (['UnprocessedKeys', wanted.Keys, (part: unknown[]) => ({ ...wanted, Keys: part })] as const);
  const answer = (await next({ ...input, RequestItems: { [table]: wrap(all.slice(0, 1)) } })) as object;
  return { ...answer, [name]: { [table]: wrap(all.slice(1)) } };
}

const losing = new AsyncLocalStorage<{ left: number }>();
const watched = new WeakSet<object>();

/** Runs `send`, whose first answer is lost on its way: the request has reached the table, and the connection breaks. */
export function withLostAnswer<Answer>(client: DynamoDBDocumentClient, send: () => Promise<Answer>): Promise<Answer> {
  const { requestHandler } = client.config;
  if (!watched.has(requestHandler)) {
    watched.add(requestHandler);
    const handle = requestHandler.handle.bind(requestHandler);
    requestHandler.handle = async (...request: Parameters<typeof handle>) => {
      const answer = await handle(...request);
      const state = losing.getStore();
      if (!state || state.left === 0) return answer;
      state.left -= 1;
      answer.response.body.destroy();
      throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    };
  }
  return losing.run({ left: 1 }, send);
}

type Command = { input: object; constructor: { name: string } };
/** @param next sends the command, or another input by the same command */
type Around = (command: Command, next: (input?: object) => Promise<unknown>) => Promise<unknown>;

const arounds = new WeakMap<object, Map<string, Around>>();

/**
 * Stands around each request of a client, before the SDK and our fast requests; the one of a name that was added last does.
 * @returns takes it away
 */
export function aroundSend(client: DynamoDBDocumentClient, name: string, around: Around): () => void {
  const own = arounds.get(client) ?? watch(client);
  own.set(name, around);
  return () => void own.delete(name);
}

function watch(client: DynamoDBDocumentClient): Map<string, Around> {
  const own = new Map<string, Around>();
  arounds.set(client, own);
  const send = client.send.bind(client) as unknown as (command: Command, ...rest: unknown[]) => Promise<unknown>;
  const replaced = (command: Command, ...rest: unknown[]) =>
    [...own.values()].reduce(
      (next: (one: Command) => Promise<unknown>, around) => (one) =>
        around(one, (input) => next(input ? withInput(one, input) : one)),
      (one: Command) => send(one, ...rest),
    )(command);
  Object.assign(client, { send: replaced });
  return own;
}

const withInput = (command: Command, input: object): Command =>
  Reflect.construct(command.constructor as unknown as new (input: object) => Command, [input]);

interface Settings {
  /** How long a transaction holds its items, in milliseconds: about 25 in AWS for two items. */
  heldMs: number;
  /** The share of writes that conflict although nothing else is at work. */
  injected?: number;
}

type Key = { pk: string; sk: string };
type Named = { Key?: Key; Item?: Key };

/**
 * Makes the emulator's transactions conflict as those of AWS: a write to an item that is in a running transaction fails.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 */
export function conflictLikeAws(client: DynamoDBDocumentClient, { heldMs, injected = 0 }: Settings) {
  const held = new Set<string>();
  const seen = { conflicts: 0, requests: 0 };
  const isBusy = (name: string) => held.has(name) || Math.random() < injected;
  const stop = aroundSend(client, 'conflictLikeAws', async (command, next) => {
    const input = command.input as { TransactItems?: Array<Record<string, Named>> } & Named;
    const transaction = input.TransactItems?.flatMap((one) => Object.values(one)) ?? [];
    const names = [input, ...transaction].flatMap(({ Key: key, Item }) => [key ?? Item ?? []].flat().map(nameOf));
    const isWrite = names.length > 0 && !('ConsistentRead' in input);
    if (!isWrite) return next();
    seen.requests += 1;
    // One draw for each request, not for each of its items.
    const busy = names.map((name, index) => (index === 0 ? isBusy(name) : held.has(name)));
    if (busy.includes(true)) {
      seen.conflicts += 1;
      if (transaction.length > 0) throw cancelled(...busy.map((one) => (one ? 'TransactionConflict' : 'None')));
      throw new TransactionConflictException({ message: 'Transaction is ongoing for the item', $metadata: {} });
    }
    if (transaction.length === 0) return next();
    for (const name of names) held.add(name);
    try {
      const [answer] = await Promise.all([next(), sleep(heldMs)]);
      return answer;
    } finally {
      for (const name of names) held.delete(name);
    }
  });
  return { seen, stop };
}

const nameOf = ({ pk, sk }: Key) => `${pk} ${sk}`;
