import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { reservedToolNames } from '#shared/assistants/assistant-tools.ts';
import { builtInTools } from '#shared/built-in-tools.ts';
import type { Call } from '#shared/calls/call.ts';
import { leadCallRefusal } from '#shared/campaigns/call-lead.ts';
import { waitingLeadsCloser } from '#shared/campaigns/close-waiting-leads.ts';
import { destinationRules } from '#shared/destinations/destination-rules.ts';
import { visibilityTimeoutSeconds } from '#shared/manifest/manifest-row.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { errorStatus } from '#shared/platform/http/errors.ts';
import { createDynamoDbSmsList } from '#shared/sms/dynamodb-sms-list.ts';
import { withDeps } from '#shared/tools/tool.ts';
import { createSmsEvents } from '#shared/webhooks/sms-webhook.ts';
import { functions, type FunctionDeps } from '#test/slow/matrix/functions.ts';
import { invoke, type FaultPlan, type Step } from '#test/slow/matrix/invocation.ts';
import { createOutside } from '#test/slow/matrix/outside.ts';
import { createStores } from '#test/slow/matrix/stores.ts';
import { createCountingIds, createObservers } from '#test/support/fakes.ts';
import { createMemoryQueueDepth } from '#test/support/memory/platform.ts';
import { createFakeTool, outsideToolsOf } from '#test/support/memory/tool-uses.ts';

/** A Tuesday, noon in Washington: campaigns may call. */
const START = Date.UTC(2026, 5, 30, 16, 0, 0);
/** A message is delivered this often in all, whatever happens: the matrix fails on loops that do not end. */
const MOST_DELIVERIES = 300;
/** A client repeats a request without an answer after the lease of its idempotency key; OpenAI repeats a webhook. */
const REPEAT_AFTER_MS = 41_000;

/** An event on its way to a function. */
export interface Delivery {
  id: string;
  event: unknown;
  at: number;
  receives: number;
  /** It was answered: no other delivery of the same event is repeated. */
  isDone?: boolean;
}

type Handler = (event: unknown) => Promise<{ statusCode?: number; batchItemFailures?: unknown[] } | undefined>;
type Definition = { with: (...parts: unknown[]) => Handler };

/** The default carrier account signs everything. */
const isGenuine = async () => 'default';

const rows = new Map(manifest.map((row) => [row.id, row]));
const load = async (id: string) =>
  ((await functions[id as keyof typeof functions]()) as { handler: Definition }).handler;

/** One user with everything that the service depends on, on a table of its own. Time passes only from event to event. */
export type World = Awaited<ReturnType<typeof createWorld>>;

