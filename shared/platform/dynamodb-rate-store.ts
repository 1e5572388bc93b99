import * as v from 'valibot';
import { hasRoom, type RateLimit, type RateStore } from '#shared/platform/rate-limit.ts';
import { expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { untilDecided } from '#shared/platform/table/retry.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { update, updateOrFind } from '#shared/platform/table/write.ts';

/** A bucket as stored; 0.1 KB, in a partition of its own. A missing one is full. */
const RateItem = v.object({ fullAt: v.number() });

/** DynamoDB deletes a bucket that was not used for a day. */
const KEPT_SECONDS = 86_400;

export function createDynamoDbRateStore(table: Table): RateStore {
  return {
    take(key, limit, now, known = 0) {
      let fullAt = known;
      return untilDecided(async () => {
        // The second attempt knows the bucket as it was at the first one. Its margin is for the table's decimals.
        for (const marginMs of [0, 1]) {
          const answer = await takeKnowing(fullAt, table, key, limit, now);
          if ('written' in answer) return { isAllowed: true, fullAt: answer.written.fullAt };
          fullAt = answer.found ?? 0;
          if (!hasRoom(fullAt + marginMs, limit, now)) return { isAllowed: false, fullAt };
        }
        return undefined;
      });
    },

    async refund(key, { intervalMs }, share) {
      if (share > 0) await update(table, keys.rateLimit(key), { add: { fullAt: -intervalMs * share } });
    },
  };
}

/** A full bucket and a used one are written differently. */
function takeKnowing(fullAt: number, table: Table, key: string, { intervalMs, burst }: RateLimit, now: number) {
  const expiresAt = Math.ceil(now / 1000) + KEPT_SECONDS;
  const change =
    fullAt <= now
      ? {
          set: { fullAt: now + intervalMs, expiresAt },
          condition: expr`attribute_not_exists(fullAt) OR fullAt <= ${now}`,
        }
      : {
          set: { fullAt: expr`fullAt + ${intervalMs}`, expiresAt },
          condition: expr`fullAt > ${now} AND fullAt <= ${now + (burst - 1) * intervalMs}`,
        };
  return updateOrFind(table, keys.rateLimit(key), RateItem, { ...change, find: 'fullAt' });
}
