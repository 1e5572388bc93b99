import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import * as v from 'valibot';
import type { Handler } from '#infra/local/aws/lambda/function-runtime.ts';
import { startLocalStack, type LocalStack } from '#infra/local/compose/local-stack.ts';
import { sourceOfManifest, type ServiceSource } from '#infra/local/source/service-source.ts';
import type { ManifestRow } from '#shared/manifest/manifest-row.ts';
import { dynamo } from '#shared/platform/environment.ts';
import { askForRefused, unitsOf, unitsOfRefused } from '#test/bench/meter.ts';

export interface Invocation {
  functionId: string;
  requests: number;
  /** The longest chain of requests of which each waited for the one before. */
  hops: number;
  readUnits: number;
  writeUnits: number;
  /** Each write, by the kind of its item. */
  writes: WrittenItem[];
}

interface WrittenItem {
  /** The key without ids, and what was changed. */
  kind: string;
  units: number;
  isRefused: boolean;
}

type Message = { request: object };
type Command = Parameters<ReturnType<typeof dynamo>['send']>[0];

const running = new AsyncLocalStorage<Invocation>();
const depths = new WeakMap<object, { invocation: Invocation; depth: number }>();

// Both the SDK's and fetch's requests are counted here, in the context of their caller.
for (const channel of ['http.client.request.created', 'undici:request:create']) {
  subscribe(channel, (message) => {
    const invocation = running.getStore();
    if (!invocation) return;
    invocation.requests += 1;
    depths.set((message as Message).request, { invocation, depth: invocation.hops + 1 });
  });
}
for (const channel of ['http.client.response.finish', 'undici:request:trailers']) {
  subscribe(channel, (message) => {
    const known = depths.get((message as Message).request);
    if (known) known.invocation.hops = Math.max(known.invocation.hops, known.depth);
  });
}

/** The local stack, with every function under observation: its requests, how many in a row, and its capacity units. */
export async function startObservedStack(): Promise<{ stack: LocalStack; take: () => Invocation[] }> {
  let taken: Invocation[] = [];
  const source = await wrappedSource(({ id }, handler) => (event, context) => {
    const invocation: Invocation = { functionId: id, requests: 0, hops: 0, readUnits: 0, writeUnits: 0, writes: [] };
    taken.push(invocation);
    return running.run(invocation, () => handler(event, context));
  });
  const stack = await startLocalStack({ simulatorSpeed: 10, source });
  const client = dynamo();
  const send = client.send.bind(client);
  const observe = async (command: Command) => {
    const { input, constructor } = command;
    Object.assign(input, { ReturnConsumedCapacity: 'TOTAL' });
    askForRefused(input);
    const output = await send(command).catch((error: unknown) => {
      const refused = running.getStore();
      if (refused) note(refused, constructor.name, input, unitsOfRefused(input, error), true);
      throw error;
    });
    const invocation = running.getStore();
    if (invocation) note(invocation, constructor.name, input, unitsOf(output), false);
    return output;
  };
  // Most requests pass the SDK's middleware by.
  Object.assign(client, { send: observe });
  return {
    stack,
    take() {
      const all = taken;
      taken = [];
      return all;
    },
  };
}

function note(invocation: Invocation, command: string, input: object, units: number, isRefused: boolean): void {
  if (!isWrite(command)) {
    invocation.readUnits += units;
    return;
  }
  invocation.writeUnits += units;
  invocation.writes.push({ kind: kindOf(input), units, isRefused });
}

const Text = v.fallback(
  v.union([
    v.string(),
    v.pipe(
      v.object({ S: v.string() }),
      v.transform(({ S }) => S),
    ),
  ]),
  '',
);
const Names = v.object({ pk: Text, sk: Text, kind: v.optional(Text, '') });
const Single = v.object({ Key: v.optional(Names), Item: v.optional(Names) });
const AnyWrite = v.object({
  ...Single.entries,
  TransactItems: v.optional(v.array(v.record(v.string(), Single))),
});

/** The keys without ids: `USER#CALL`, or those of a transaction, `[USER WALLET, USER#CALL]`. */
function kindOf(input: object): string {
  const { TransactItems, ...single } = v.parse(AnyWrite, input);
  const parts = TransactItems?.flatMap((part) => Object.values(part)) ?? [single];
  const names = parts.map(({ Key, Item }) => nameOf(Key ?? Item));
  return TransactItems ? `[${names.join(', ')}]` : (names[0] ?? '');
}

function nameOf({ pk, sk, kind }: v.InferOutput<typeof Names> = { pk: 'a batch', sk: '', kind: '' }): string {
  const known = `${pk} ${sk} ${kind}`.replace(/^(CONVERSATION|INBOUND_CALL)#\S+/, '$1').replace(/#[0-9a-f]{16} /, ' ');
  return known
    .replaceAll(/#?\d+\b/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const isWrite = (commandName: string) => /^(?:Put|Update|Delete|BatchWrite|TransactWrite)/.test(commandName);

/** The service from its sources, each handler in a wrapper. */
export async function wrappedSource(wrap: (row: ManifestRow, handler: Handler) => Handler): Promise<ServiceSource> {
  const source = await sourceOfManifest();
  return {
    ...source,
    async start(machine) {
      const functions = await source.start(machine);
      return { ...functions, load: async (row) => wrap(row, await functions.load(row)) };
    },
  };
}
