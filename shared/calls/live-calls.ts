import * as v from 'valibot';
import type { Micros } from '#shared/accounts/account.ts';
import type { Call, CallKey } from '#shared/calls/call.ts';
import { allOf, attribute, expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, type ItemKey, type Table } from '#shared/platform/table/table.ts';
import type { Write } from '#shared/platform/table/write.ts';

/** Outbound and web calls at once, of all users and of one user. Undefined: no limit. */
export interface ConversationsAtOnce {
  total?: number | undefined;
  perUser?: number | undefined;
}

/** The calls that hold a conversation, or are being dialled, in shards: docs/decisions/0047-shared-partitions-in-shards.md */
export interface LiveCalls {
  readonly atOnce: ConversationsAtOnce;
  /** The shards of a partition. One without any call may be missing. */
  read(partition: number): Promise<LiveCallShard[]>;
}

interface LiveCallShard {
  shard: number;
  /** Ids of calls by user. */
  calls: ReadonlyMap<number, ReadonlySet<number>>;
}

/** A shard for a call, with the number of calls that it may hold: of all users, and of this one. */
export interface LiveCallSlot {
  shard: number;
  most: number;
  mostOfUser: number;
}

/** 48 ids of 10 bytes with the names of as many users are less than 1 KB, which is one unit. */
const CALLS_PER_SHARD = 48;
/** Where only the calls of one user are limited, shards grow: 10,000 calls are 160 in each, below 4 KB. */
const SHARDS_WITHOUT_TOTAL = 64;

/** How the limits are divided among shards. The parts of all shards add up to the limit, so that none is ever exceeded. */
export function liveCallShards({
  total = Number.POSITIVE_INFINITY,
  perUser = Number.POSITIVE_INFINITY,
}: ConversationsAtOnce) {
  const count = Number.isFinite(total) ? Math.max(1, Math.ceil(total / CALLS_PER_SHARD)) : SHARDS_WITHOUT_TOTAL;
  const part = (limit: number, shard: number) =>
    Number.isFinite(limit) ? Math.floor((limit * (shard + 1)) / count) - Math.floor((limit * shard) / count) : limit;
  return {
    count,
    isLimited: Number.isFinite(total) || Number.isFinite(perUser),
    partitions: Math.ceil(count / keys.liveCalls.shardsPerPartition),
    /** The calls of a few of one user are in other shards than those of the next one. */
    slotIn: (shard: number, userId: number): LiveCallSlot => ({
      shard,
      most: part(total, shard),
      mostOfUser: part(perUser, (shard + userId) % count),
    }),
  };
}

const CallIds = v.set(v.number());

/** A shard: the number of its calls, and for each user (`u7`) the ids of the calls. */
const LiveCallsItem = v.pipe(
  v.looseObject({ sk: v.string(), live: v.number() }),
  v.transform((item): LiveCallShard => {
    const ofUsers = Object.entries(item).flatMap(([name, ids]) =>
      v.is(CallIds, ids) ? [[Number(name.slice(1)), ids] as const] : [],
    );
    return { shard: Number(item.sk), calls: new Map(ofUsers) };
  }),
);

export function createDynamoDbLiveCalls(table: Table, atOnce: ConversationsAtOnce): LiveCalls {
  return {
    atOnce,
    read: (partition) => query(table, { partition: keys.liveCalls.partition(partition) }, LiveCallsItem),
  };
}

/** Counts a call, as a part of the transaction that claims or stores it: so the limit holds whatever a pump believes. */
export function enterShard({ userId, callId }: CallKey, { shard, most, mostOfUser }: LiveCallSlot): Write {
  const ids = `u${userId}`;
  const own = attribute(ids);
  return {
    update: keys.liveCalls.shard(shard),
    add: { live: 1, [ids]: new Set([callId]) },
    condition: allOf([
      Number.isFinite(most) ? expr`attribute_not_exists(live) OR live < ${most}` : undefined,
      Number.isFinite(mostOfUser) ? expr`attribute_not_exists(${own}) OR size(${own}) < ${mostOfUser}` : undefined,
    ]),
  };
}

/** The end of `enterShard`. The condition fails if the call is not counted: a repeat changes nothing. */
export function leaveShard({ userId, callId }: CallKey, shard: number) {
  const ids = `u${userId}`;
  return {
    update: keys.liveCalls.shard(shard),
    add: { live: -1 },
    drop: { [ids]: new Set([callId]) },
    condition: expr`contains(${attribute(ids)}, ${callId})`,
  };
}

