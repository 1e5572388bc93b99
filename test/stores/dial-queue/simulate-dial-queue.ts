import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Call, CallKey } from '#shared/calls/call.ts';
import type { Dial, DialOutcome } from '#shared/calls/carrier.ts';
import { type DialQueue } from '#shared/calls/dial-queue.ts';
import { accountsOf, type DialRate } from '#shared/calls/dial-rate.ts';
import { createDynamoDbCallStore } from '#shared/calls/dynamodb-call-store.ts';
import { createDynamoDbDialQueue } from '#shared/calls/dynamodb-dial-queue.ts';
import { createDynamoDbNumberLines } from '#shared/calls/dynamodb-number-lines.ts';
import { createDynamoDbLiveCalls, type ConversationsAtOnce } from '#shared/calls/live-calls.ts';
import { createUsersInTurn } from '#shared/calls/users-in-turn.ts';
import { dialWaitingCalls, type DialWaitingCallsDeps } from '#shared/dialling/dial-waiting-calls.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, type Table } from '#shared/platform/table/table.ts';
import { put, removeAll } from '#shared/platform/table/write.ts';
import { createVirtualTime } from '#test/stores/dial-queue/virtual-time.ts';
import { buildAssistant, buildCall } from '#test/support/builders.ts';
import { createCountingIds, createObservers, createRandom } from '#test/support/fakes.ts';

export interface DialQueueScenario {
  client: DynamoDBDocumentClient;
  tableName: string;
  rate: DialRate;
  atOnce?: ConversationsAtOnce;
  /** How many calls each user makes, by user id. */
  calls: Record<number, number>;
  /** Calls that users make later, in milliseconds since the start. */
  later?: Array<{ userId: number; at: number }>;
  /** How often a pump is killed. */
  kills?: number;
  /** How long a request to a store takes. */
  storeMs?: number;
  /** How often a pump stops for longer than its lease, and then goes on beside the next one. */
  stalls?: number;
  /** Of everything that is random. */
  seed?: number;
  /** What the carrier answers; by default it accepts. */
  answer?: (key: CallKey, now: number, account: string) => DialOutcome | undefined;
  /** Whose calls cannot be dialled: something throws an error. */
  failing?: (key: CallKey) => boolean;
  /** How long a request to the carrier takes. */
  carrierMs?: (account: string) => number;
  /** The carrier account of each user's number; the default one where none is named. */
  accounts?: Record<number, string>;
  /** When the simulation ends at the latest, in milliseconds. */
  untilMs?: number;
}

/** Dials that pumps have taken from the rate of an account. */
export interface Granted {
  account: string;
  count: number;
  at: number;
}

export interface Dialled extends CallKey {
  /** The carrier account that dialled it. */
  account: string;
  /** Milliseconds since the start. */
  at: number;
}

const START = Date.UTC(2026, 10, 22, 9);
const CARRIER_MS = 400;
const QUEUE_MS = 40;
/** Of an account with 1,000 concurrent executions. One runs the pump, the others wait for its last dials or find it running. */
const WORKERS = 5;
const STALL_MS = { least: 2_500, most: 8_000 };

