import * as v from 'valibot';
import { readParts } from '#shared/accounts/dynamodb-wallet.ts';
import { addUpDays, UsageCounters, type UsageStore } from '#shared/accounts/usage.ts';
import type { WalletPart } from '#shared/accounts/wallet-parts.ts';
import { expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { type Table, query, untilDecided } from '#shared/platform/table/table.ts';

const UsageItem = v.object({ sk: v.string(), ...UsageCounters.entries });

export function createDynamoDbUsageStore(table: Table): UsageStore {
  return {
    ofMonth: (userId, month) =>
      untilDecided(async () => {
        const before = await readParts(table, userId);
        const where = expr`begins_with(sk, ${`${month}-`})`;
        const items = await query(table, { partition: keys.usage.partition(userId), where }, UsageItem);
        const parts = await readParts(table, userId);
        // A part that has moved its day to an item in between may be counted twice, or not at all: read again.
        if (!before.every((part, index) => dateOf(part) === dateOf(parts[index]))) return undefined;
        const present = parts.flatMap(({ usage }) => (usage?.date.startsWith(`${month}-`) ? [usage] : []));
        return addUpDays([...items.map(({ sk: date, ...counters }) => ({ date, ...counters })), ...present]);
      }),
  };
}

const dateOf = (part: WalletPart | undefined) => part?.usage?.date;