export async function createWorld(client: DynamoDBDocumentClient, tableName: string) {
  let now = START;
  const pending: Delivery[] = [];
  const deadLetters: unknown[] = [];
  let deliveries = 0;
  const clock = { now: () => now, callMs: (seconds: number) => seconds * 1000 };
  const observers = createObservers();
  const ids = createCountingIds(clock);
  const push = (id: string, event: unknown, afterMs = 0) =>
    void pending.push({ id, event, at: now + afterMs, receives: 0 });
  const outside = createOutside({ clock, push });
  const pause = async (milliseconds: number) => void (now += milliseconds);
  const stores = createStores({ client, tableName }, { clock, queue: outside.queue, logger: observers.logger, push });
  const { expensive, rates, users } = stores;
  const destinations = { ...observers, rules: destinationRules(), expensive, rates, users, clock };
  const events = createSmsEvents({ users, queue: outside.queue, timer: stores.timer });
  const smsList = createDynamoDbSmsList(
    { client, tableName },
    { sizes: { block: 2, blocksAtOnce: 2, notes: 1 }, now: clock.now },
  );
  const parts = {
    ...observers,
    events,
    smsList,
    ...outside.deps,
    ...stores,
    destinations,
    clock,
    ids,
    pause,
    wait: pause,
    depth: createMemoryQueueDepth(),
    reservedNames: reservedToolNames,
  };
  const deps = {
    ...parts,
    tools: builtInTools.map((tool) => withDeps(tool, () => parts)),
    outsideTools: outsideToolsOf([createFakeTool()]),
    closeWaitingLeads: waitingLeadsCloser(parts),
    refusalOf: (call: Call) => leadCallRefusal(call, parts),
  } satisfies FunctionDeps;

  async function run({ id, event }: Delivery, plan?: FaultPlan) {
    const row = rows.get(id)!;
    const definition = await load(id);
    const handler =
      row.kind === 'queue'
        ? definition.with(deps, outside.deadLettersOf(row.queue))
        : definition.with(deps, isGenuine, clock.now);
    return invoke(() => handler(event), plan);
  }

  /** Hands an event to its function, and lets the sender do what it does about the outcome. */
  async function deliver(delivery: Delivery, plan?: FaultPlan): Promise<{ status: number; steps: Step[] }> {
    deliveries += 1;
    if (deliveries > MOST_DELIVERIES)
      throw new Error(`it never ends: ${delivery.id} ${JSON.stringify(delivery.event)}`);
    delivery.receives += 1;
    let outcome: Awaited<ReturnType<typeof run>>;
    try {
      outcome = await run(delivery, plan);
    } catch (error) {
      // A schedule fails by its exception.
      observers.logger.error('failed', { error });
      outcome = { answer: { statusCode: errorStatus.internal }, steps: [] };
    }
    const { answer, steps } = outcome;
    const status = answer === 'killed' ? 0 : (answer?.statusCode ?? (answer?.batchItemFailures?.length ? 500 : 200));
    // 409: an earlier request with the same key still runs.
    const isFailed = status === 0 || status >= 500 || status === errorStatus.idempotency_running;
    if (!isFailed) delivery.isDone = true;
    else if (!delivery.isDone) repeat(delivery);
    return { status, steps };
  }

  function repeat(delivery: Delivery) {
    const row = rows.get(delivery.id)!;
    const again = (afterMs: number) => void pending.push(Object.assign(delivery, { at: now + afterMs }));
    if (pending.includes(delivery)) return;
    if (row.kind === 'queue') {
      if (delivery.receives < row.maxReceiveCount) again(visibilityTimeoutSeconds(row) * 1000);
      else deadLetters.push(delivery.event);
    } else if (row.kind === 'schedule') again(60_000);
    else if (delivery.id === 'carrier/openai-call-incoming') again(10_000);
    else if (row.kind === 'http' && delivery.receives < 5) again(REPEAT_AFTER_MS);
  }

  function next(): Delivery | undefined {
    const first = pending.toSorted((one, other) => one.at - other.at)[0];
    if (!first) return undefined;
    pending.splice(pending.indexOf(first), 1);
    now = Math.max(now, first.at);
    return first;
  }

  async function drain() {
    for (let first = next(); first; first = next()) await deliver(first);
  }

  return {
    ...deps,
    outside,
    deadLetters,
    tableName,
    client,
    deliver,
    push,
    move: (milliseconds: number) => void (now += milliseconds),
    /** Delivers what is on its way, in order, up to the next event of a function, and takes that one. */
    async until(id: string): Promise<Delivery> {
      for (let first = next(); first; first = next()) {
        if (first.id === id) return first;
        await deliver(first);
      }
      throw new Error(`nothing came to ${id}`);
    },
    send: async (id: string, event: unknown) => deliver({ id, event, at: now, receives: 0 }),
    drain,
    /** Delivers everything until nothing is on its way, with the schedules of three minutes. */
    async settle() {
      for (let round = 0; round < 3; round += 1) {
        await drain();
        now += 100_000;
        for (const row of rows.values()) {
          if (row.kind === 'schedule') push(row.id, { id: `tick-${round}`, time: new Date(now).toISOString() });
        }
      }
      await drain();
    },
  };
}
