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
}

export type ChaosStack = Awaited<ReturnType<typeof startChaosStack>>;

/** A stack in a process of its own, with faults that can be switched off, on a folder that outlives the process. */
export async function startChaosStack({ seed, rate, without = [], speed }: ChaosOptions) {
  const dataDir = await mkdtemp(join(tmpdir(), 'ringback-chaos-'));
  const file = join(dataDir, 'faults.json');
  const rates = Object.fromEntries(without.map((name) => [name, 0]));
  const setRate = (share: number) => writeFile(file, JSON.stringify({ seed, rate: share, rates }));
  await setRate(rate);
  const environment = { FAULTS: file, SIMULATOR_SPEED: String(speed), WATCH: 'false' };
  const stack: StackProcess = await startStackProcess(dataDir, environment);
  const connection = async () => (await readConnection(dataDir))!;
  return {
    address: () => stack.address,
    pid: stack.pid,
    /** Nothing but the process of the stack answers this. */
    async ping() {
      const { faultReport } = await connection();
      await (await fetch(faultReport!)).text();
    },
    calm: () => setRate(0),
    async faults(): Promise<Record<string, number>> {
      const { faultReport } = await connection();
      return ((await (await fetch(faultReport!)).json()) as FaultReport).faults;
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
