import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { createTable } from '#infra/local/emulators/dynamodb-emulator.ts';
import { createDynamoDbWalletStore } from '#shared/accounts/dynamodb-wallet-store.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { BenchReport } from '#test/bench/bench.ts';
import { atOnce } from '#test/bench/load.ts';
import { onTable, TABLE } from '#test/bench/local-table-file.ts';
import { markdownTable } from '#test/bench/markdown-table.ts';

const SPENDERS = 64;
const BOOKINGS = 3200;
const COST = 10_000;
const USER = 1;

/** P10: 64 spenders at once on one wallet, against the bare update of one item. */
export const benchWallet = (): Promise<BenchReport> =>
  onTable(undefined, async ({ endpoint, client }) => {
    await createTable(endpoint, TABLE);
    const money = BOOKINGS * COST;
    const Item = { ...keys.wallet(USER), userId: USER, balance: money, available: money };
    await client.send(new PutCommand({ TableName: TABLE, Item }));
    const update = {
      TableName: TABLE,
      Key: { pk: 'RAW', sk: 'RAW' },
      UpdateExpression: 'ADD balance :one',
      ExpressionAttributeValues: { ':one': 1 },
    };
    const rawSeconds = await atOnce(SPENDERS, BOOKINGS, () => client.send(new UpdateCommand(update)));

    const store = createDynamoDbWalletStore({ client, tableName: TABLE });
    let failures = 0;
    const ourSeconds = await atOnce(SPENDERS, BOOKINGS, async (index) => {
      const entry = { id: index + 1, userId: USER, amount: -COST, kind: 'sms', reference: 'x', createdAt: 1 } as const;
      if ((await store.book(entry).catch(() => 'failed')) !== 'booked') failures += 1;
    });
    const [wallet, ledger] = [await store.get(USER), await store.ledger(USER)];
    const isExact = wallet?.balance === 0 && wallet.available === 0 && ledger.length === BOOKINGS;
    const table = markdownTable(
      [`${SPENDERS} spenders on one wallet`, ''],
      [
        ['bookings, each with its ledger entry, in a second', Math.round(BOOKINGS / ourSeconds)],
        ['bare updates of one item in a second', Math.round(BOOKINGS / rawSeconds)],
        ['times as many (aim: 0.3)', (rawSeconds / ourSeconds).toFixed(2)],
        [`failures that clients see, of ${BOOKINGS}`, failures],
        ['money exact, ledger = balance', isExact ? 'yes' : 'no'],
      ],
    );
    const exact = isExact ? 'exact' : 'wrong';
    return {
      table,
      headline: `- ${SPENDERS} spenders at once on one wallet: ${failures} failures, money ${exact}.`,
    };
  });
