import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { RateLimit } from '#shared/platform/rate-limit.ts';
import { UpdateItemRequest } from '#shared/platform/table/requests.ts';
import type { Table } from '#shared/platform/table/table.ts';

/** The bucket of a user, with the shares of its tokens. Times are epoch milliseconds and only grow. */
export interface UserBucket {
  /** When the whole burst is available again. */
  fullAt: number;
  /** By name of a token: until when it has used its share of the rate. */
  shares: Readonly<Record<string, number>>;
}

export const emptyBucket: UserBucket = { fullAt: 0, shares: {} };

/** A token that has made no request for so long has no share. */
const ACTIVE_MS = 60_000;
/** Times have fractions of a millisecond, which floating-point sums round. */
const ROUNDING_MS = 0.001;

/** A tenth of the burst is left to tokens that have used less than their share. */
const reserveOf = ({ burst }: RateLimit) => (burst < 2 ? 0 : Math.max(1, Math.round(burst / 10)));

/** The share of a token: nine tenths of the rate, divided by the tokens in use, two at least. All shares together take
 * less than the rate and no more than the reserve at once, so that the bucket of the user has room for each of them. */
function shareOf({ shares }: UserBucket, name: string, limit: RateLimit, now: number) {
  const others = Object.keys(shares).filter((other) => other !== name && (shares[other] ?? 0) > now - ACTIVE_MS);
  const { intervalMs, burst } = limit;
  const reserve = reserveOf(limit);
  const used = Math.max((shares[name] ?? 0) - now, 0);
  const cost = Math.ceil((intervalMs * Math.max(2, others.length + 1) * burst) / (burst - reserve));
  const room = intervalMs * reserve - cost;
  return { used, cost, room, isWithin: used === 0 || used <= room + ROUNDING_MS };
}

function levelOf(isWithin: boolean, limit: RateLimit): number {
  return isWithin ? limit.burst : limit.burst - reserveOf(limit);
}

export function mayTake(bucket: UserBucket, name: string, limit: RateLimit, now: number): boolean {
  const { isWithin } = shareOf(bucket, name, limit, now);
  return hasRoom(bucket, levelOf(isWithin, limit), limit, now);
}

function hasRoom({ fullAt }: UserBucket, level: number, { intervalMs }: RateLimit, now: number): boolean {
  return Math.max(fullAt - now, 0) <= (level - 1) * intervalMs + ROUNDING_MS;
}

/** How many requests the token may make at once. */
export function left(bucket: UserBucket, name: string, limit: RateLimit, now: number): number {
  const { used, cost, room } = shareOf(bucket, name, limit, now);
  const free = (level: number) => Math.floor(level - Math.max(bucket.fullAt - now, 0) / limit.intervalMs + ROUNDING_MS);
  const ofShare = Math.max(used === 0 ? 1 : 0, Math.floor((room - used) / cost + ROUNDING_MS) + 1);
  return Math.max(0, Math.min(free(limit.burst), Math.max(free(levelOf(false, limit)), ofShare)));
}

export function secondsUntilMayTake(bucket: UserBucket, name: string, limit: RateLimit, now: number): number {
  const { used, room } = shareOf(bucket, name, limit, now);
  const roomAt = (level: number) => bucket.fullAt - (level - 1) * limit.intervalMs;
  const withinAt = now + Math.max(0, Math.min(used, used - room));
  const at = Math.min(roomAt(levelOf(false, limit)), Math.max(withinAt, roomAt(limit.burst)));
  return Math.max(1, Math.ceil((at - now) / 1000));
}

export interface UserTaken {
  isAllowed: boolean;
  bucket: UserBucket;
}

export interface UserRateStore {
  /** `known`: the bucket as the caller has seen it last. It saves a request to the table when it still holds. */
  take(userId: number, name: string, limit: RateLimit, now: number, known?: UserBucket): Promise<UserTaken>;
}