/** The calls of a widget, or those of a visitor with all widgets of a user. */
export interface CallAccount {
  /** Ids of the calls that are not settled. */
  calls: ReadonlySet<number>;
  /** The holds of these calls. */
  held: Micros;
  /** All that was ever held, less what was given back. It tells what other calls have taken since it was read. */
  taken: Micros;
  /** What settled calls cost, by the name of a period. */
  spent: Readonly<Record<string, Micros>>;
}

/** What an account allows to a call, by the account as it was read. */
export interface AccountLimit {
  account: CallAccount;
  mostCalls: number;
  /** What further calls may hold. */
  room: Micros;
}

const HOUR_MS = 3_600_000;
/** A period that has ended within the window counts as a whole: a cap holds for 60 to 65 minutes, and for 24 to 25 hours. */
export const windows = [
  { name: 'five_', periodMs: HOUR_MS / 12, windowMs: HOUR_MS, cap: 'perHour' },
  { name: 'hour_', periodMs: HOUR_MS, windowMs: 24 * HOUR_MS, cap: 'perDay' },
] as const;
export type Window = (typeof windows)[number];

/** Longer than a cost counts. */
const KEPT_SECONDS = 26 * 3600;

/** The names of the periods in which the cost of a call that is settled now counts. */
export function periodsAt(now: number): string[] {
  return windows.map(({ name, periodMs }) => `${name}${Math.floor(now / periodMs)}`);
}

/** When a period counts no more, epoch milliseconds. Undefined: the period is of the other window. */
export function endOfPeriod(period: string, { name, periodMs, windowMs }: Window): number | undefined {
  if (!period.startsWith(name)) return undefined;
  return (Number(period.slice(name.length)) + 1) * periodMs + windowMs;
}

export function accountKeys(
  { userId, assistantId }: Pick<Call, 'userId' | 'assistantId'>,
  visitor: string,
): [ItemKey, ItemKey] {
  return [keys.widgetCalls(userId, assistantId), keys.visitorCalls(userId, visitor)];
}

/**
 * Counts a call and its hold, as a part of the transaction that stores it. The condition compares with the account as it was read: no more
 * than its room was taken since. An item has 1 KB at most while a widget has some 20 calls at once.
 */
export function enterAccounts(call: Call, limits: { widget: AccountLimit; visitor: AccountLimit }): Write[] {
  if (call.visitor === undefined) return [];
  const [widgetKey, visitorKey] = accountKeys(call, call.visitor);
  return [
    enter(widgetKey, call, limits.widget),
    { ...enter(visitorKey, call, limits.visitor), set: expiry(call.createdAt) },
  ];
}

function enter(update: ItemKey, { id, hold, createdAt }: Call, { account, mostCalls, room }: AccountLimit) {
  const over = Object.keys(account.spent).filter((period) =>
    windows.every((window) => (endOfPeriod(period, window) ?? createdAt) <= createdAt),
  );
  return {
    update,
    add: { held: hold, taken: hold, inProgress: new Set([id]) },
    remove: over,
    condition: allOf([
      expr`attribute_not_exists(inProgress) OR size(inProgress) < ${mostCalls}`,
      expr`attribute_not_exists(taken) OR taken <= ${account.taken + room - hold}`,
    ]),
  };
}

/** The end of `enterAccounts`, as a part of the transaction that settles the call once. */
export function leaveAccounts(call: Call, cost: Micros, at: number): Write[] {
  if (call.visitor === undefined) return [];
  const [widgetKey, visitorKey] = accountKeys(call, call.visitor);
  const costs = cost > 0 ? Object.fromEntries(periodsAt(at).map((period) => [period, cost])) : {};
  const change = {
    add: { held: -call.hold, taken: cost - call.hold, ...costs },
    drop: { inProgress: new Set([call.id]) },
  };
  return [
    { update: widgetKey, ...change },
    { update: visitorKey, ...change, set: expiry(at) },
  ];
}

/** DynamoDB deletes the account of a visitor who does not call any more. */
const expiry = (at: number) => ({ expiresAt: Math.ceil(at / 1000) + KEPT_SECONDS });
