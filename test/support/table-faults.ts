import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { withLostAnswer } from '#test/support/lost-answers.ts';

/** `lost answer`: the write happens, and the connection breaks before the answer comes. `unprocessed`: a batch of which only the first part is done. */
type Fault = Error | 'lost answer' | 'unprocessed';

/** What only AWS does, on the client: each request takes the next fault of the list. */
export function injectFaults(client: DynamoDBDocumentClient) {
  let faults: Array<Fault | undefined> = [];
  let requests = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      requests += 1;
      const fault = faults.shift();
      if (fault instanceof Error) throw fault;
      if (fault === 'unprocessed') return onlyFirst(next as Next, args as BatchArgs) as ReturnType<typeof next>;
      return fault === 'lost answer' ? withLostAnswer(client, () => next(args)) : next(args);
    },
    { step: 'initialize', name: 'injectFaults', override: true },
  );
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

type Next = (args: BatchArgs) => Promise<{ output: Record<string, unknown> }>;
type BatchArgs = { input: { RequestItems: Record<string, unknown[] | { Keys: unknown[] }> } };

async function onlyFirst(next: Next, args: BatchArgs) {
  const [[table, wanted]] = Object.entries(args.input.RequestItems) as [[string, unknown[] | { Keys: unknown[] }]];
  const [name, all, wrap] = Array.isArray(wanted)
    ? (['UnprocessedItems', wanted, (part: unknown[]) => part] as const)
    : (['UnprocessedKeys', wanted.Keys, (part: unknown[]) => ({ ...wanted, Keys: part })] as const);
  const answer = await next({ ...args, input: { RequestItems: { [table]: wrap(all.slice(0, 1)) } } });
  Object.assign(answer.output, { [name]: { [table]: wrap(all.slice(1)) } });
  return answer;
}