export interface UserRateLimiter {
  /** `refused` is certain: requests elsewhere only empty a bucket faster. `likely`: half of the burst was left. */
  expect(
    userId: number,
    name: string,
    limit: RateLimit,
    now: number,
  ): { answer: 'refused' | 'likely' | 'unknown'; bucket: UserBucket };
  take(userId: number, name: string, limit: RateLimit, now: number): Promise<UserTaken>;
}

const ASK_AGAIN_WITHIN_MS = 500;
/** Users in the memory of one instance; up to 2 KB each. */
const MOST_KNOWN = 5000;

interface Known {
  bucket: UserBucket;
  /** By name of a token: when the instance may ask the table again after a refusal. */
  askAt: Map<string, number>;
  /** Requests that are being counted. A Lambda function answers one at a time, the local stack any number. */
  counting: number;
}

export function createUserRateLimiter(store: UserRateStore): UserRateLimiter {
  const users = new Map<number, Known>();
  const knownOf = (userId: number): Known => {
    const known = users.get(userId) ?? { bucket: emptyBucket, askAt: new Map<string, number>(), counting: 0 };
    if (users.size >= MOST_KNOWN) users.clear();
    users.set(userId, known);
    return known;
  };
  return {
    expect(userId, name, limit, now) {
      const known = users.get(userId);
      if (known === undefined) return { answer: 'unknown', bucket: emptyBucket };
      const { bucket, askAt, counting } = known;
      if (!mayTake(bucket, name, limit, now) || (askAt.get(name) ?? 0) > now) return { answer: 'refused', bucket };
      const isLikely = (left(bucket, name, limit, now) - counting) * 2 >= limit.burst;
      return { answer: isLikely ? 'likely' : 'unknown', bucket };
    },
    async take(userId, name, limit, now) {
      const known = knownOf(userId);
      known.counting += 1;
      try {
        const taken = await store.take(userId, name, limit, now, known.bucket);
        known.bucket = laterOf(known.bucket, taken.bucket);
        if (taken.isAllowed) known.askAt.delete(name);
        else known.askAt.set(name, now + Math.random() * ASK_AGAIN_WITHIN_MS);
        return taken;
      } finally {
        known.counting -= 1;
      }
    },
  };
}

/** Answers may arrive in another order than the table gave them. */
function laterOf(one: UserBucket, other: UserBucket): UserBucket {
  return one.fullAt > other.fullAt ? one : other;
}

const Stored = v.looseObject({ fullAt: v.optional(v.number(), 0) });
const FoundNumber = v.pipe(
  v.object({ N: v.pipe(v.string(), v.transform(Number)) }),
  v.transform(({ N }) => N),
);

/** DynamoDB deletes a bucket that was not used for a day. */
const KEPT_SECONDS = 86_400;
/** The second attempt knows the bucket as it was at the first one; more are needed only while others take from it. */
const ATTEMPTS = 5;

/** One item per user, of 0.1 KB and 15 bytes for each token in use: 50 tokens stay below 1 KB, so a request costs one
 * unit. Only the SDK repeats. A repeat after a lost response costs its client an interval. */
export function createDynamoDbUserRateStore({ client, tableName: TableName }: Table): UserRateStore {
  return {
    async take(userId, name, limit, now, known = emptyBucket) {
      const Key = { pk: `RATE_LIMIT#USER#${userId}`, sk: 'BUCKET' };
      let bucket = known;
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        try {
          const input = { TableName, Key, ...takeKnowing(bucket, name, limit, now) };
          const { Attributes } = await client.send(new UpdateItemRequest(input));
          return { isAllowed: true, bucket: toBucket(v.parse(Stored, Attributes)) };
        } catch (error) {
          if (!(error instanceof ConditionalCheckFailedException)) throw error;
          bucket = toBucket(numbersOf(error.Item ?? {}));
          // The margin is for the table's decimals.
          const margin = { ...bucket, fullAt: bucket.fullAt + (attempt < 2 ? 0 : 1) };
          if (!mayTake(margin, name, limit, now)) return { isAllowed: false, bucket };
        }
      }
      return { isAllowed: false, bucket };
    },
  };
}

