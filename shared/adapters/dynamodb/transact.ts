import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Table } from '#shared/adapters/dynamodb/table.ts';

export type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

/**
 * 64 spenders at once on one wallet, whose transactions take 20 ms each, are through after 3 s; at 40 ms after 4.5 s.
 * So it is time that ends the tries, not their number: an unlucky spender needs 16 of them.
 */
const GIVE_UP_MS = 6_000;
const FIRST_DELAY_MS = 10;
const LONGEST_DELAY_MS = 640;

/**
 * Writes all items or none. Gives the positions of the items whose condition failed: an empty list means written.
 * Conflicts with other transactions are tried again; the token makes a repeat of a write that got through harmless.
 */
export async function transact(table: Table, items: TransactItems, token?: string): Promise<number[]> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  for (let tries = 1; ; tries += 1) {
    try {
      await table.client.send(
        new TransactWriteCommand({
          TransactItems: items,
          ...(token === undefined ? {} : { ClientRequestToken: token }),
        }),
      );
      return [];
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = (error.CancellationReasons ?? []).map((reason) => reason.Code);
      const failed = codes.flatMap((code, index) => (code === 'ConditionalCheckFailed' ? [index] : []));
      if (failed.length > 0) return failed;
      if (!codes.includes('TransactionConflict') || performance.now() > giveUpAt) throw error;
      await sleep(Math.random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (tries - 1)));
    }
  }
}