/** All calls are accepted at once, and pumps dial them on the real store, in virtual time. */
export async function simulateDialQueue(scenario: DialQueueScenario) {
  const { client, tableName, rate, seed = 1, kills = 0, stalls = 0, storeMs = 0, atOnce = {} } = scenario;
  const random = createRandom(seed);
  const time = createVirtualTime(START);
  const table = { client: time.watch(client), tableName };
  const calls = createDynamoDbCallStore(table);
  const dialQueue = createDynamoDbDialQueue(table, rate, createUsersInTurn(table));
  const granted: Granted[] = [];
  const ids = createCountingIds(time.clock);
  const observers = createObservers();
  const dialled: Dialled[] = [];
  const lives = new Set<Life>();
  const statistics = { pumps: 0, kills: 0, stalls: 0 };

  function wake(delayMs: number, message: QueueMessage<'dial-calls'> = { wokenBy: 'call' }): void {
    time.at(time.clock.now() + delayMs, () => void runPump(message));
  }

  async function runPump(message: QueueMessage<'dial-calls'>): Promise<void> {
    // The concurrency of the worker: SQS keeps the message.
    if (lives.size >= WORKERS) return wake(1000, message);
    const life: Life = { isDead: false };
    lives.add(life);
    statistics.pumps += 1;
    await dialWaitingCalls(message, mortal(deps, life));
    lives.delete(life);
  }

  const queue: Queue = {
    send: async (_name, _message, options) => wake((options?.delaySeconds ?? 0) * 1000 + QUEUE_MS),
  };
  const take: DialQueue['take'] = async (account, ...given) => {
    const taken = await dialQueue.take(account, ...given);
    if (taken.count > 0) granted.push({ account, count: taken.count, at: time.clock.now() - START });
    return taken;
  };
  const deps = {
    calls: time.atDistance(calls, storeMs),
    dialQueue: time.atDistance({ ...dialQueue, take }, storeMs),
    numberLines: time.atDistance(createDynamoDbNumberLines(table), storeMs),
    attemptLimit: { most: 3, dayOf: () => '2026-11-22' },
    liveCalls: time.atDistance(createDynamoDbLiveCalls(table, atOnce), storeMs),
    async refusalOf({ userId, id: callId }: Call) {
      if (scenario.failing?.({ userId, callId }) === true) throw new Error('cannot be decided');
      return undefined;
    },
    ids,
    clock: time.clock,
    wait: time.wait,
    logger: observers.logger,
    metrics: observers.metrics,
    queue,
    timer: { at: async () => undefined, afterCallSeconds: async () => undefined, latenessSeconds: 1 },
    carrier: (account: string) => ({
      async dial({ key }: Dial): Promise<DialOutcome> {
        const outcome = scenario.answer?.(key, time.clock.now() - START, account);
        if (!outcome || outcome.kind === 'accepted') dialled.push({ ...key, account, at: time.clock.now() - START });
        await time.wait(scenario.carrierMs?.(account) ?? CARRIER_MS);
        return outcome ?? { kind: 'accepted', carrierCallId: `CA${key.callId}` };
      },
    }),
  } as unknown as DialWaitingCallsDeps;

  await emptyQueue(table, accountsOf(rate));
  const total = await acceptAll();
  for (const { userId, at } of scenario.later ?? [])
    time.at(START + at, () => void accept({ userId, callId: ids.recordId() }).then(() => wake(QUEUE_MS)));
  for (const _ of Array.from({ length: WORKERS })) wake(QUEUE_MS);
  const everyMinute = () => {
    wake(0);
    time.at(time.clock.now() + 60_000, everyMinute);
  };
  time.at(START + 60_000, everyMinute);
  const lengthMs = (total / rate.callsPerSecond) * 1000;
  for (let kill = 0; kill < kills; kill += 1) {
    time.at(START + random.below(lengthMs), () => {
      const [victim] = [...lives];
      if (!victim) return;
      victim.isDead = true;
      lives.delete(victim);
      statistics.kills += 1;
    });
  }
  for (let stall = 0; stall < stalls; stall += 1) {
    time.at(START + random.below(lengthMs), () => {
      const [stalled] = [...lives];
      if (!stalled) return;
      stalled.stall = time.wait(STALL_MS.least + random.below(STALL_MS.most - STALL_MS.least));
      statistics.stalls += 1;
    });
  }
  const untilMs = scenario.untilMs ?? lengthMs * 2 + 600_000;
  await time.run(() => (dialled.length >= total && lives.size === 0) || time.clock.now() > START + untilMs);
  // What is still running ends with the simulation, and asks the table no more.
  for (const life of lives) life.isDead = true;
  await time.settle();
  return { dialled, granted, total, statistics, observers, calls, dialQueue, time };

  async function acceptAll(): Promise<number> {
    const keysOfCalls: CallKey[] = [];
    const later = (scenario.later ?? []).map(({ userId }): [string, number] => [String(userId), 0]);
    for (const [user, count] of [...later, ...Object.entries(scenario.calls)]) {
      await put(table, { ...keys.wallet(Number(user)), balance: 1e12, available: 1e12 });
      for (let index = 0; index < count; index += 1) keysOfCalls.push({ userId: Number(user), callId: ids.recordId() });
    }
    for (const key of keysOfCalls) await accept(key);
    return keysOfCalls.length + (scenario.later?.length ?? 0);
  }

  /** Stores a call and its entry, as `make_call` does. */
  async function accept({ userId, callId }: CallKey) {
    const carrierAccount = scenario.accounts?.[userId] ?? 'default';
    const user = { userId, carrierAccount, priority: 'interactive' } as const;
    const state = await dialQueue.readState(carrierAccount);
    const fairnessRound = await dialQueue.drawRound(user, state, time.clock.now());
    if (fairnessRound === 'full') throw new Error('the queue is full');
    const call = buildCall({
      id: callId,
      userId,
      carrierAccount,
      clientPhoneNumber: `+1${callId}`,
      createdAt: time.clock.now(),
      hold: 1,
    });
    const entry = { ...user, callId, fairnessRound };
    await calls.createWithHold(call, { assistant: buildAssistant({ userId }), variables: {} }, entry);
  }
}

export async function emptyQueue(table: Table, accounts: readonly string[] = ['default']): Promise<void> {
  const Key = v.object({ pk: v.string(), sk: v.string() });
  const ofAccounts = accounts.flatMap((one) => [keys.dialQueue.partition(one), keys.dialQueue.state(one).pk]);
  for (const partition of [...ofAccounts, keys.liveCalls.partition(0)])
    await removeAll(table, await query(table, { partition }, Key));
}

/** A process. Nothing that it waits for comes back when it is dead, or before its stall is over. */
export interface Life {
  isDead: boolean;
  stall?: Promise<void>;
}

/** The same dependencies, for a process that can be killed or stall. */
export function mortal<Deps extends object>(deps: Deps, life: Life): Deps {
  // Whatever is asked of it is never answered.
  const deadEnd: unknown = Object.assign(new Promise(() => undefined), { dial: () => new Promise(() => undefined) });
  const guard =
    (member: (...args: unknown[]) => unknown, self: unknown) =>
    (...args: unknown[]) => {
      if (life.isDead) return deadEnd;
      const result = Reflect.apply(member, self, args);
      if (!(result instanceof Promise)) return wrap(result);
      const unlessDead = async (go: () => unknown) => {
        if (life.stall) await life.stall;
        return life.isDead ? new Promise(() => undefined) : go();
      };
      return result.then(
        (value: unknown) => unlessDead(() => value),
        (error: unknown) => unlessDead(() => Promise.reject(error)),
      );
    };
  const wrap = (value: unknown): unknown => {
    if (typeof value === 'function') return guard(value as never, undefined);
    if (typeof value !== 'object' || value === null) return value;
    return new Proxy(value, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? guard(member as never, target) : member;
      },
    });
  };
  const entries = Object.entries(deps).map(([name, value]) => [name, name === 'clock' ? value : wrap(value)]);
  return Object.fromEntries(entries) as Deps;
}