const SHARE = /^t[\da-z]+$/;
/** Short, because 50 of them stand in one item. Of 50 tokens, two have the same name once in a million users. */
export const shareName = (tokenId: number): string => `t${tokenId.toString(36).slice(-6)}`;

function toBucket(item: Record<string, unknown>): UserBucket {
  const shares = Object.entries(item).flatMap(([name, until]) =>
    SHARE.test(name) && typeof until === 'number' ? [[name, until] as const] : [],
  );
  return { fullAt: typeof item['fullAt'] === 'number' ? item['fullAt'] : 0, shares: Object.fromEntries(shares) };
}

/** The SDK leaves the item of a failed condition as the table sends it. */
function numbersOf(item: Record<string, unknown>): Record<string, unknown> {
  const numbers = Object.entries(item).map(([name, value]) => [name, v.safeParse(FoundNumber, value)] as const);
  return Object.fromEntries(numbers.map(([name, { success, output }]) => [name, success ? output : undefined]));
}

/** Holds if the bucket is as it is known, or fuller within the same rules. Forgets the shares of idle tokens. The share is
 * compared only where it decides: with the knowledge of another instance, nearly every second update would fail. */
function takeKnowing(bucket: UserBucket, name: string, limit: RateLimit, now: number): Partial<UpdateCommandInput> {
  const { isWithin, used, cost, room } = shareOf(bucket, name, limit, now);
  const idle = Object.keys(bucket.shares).filter(
    (other) => other !== name && (bucket.shares[other] ?? 0) <= now - ACTIVE_MS,
  );
  const needsReserve = !hasRoom(bucket, levelOf(false, limit), limit, now);
  const ofUser = takeFromUser(bucket, limit, now, levelOf(needsReserve && isWithin, limit));
  const ofShare = isWithin ? takeFromShare({ isFull: used === 0, cost, room }, now) : undefined;
  const removed = idle.length === 0 ? '' : ` REMOVE ${idle.map((_, index) => `#idle${index}`).join(', ')}`;
  const names = { ...(ofShare && { '#share': name }), ...byPlaceholder(idle) };
  return {
    UpdateExpression: `SET ${[ofUser.set, ...(ofShare ? [ofShare.set] : []), 'expiresAt = :expiresAt'].join(', ')}${removed}`,
    ConditionExpression:
      needsReserve && ofShare ? `(${ofUser.condition}) AND (${ofShare.condition})` : ofUser.condition,
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ExpressionAttributeValues: {
      ':now': now,
      ':expiresAt': Math.ceil(now / 1000) + KEPT_SECONDS,
      ...ofUser.values,
      ...ofShare?.values,
      ...(needsReserve && ofShare?.bounds),
    },
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
}

const byPlaceholder = (idle: readonly string[]) =>
  Object.fromEntries(idle.map((name, index) => [`#idle${index}`, name]));

function takeFromUser({ fullAt }: UserBucket, { intervalMs }: RateLimit, now: number, level: number) {
  return fullAt <= now
    ? {
        set: 'fullAt = :next',
        condition: 'attribute_not_exists(fullAt) OR fullAt <= :now',
        values: { ':next': now + intervalMs },
      }
    : {
        set: 'fullAt = fullAt + :interval',
        condition: 'fullAt > :now AND fullAt <= :last',
        values: { ':interval': intervalMs, ':last': now + (level - 1) * intervalMs },
      };
}

function takeFromShare({ isFull, cost, room }: { isFull: boolean; cost: number; room: number }, now: number) {
  return isFull
    ? {
        set: '#share = :used',
        condition: 'attribute_not_exists(#share) OR #share <= :now',
        values: { ':used': now + cost },
        bounds: {},
      }
    : {
        set: '#share = if_not_exists(#share, :now) + :cost',
        condition: '#share > :now AND #share <= :lastShare',
        values: { ':cost': cost },
        bounds: { ':lastShare': now + Math.ceil(room) },
      };
}
