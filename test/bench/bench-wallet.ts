import { PutCommand, UpdateCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createTable, localCredentials, startDynamoDbEmulator } from '#infra/local/emulators/dynamodb-emulator.ts';
import { createDynamoDbWalletStore } from '#shared/accounts/dynamodb-wallet-store.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { BenchReport } from '#test/bench/bench.ts';
import { drawBars } from '#test/bench/draw-bars.ts';
import { markdownTable } from '#test/bench/markdown-table.ts';

const SPENDERS = 64;
const BOOKINGS = 3200;
const COST = 10_000;
const TABLE = 'bench';
const USER = 1;

/** P10: 64 spenders at once on one wallet, against the bare update of one item. */
export async function benchWallet(): Promise<BenchReport> {
  const emulator = await startDynamoDbEmulator();
  await createTable(emulator.endpoint, TABLE);
  const bare = new DynamoDBClient({ endpoint: emulator.endpoint, ...localCredentials, maxAttempts: 5 });
  const client = DynamoDBDocumentClient.from(bare);
  try {
    const money = BOOKINGS * COST;
    const Item = { ...keys.wallet(USER), userId: USER, balance: money, available: money };
    await client.send(new PutCommand({ TableName: TABLE, Item }));
    const store = createDynamoDbWalletStore({ client, tableName: TABLE });
    const raw = await atOnce((index) =>
      client.send(
        new UpdateCommand({
          TableName: TABLE,
          Key: { pk: 'RAW', sk: 'RAW' },
          UpdateExpression: 'ADD balance :one',
          ExpressionAttributeValues: { ':one': index },
        }),
      ),
    );
    const ours = await atOnce(async (index) => {
      const entry = {
        id: index + 1,
        userId: USER,
        amount: -COST,
        kind: 'sms',
        reference: String(index),
        createdAt: 1,
      } as const;
      if ((await store.book(entry)) !== 'booked') throw new Error('refused');
    });
    const [wallet, ledger] = [await store.get(USER), await store.ledger(USER)];
    const isExact = wallet?.balance === 0 && wallet.available === 0 && ledger.length === BOOKINGS;
    const ratio = Math.round((ours.rate / raw.rate) * 100) / 100;
    const figures = {
      spenders: SPENDERS,
      bookings: BOOKINGS,
      raw: raw.rate,
      ours: ours.rate,
      ratio,
      failures: ours.failures,
      isExact,
    };
    const table = markdownTable(
      ['64 spenders on one wallet', ''],
      [
        ['bookings, each with its ledger entry, in a second', ours.rate],
        ['bare updates of one item in a second', raw.rate],
        ['times as many (aim: 0.3)', ratio],
        [`failures that clients see, of ${BOOKINGS}`, ours.failures],
        ['money exact, ledger = balance', isExact ? 'yes' : 'no'],
      ],
    );
    const bars = [
      { name: 'bare update of one item', value: raw.rate },
      { name: 'wallet and ledger', value: ours.rate },
    ];
    return { figures, table, chart: drawBars({ title: 'Writes in a second, 64 at once on one item', bars }) };
  } finally {
    client.destroy();
    await emulator.stop();
  }
}

async function atOnce(write: (index: number) => Promise<unknown>): Promise<{ rate: number; failures: number }> {
  let next = 0;
  let failures = 0;
  const started = performance.now();
  const work = async () => {
    for (let index = next++; index < BOOKINGS; index = next++) {
      try {
        await write(index);
      } catch {
        failures += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: SPENDERS }, work));
  return { rate: Math.round((BOOKINGS * 1000) / (performance.now() - started)), failures };
}
