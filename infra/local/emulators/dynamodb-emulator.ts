import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateTableCommand, DynamoDBClient, ResourceInUseException } from '@aws-sdk/client-dynamodb';
import { freePort } from '#infra/local/emulators/free-port.ts';
import { tableDefinition } from '#shared/platform/table/definition.ts';

/** It takes 20 ms on a machine that does nothing else. */
const START_LIMIT_MS = 30_000;
/** Characters of the emulator's output in an error. */
const SAID_LENGTH = 500;

export interface DynamoDbEmulator {
  endpoint: string;
  stop(): Promise<void>;
}

// A wrong list index can make the emulator ask for any amount of memory; 1 GiB of address space is ample for a laptop.
const MEMORY_LIMIT_BYTES = 1_073_741_824;

/** Starts the DynamoDB emulator on a free port. Without `databaseFile` it keeps everything in memory. */
export async function startDynamoDbEmulator(databaseFile?: string): Promise<DynamoDbEmulator> {
  const port = await freePort();
  const args = ['serve', '--port', String(port), ...(databaseFile === undefined ? [] : ['--db-path', databaseFile])];
  const child = spawnLimited(emulatorBinary(), args);
  const endpoint = `http://127.0.0.1:${port}`;
  await waitUntilUp(endpoint, child);
  return {
    endpoint,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Creates the table from the one definition; a table that is there already is left as it is. */
export async function createTable(
  endpoint: string,
  tableName: string,
  { partitionKey, sortKey }: { partitionKey: string; sortKey: string } = tableDefinition,
): Promise<void> {
  const client = new DynamoDBClient({ endpoint, ...localCredentials });
  try {
    await client.send(
      new CreateTableCommand({
        TableName: tableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [partitionKey, sortKey].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
        KeySchema: [
          { AttributeName: partitionKey, KeyType: 'HASH' },
          { AttributeName: sortKey, KeyType: 'RANGE' },
        ],
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  } finally {
    client.destroy();
  }
}

export const localCredentials = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
};

function emulatorBinary(): string {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  try {
    return createRequire(import.meta.url).resolve(`${name}/dynoxide`);
  } catch {
    throw new Error(
      `there is no DynamoDB emulator for ${process.platform}-${process.arch}: start DynamoDB Local and set AWS_ENDPOINT_URL_DYNAMODB`,
    );
  }
}

function spawnLimited(binary: string, args: string[]): ChildProcess {
  const limits = [
    ['/usr/bin/prlimit', `--as=${MEMORY_LIMIT_BYTES}`],
    // A killed parent cannot stop its children; the kernel can, and an orphan would keep the database open.
    ['/usr/bin/setpriv', '--pdeathsig', 'KILL'],
  ];
  const wrappers = limits.filter(([program]) => program !== undefined && existsSync(program)).flat();
  const [command = binary, ...rest] = [...wrappers, binary, ...args];
  return spawn(command, rest, { stdio: ['ignore', 'ignore', 'pipe'] });
}

async function waitUntilUp(endpoint: string, child: ChildProcess): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-SAID_LENGTH);
  });
  const end = Date.now() + START_LIMIT_MS;
  while (Date.now() < end) {
    if (child.exitCode !== null)
      throw new Error(`the DynamoDB emulator stopped with exit code ${child.exitCode}: ${said.trim()}`);
    if (await answers(endpoint)) return;
    await sleep(10);
  }
  throw new Error(`the DynamoDB emulator did not start within ${START_LIMIT_MS / 1000} s`);
}

async function answers(endpoint: string): Promise<boolean> {
  try {
    await fetch(endpoint);
    return true;
  } catch {
    return false;
  }
}
