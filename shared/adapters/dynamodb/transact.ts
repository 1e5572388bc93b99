import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Table } from '#shared/adapters/dynamodb/table.ts';

export type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

/**
 * Conflicts of one wallet are short: 64 spenders at once are through after about 64 rounds of 10 ms in the worst order.
 * Twelve tries with a delay that doubles from 10 ms to 640 ms and full jitter wait up to 4 s in all.
 */
const MAX_TRIES = 12;
const FIRST_DELAY_MS = 10;
const LONGEST_DELAY_MS = 640;

/**
 * Writes all items or none. Gives the positions of the items whose condition failed: an empty list means written.
 * Conflicts with other transactions are tried again; the token makes a repeat of a write that got through harmless.
 */
export async function transact(table: Table, items: TransactItems, token?: string): Promise<number[]> {
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
      if (!codes.includes('TransactionConflict') || tries === MAX_TRIES) throw error;
      await sleep(Math.random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (tries - 1)));
    }
  }
}
