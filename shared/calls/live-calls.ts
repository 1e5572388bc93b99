import * as v from 'valibot';
import type { Micros } from '#shared/accounts/account.ts';
import { accountExpiry, holdIn, settleIn, type AccountLimit } from '#shared/accounts/spend-account.ts';
import type { Call, CallKey } from '#shared/calls/call.ts';
import type { NumberClaim } from '#shared/calls/number-line.ts';
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

export function accountKeys(
  { userId, assistantId }: Pick<Call, 'userId' | 'assistantId'>,
  visitor: string,
): [ItemKey, ItemKey] {
  return [keys.widgetCalls(userId, assistantId), keys.visitorCalls(userId, visitor)];
}

/** Counts a call and its hold, as a part of the transaction that stores it. */
export function enterAccounts(call: Call, limits: { widget: AccountLimit; visitor: AccountLimit }): Write[] {
  if (call.visitor === undefined) return [];
  const [widgetKey, visitorKey] = accountKeys(call, call.visitor);
  return [
    holdIn(widgetKey, call, limits.widget),
    { ...holdIn(visitorKey, call, limits.visitor), set: accountExpiry(call.createdAt) },
  ];
}

/** The end of `enterAccounts`, as a part of the transaction that settles the call once. */
export function leaveAccounts(call: Call, cost: Micros, at: number): Write[] {
  if (call.visitor === undefined) return [];
  const [widgetKey, visitorKey] = accountKeys(call, call.visitor);
  return [settleIn(widgetKey, call, cost, at), { ...settleIn(visitorKey, call, cost, at), set: accountExpiry(at) }];
}

/** Longer than a call lasts, and longer than a day in any time zone. */
const NUMBER_KEPT_SECONDS = 3 * 86_400;

export const expiryOfNumber = (at: number): number => Math.ceil(at / 1000) + NUMBER_KEPT_SECONDS;

/** A part of the transaction that claims a call: of two claims that have read the same number, one succeeds. */
export function claimNumber(userId: number, { phoneNumber, version, calls, attempts }: NumberClaim, at: number): Write {
  return {
    update: keys.calledNumber.key(userId, phoneNumber),
    set: {
      version: version + 1,
      calls,
      expiresAt: expiryOfNumber(at),
      ...(attempts && { day: attempts.day, attempts: attempts.calls }),
    },
    remove: ['nextUntil'],
    condition: version === 0 ? expr`attribute_not_exists(version)` : { version },
  };
}
