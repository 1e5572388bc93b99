import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { startLocalStack, type LocalStack } from '#infra/local/local-stack.ts';
import { sourceOfManifest, type ServiceSource } from '#infra/local/stack/service-source.ts';
import { dynamo } from '#shared/platform/clients.ts';
import { createTally, type UnitTally } from '#test/bench/unit-tally.ts';

export interface Invocation {
  functionId: string;
  requests: number;
  /** The longest chain of requests of which each waited for the one before. */
  hops: number;
  units: UnitTally;
}

export type RecordedStack = { stack: LocalStack; take(): Invocation[] };

type Message = { request: object };

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
export async function startRecordedStack(options: Parameters<typeof startLocalStack>[0] = {}): Promise<RecordedStack> {
  let taken: Invocation[] = [];
  const source = await sourceOfManifest();
  const observed: ServiceSource = {
    ...source,
    async start(machine) {
      const functions = await source.start(machine);
      return {
        ...functions,
        async load(row) {
          const handler = await functions.load(row);
          return (event, context) => {
            const invocation: Invocation = { functionId: row.id, requests: 0, hops: 0, units: createTally() };
            taken.push(invocation);
            return running.run(invocation, () => handler(event, context));
          };
        },
      };
    },
  };
  const stack = await startLocalStack({ simulatorSpeed: 60, ...options, source: observed });
  dynamo().middlewareStack.add(
    (next) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const result = await next(args);
      running.getStore()?.units.add(args.input, result.output);
      return result;
    },
    { step: 'initialize', name: 'countUnits', override: true },
  );
  return {
    stack,
    take() {
      const all = taken;
      taken = [];
      return all;
    },
  };
}
