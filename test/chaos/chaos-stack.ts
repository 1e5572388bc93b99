import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readConnection } from '#infra/local/address/connection-file.ts';
import { localCredentials } from '#infra/local/address/names.ts';
import type { FaultReport } from '#infra/local/faults/faults.ts';
import { createDynamoDbWalletStore } from '#shared/accounts/dynamodb-wallet.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { createDynamoDbSmsStore } from '#shared/sms/dynamodb-sms-store.ts';
import { startStackProcess, type StackProcess } from '#test/support/stack-process.ts';

interface ChaosOptions {
  seed: number;
  /** The share of requests that get each of their faults. */
  rate: number;
  /** Faults to leave out, to find the one that breaks something. */
  without?: readonly string[];
  /** Call seconds per real second. */
  speed: number;
  environment?: Record<string, string>;
}

export type ChaosStack = Awaited<ReturnType<typeof startChaosStack>>;

/** A stack in a process of its own, with faults that can be switched off, on a folder that outlives the process. */
export async function startChaosStack({ seed, rate, without = [], speed, environment = {} }: ChaosOptions) {
  const dataDir = await mkdtemp(join(tmpdir(), 'ringback-chaos-'));
  const file = join(dataDir, 'faults.json');
  const variables = { FAULTS: file, SIMULATOR_SPEED: String(speed), WATCH: 'false', ...environment };
  const earlier: Record<string, number> = {};
  const rates = Object.fromEntries(without.map((name) => [name, 0]));
  let kills = 0;
  // Other faults after each kill: the counters of the proxy start again.
  const setRate = (share: number) => writeFile(file, JSON.stringify({ seed: seed * 1000 + kills, rate: share, rates }));
  await setRate(rate);
  let stack: StackProcess = await startStackProcess(dataDir, variables);
  const connection = async () => (await readConnection(dataDir))!;
  const faults = async () => {
    const { faultReport } = await connection();
    return ((await (await fetch(faultReport!)).json()) as FaultReport).faults;
  };
  return {
    dataDir,
    address: () => stack.address,
    kills: () => kills,
    pid: () => stack.pid,
    /** As a power cut does it; the next process continues. */
    async restart() {
      const counts = await faults();
      for (const [name, count] of Object.entries(counts)) earlier[name] = (earlier[name] ?? 0) + count;
      await stack.kill();
      kills += 1;
      await setRate(rate);
      stack = await startStackProcess(dataDir, variables);
    },
    /** Nothing but the process of the stack answers this. */
    async ping() {
      const { faultReport } = await connection();
      await (await fetch(faultReport!)).text();
    },
    calm: () => setRate(0),
    /** Over all processes. */
    async faults(): Promise<Record<string, number>> {
      const sums = { ...earlier };
      for (const [name, count] of Object.entries(await faults())) sums[name] = (sums[name] ?? 0) + count;
      return sums;
    },
    /** The stores on the table, past the proxy. */
    async stores() {
      const { tableName, endpoints } = await connection();
      const plain = new DynamoDBClient({ endpoint: endpoints.dynamodb, ...localCredentials });
      const table = { client: DynamoDBDocumentClient.from(plain), tableName };
      return { table, sms: createDynamoDbSmsStore(table), wallets: createDynamoDbWalletStore(table) };
    },
    /** Messages on the dead-letter queues, by queue. */
    async deadLetters(): Promise<Record<string, number>> {
      const { endpoints, queueUrls } = await connection();
      const client = new SQSClient({ endpoint: endpoints.sqs, ...localCredentials });
      const counts = await Promise.all(
        Object.entries(queueUrls).map(
          async ([name, url]) => [name, await countOf(client, `${url}-dead-letters`)] as const,
        ),
      );
      client.destroy();
      return Object.fromEntries(counts.filter(([, count]) => count > 0));
    },
    async topUp(userId: number, amount: number) {
      const { table, wallets } = await this.stores();
      const entry = { id: createRecordId(Date.now(), Math.random), userId, amount, createdAt: Date.now() };
      await wallets.book({ ...entry, kind: 'top_up', reference: 'chaos' });
      table.client.destroy();
    },
    /** `keep`: leaves the folder, with the log of the functions. */
    async end({ keep }: { keep: boolean }) {
      await stack.stop();
      if (keep) process.stdout.write(`the log of the functions: ${join(dataDir, 'ringback.log')}\n`);
      else await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function countOf(client: SQSClient, QueueUrl: string): Promise<number> {
  const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] });
  return Number((await client.send(command)).Attributes?.['ApproximateNumberOfMessages'] ?? 0);
}
