import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { localCredentials } from '#infra/local/address/names.ts';
import { createTable, startDynamoDbEmulator } from '#infra/local/aws/table/dynamodb-emulator.ts';
import { startFaultProxy } from '#infra/local/faults/fault-proxy.ts';
import type { FaultSettings } from '#infra/local/faults/fault-settings.ts';
import { createFaults } from '#infra/local/faults/faults.ts';
import { sumOf, type WalletStore } from '#shared/accounts/account.ts';
import { createDynamoDbWalletStore } from '#shared/accounts/dynamodb-wallet.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { atOnce } from '#test/bench/load.ts';
import { TABLE } from '#test/bench/local-table-file.ts';
import { markdownTable } from '#test/bench/markdown-table.ts';
import type { BenchReport } from '#test/bench/report.ts';
import { conflictLikeAws } from '#test/support/table-faults.ts';

const SPENDERS = 64;
const BOOKINGS = 3200;
const COST = 10_000;
const CONFLICTS = 0.2;
/** The clients of a Lambda function have no more than one request each; here all spenders share this process. */
const PER_SECOND = 100;
const SECONDS = 10;
/** A transaction of two items takes about 25 ms in AWS. */
const HELD_MS = 25;

let lastUser = 0;

/** P10: spenders at once on one wallet, against the bare update of one item; the proxy makes 20 % of all writes conflict. */
export async function benchWallet(): Promise<BenchReport> {
  const emulator = await startDynamoDbEmulator();
  const settings: FaultSettings = { seed: 1, rate: 0, rates: {}, slowMs: 0 };
  const faults = createFaults({ current: () => settings, stop: () => undefined });
  const { endpoint } = emulator;
  const proxy = await startFaultProxy({ dynamoDb: endpoint, sqsAndS3: endpoint, management: endpoint }, faults);
  try {
    await createTable(endpoint, TABLE);
    faults.begin();
    const client = connect(proxy.url);
    const raw = await updateOneItem(client);
    settings.rates = { conflict: CONFLICTS, 'cancelled by a conflict': CONFLICTS };
    const ours = await spendAll(client);
    const paced = await spendAtPace(connect(endpoint));
    const isExact = ours.isExact && paced.isExact;
    const failures = ours.failures + paced.failures;
    const table = markdownTable(
      [`${SPENDERS} spenders on one wallet, ${CONFLICTS * 100} % of the writes conflict`, ''],
      [
        ['bookings, each with its ledger entry, in a second', Math.round(BOOKINGS / ours.seconds)],
        ['bare updates of one item in a second, without conflicts', Math.round(BOOKINGS / raw)],
        ['times as many (aim: 0.3)', (raw / ours.seconds).toFixed(2)],
        [`failures that clients see, of ${BOOKINGS}`, ours.failures],
        ['money exact, ledger = balance, at zero in the end', ours.isExact ? 'yes' : 'no'],
        [
          `${PER_SECOND} bookings a second, transactions hold their items for ${HELD_MS} ms: p50 / p99 in ms`,
          paced.times,
        ],
        [`failures that clients see, of ${PER_SECOND * SECONDS}`, paced.failures],
        ['requests of each booking, with those that conflict', paced.requests],
      ],
    );
    const money = isExact ? 'exact' : 'wrong';
    const headline = `- ${SPENDERS} concurrent spenders on one wallet, with conflicts in ${CONFLICTS * 100} % of their writes, have ${failures} failures, and the money is ${money}.`;
    return { table, headline };
  } finally {
    await proxy.stop();
    await emulator.stop();
  }
}

function connect(endpoint: string): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, ...localCredentials }));
}

function updateOneItem(client: DynamoDBDocumentClient): Promise<number> {
  const update = {
    TableName: TABLE,
    Key: { pk: 'RAW', sk: 'RAW' },
    UpdateExpression: 'ADD balance :one',
    ExpressionAttributeValues: { ':one': 1 },
  };
  return atOnce(SPENDERS, BOOKINGS, () => client.send(new UpdateCommand(update)));
}

/** A wallet that holds just what the bookings spend. */
async function newWallet(client: DynamoDBDocumentClient, bookings: number) {
  const userId = (lastUser += 1);
  const money = bookings * COST;
  const Item = { ...keys.wallet(userId), userId, balance: money, available: money };
  for (let done = false; !done;) {
    done = await client.send(new PutCommand({ TableName: TABLE, Item })).then(
      () => true,
      () => false,
    );
  }
  return { userId, money, store: createDynamoDbWalletStore({ client, tableName: TABLE }) };
}

type BenchWallet = Awaited<ReturnType<typeof newWallet>>;

async function spend({ store, userId }: BenchWallet, id: number): Promise<number> {
  const entry = { id, userId, amount: -COST, kind: 'sms', reference: 'x', createdAt: 1 } as const;
  return (await store.book(entry).catch(() => 'failed')) === 'booked' ? 0 : 1;
}

async function isAllSpent(store: WalletStore, { userId, money }: BenchWallet): Promise<boolean> {
  const [wallet, ledger] = [await store.get(userId), await store.ledger(userId)];
  return wallet?.balance === 0 && wallet.available === 0 && sumOf(ledger) === -money;
}

async function spendAll(client: DynamoDBDocumentClient) {
  const wallet = await newWallet(client, BOOKINGS);
  let failures = 0;
  const seconds = await atOnce(SPENDERS, BOOKINGS, async (index) => {
    failures += await spend(wallet, index + 1);
  });
  return { seconds, failures, isExact: await isAllSpent(wallet.store, wallet) };
}

async function spendAtPace(client: DynamoDBDocumentClient) {
  const wallet = await newWallet(client, PER_SECOND * SECONDS);
  const { seen } = conflictLikeAws(client, { heldMs: HELD_MS });
  const times: number[] = [];
  const work: Array<Promise<number>> = [];
  const startedAt = performance.now();
  for (let id = 1; id <= PER_SECOND * SECONDS; id += 1) {
    const begin = performance.now();
    work.push(
      spend(wallet, id).finally(() => {
        times.push(performance.now() - begin);
      }),
    );
    await sleep(Math.max(0, startedAt + (id * 1000) / PER_SECOND - performance.now()));
  }
  const failures = (await Promise.all(work)).reduce((sum, one) => sum + one, 0);
  const requests = (seen.requests / times.length).toFixed(2);
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  const isExact = await isAllSpent(wallet.store, wallet);
  return { failures, isExact, requests, times: `${at(0.5)} / ${at(0.99)}` };
}
