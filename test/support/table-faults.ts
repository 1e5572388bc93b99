import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { aroundSend } from '#test/support/around-send.ts';
import { withLostAnswer } from '#test/support/lost-answers.ts';

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
