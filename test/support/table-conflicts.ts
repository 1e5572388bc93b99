import { setTimeout as sleep } from 'node:timers/promises';
import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { aroundSend } from '#test/support/around-send.ts';
import { cancelled } from '#test/support/table-faults.ts';

interface Settings {
  /** How long a transaction holds its items, in milliseconds: about 25 in AWS for two items. */
  heldMs: number;
  /** The share of writes that conflict although nothing else is at work. */
  injected?: number;
}

type Key = { pk: string; sk: string };
type Part = { Key?: Key; Item?: Key };

/**
 * Makes the emulator's transactions conflict as those of AWS: a write to an item that is in a running transaction fails.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 */
export function conflictLikeAws(client: DynamoDBDocumentClient, { heldMs, injected = 0 }: Settings) {
  const held = new Set<string>();
  const seen = { conflicts: 0, requests: 0 };
  const isBusy = (name: string) => held.has(name) || Math.random() < injected;
  const stop = aroundSend(client, 'conflictLikeAws', async (command, next) => {
    const input = command.input as { TransactItems?: Array<Record<string, Part>> } & Part;
    const transaction = input.TransactItems?.flatMap((one) => Object.values(one)) ?? [];
    const names = [input, ...transaction].flatMap(({ Key: key, Item }) => [key ?? Item ?? []].flat().map(nameOf));
    const isWrite = names.length > 0 && !('ConsistentRead' in input);
    if (!isWrite) return next();
    seen.requests += 1;
    // One draw for each request, not for each of its items.
    const busy = names.map((name, index) => (index === 0 ? isBusy(name) : held.has(name)));
    if (busy.includes(true)) {
      seen.conflicts += 1;
      if (transaction.length > 0) throw cancelled(...busy.map((one) => (one ? 'TransactionConflict' : 'None')));
      throw new TransactionConflictException({ message: 'Transaction is ongoing for the item', $metadata: {} });
    }
    if (transaction.length === 0) return next();
    for (const name of names) held.add(name);
    try {
      const [answer] = await Promise.all([next(), sleep(heldMs)]);
      return answer;
    } finally {
      for (const name of names) held.delete(name);
    }
  });
  return { seen, stop };
}

const nameOf = ({ pk, sk }: Key) => `${pk} ${sk}`;
