import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { GetItemRequest, UpdateItemRequest } from '#shared/platform/table/requests.ts';
import type { Table } from '#shared/platform/table/table.ts';

/** `burst` requests at once, and from then on one in each `intervalMs`: a token bucket, counted by GCRA. */
export interface RateLimit {
  intervalMs: number;
  burst: number;
}

/** @param perMinute requests per minute @param burst requests at once; never more than those of a minute */
export function perMinute(requests: number, burst: number): RateLimit {
  return { intervalMs: 60_000 / requests, burst: Math.min(burst, requests) };
}

/** `fullAt`: when the whole burst is available again, epoch milliseconds. */
export interface Taken {
  isAllowed: boolean;
  fullAt: number;
}

/** Buckets that all function instances share. A key names a bucket. */
export interface RateStore {
  /** `known`: the last `fullAt` that the caller has seen. It saves a request to the table when it still holds. */
  take(key: string, limit: RateLimit, now: number, known?: number): Promise<Taken>;
  /** Its `fullAt`; 0 for a bucket that does not exist. */
  peek(key: string): Promise<number>;
  /** Puts back what was taken and not used. `share`: the part of one request, 0 to 1. */
  refund(key: string, limit: RateLimit, share: number): Promise<void>;
}

export function hasRoom(fullAt: number, { intervalMs, burst }: RateLimit, now: number): boolean {
  // Times have fractions of a millisecond, which floating-point sums round.
  return Math.max(fullAt - now, 0) <= (burst - 1) * intervalMs + 0.001;
}

export function secondsUntilRoom(fullAt: number, { intervalMs, burst }: RateLimit, now: number): number {
  return Math.max(1, Math.ceil((fullAt - (burst - 1) * intervalMs - now) / 1000));
}

/** 0.1 KB, in a partition of its own. A missing bucket is full. */
const RateItem = v.object({ fullAt: v.number() });
const FoundItem = v.object({ fullAt: v.object({ N: v.pipe(v.string(), v.transform(Number)) }) });

/** DynamoDB deletes a bucket that was not used for a day. */
const KEPT_SECONDS = 86_400;
/** The second attempt knows the bucket as it was at the first one; more are needed only while others take from it. */
const ATTEMPTS = 5;

/** Without the table's toolbox, of which most endpoints use nothing else. A repeat after a lost response costs its
 * client an interval. Without `withRetries` only the SDK repeats, for 0.4 s. */
export function createDynamoDbRateStore(
  { client, tableName: TableName }: Table,
  repeated: <Answer>(send: () => Promise<Answer>) => Promise<Answer> = (send) => send(),
): RateStore {
  const keyOf = (bucket: string) => ({ pk: `RATE_LIMIT#${bucket}`, sk: 'BUCKET' });
  return {
    async take(bucket, limit, now, known = 0) {
      let fullAt = known;
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        try {
          const input = { TableName, Key: keyOf(bucket), ...takeKnowing(fullAt, limit, now) };
          const { Attributes } = await repeated(() => client.send(new UpdateItemRequest(input)));
          return { isAllowed: true, fullAt: v.parse(RateItem, Attributes).fullAt };
        } catch (error) {
          if (!(error instanceof ConditionalCheckFailedException)) throw error;
          const found = v.safeParse(FoundItem, error.Item);
          fullAt = found.success ? found.output.fullAt.N : 0;
          // The margin is for the table's decimals.
          if (!hasRoom(fullAt + (attempt === 0 ? 0 : 1), limit, now)) return { isAllowed: false, fullAt };
        }
      }
      return { isAllowed: false, fullAt };
    },

    async peek(bucket) {
      const input = { TableName, Key: keyOf(bucket), ProjectionExpression: 'fullAt' };
      const { Item } = await repeated(() => client.send(new GetItemRequest(input)));
      return Item ? v.parse(RateItem, Item).fullAt : 0;
    },

    async refund(bucket, { intervalMs }, share) {
      if (share <= 0) return;
      const ExpressionAttributeValues = { ':change': -intervalMs * share };
      const change = { UpdateExpression: 'ADD fullAt :change', ExpressionAttributeValues };
      await repeated(() => client.send(new UpdateItemRequest({ TableName, Key: keyOf(bucket), ...change })));
    },
  };
}

function takeKnowing(fullAt: number, { intervalMs, burst }: RateLimit, now: number): Partial<UpdateCommandInput> {
  const isFull = fullAt <= now;
  const values = { ':now': now, ':expiresAt': Math.ceil(now / 1000) + KEPT_SECONDS };
  return {
    UpdateExpression: isFull
      ? 'SET fullAt = :next, expiresAt = :expiresAt'
      : 'SET fullAt = fullAt + :interval, expiresAt = :expiresAt',
    ConditionExpression: isFull
      ? 'attribute_not_exists(fullAt) OR fullAt <= :now'
      : 'fullAt > :now AND fullAt <= :last',
    ExpressionAttributeValues: isFull
      ? { ...values, ':next': now + intervalMs }
      : { ...values, ':interval': intervalMs, ':last': now + (burst - 1) * intervalMs },
    ReturnValues: 'UPDATED_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
}
