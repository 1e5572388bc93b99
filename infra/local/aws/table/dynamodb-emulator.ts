import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateTableCommand, DynamoDBClient, ResourceInUseException } from '@aws-sdk/client-dynamodb';
import { freePort } from '#infra/local/address/free-port.ts';
import { localCredentials } from '#infra/local/address/names.ts';
import { StackError } from '#infra/local/address/stack-error.ts';
import {
  chooseEngine,
  dataFolder,
  type Engine,
  type Machine,
  thisMachine,
} from '#infra/local/aws/table/dynamodb-engine.ts';
import { tableDefinition } from '#shared/platform/table/table.ts';

/** Characters of the emulator's output in an error. */
const SAID_LENGTH = 500;

export interface DynamoDbEmulator {
  endpoint: string;
  stop(): Promise<void>;
}

// A wrong list index can make the emulator ask for any amount of memory; 1 GiB of address space is ample for a laptop.
const MEMORY_LIMIT_BYTES = 1_073_741_824;

/** Starts the DynamoDB emulator on a free port. Without `databaseFile` it keeps everything in memory. */
export async function startDynamoDbEmulator(
  databaseFile?: string,
  machine: Machine = thisMachine(),
): Promise<DynamoDbEmulator> {
  const host = machine.name.startsWith('linux-') ? hiddenAddress() : '127.0.0.1';
  const port = await freePort(0, host);
  const engine = chooseEngine(machine, { host, port, databaseFile });
  if (databaseFile !== undefined && engine.kind !== 'dynoxide')
    await mkdir(dataFolder(databaseFile), { recursive: true });
  const child = engine.kind === 'dynoxide' ? spawnLimited(engine) : spawnPlain(engine);
  const endpoint = `http://${host}:${port}`;
  await waitUntilUp(endpoint, child, engine);
  return {
    endpoint,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/**
 * The emulators answer pages of every site: they send `access-control-allow-origin: *`, take any signature, and have no option against
 * a name that leads to this machine. On Linux all of 127.0.0.0/8 is this machine. With the port, a page would have to try 2 to the power
 * of 38 addresses: for a year, at 10,000 a second.
 */
function hiddenAddress(): string {
  return ['127', randomInt(1, 256), randomInt(256), randomInt(1, 255)].join('.');
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

/** DynamoDB Local reserves far more address space than it uses. */
function spawnPlain({ command, args }: Engine): ChildProcess {
  const env = { ...process.env, DDB_LOCAL_TELEMETRY: '0' };
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
  process.once('exit', () => child.kill());
  return child;
}

function spawnLimited({ command: binary, args }: Engine): ChildProcess {
  const limits = [
    ['/usr/bin/prlimit', `--as=${MEMORY_LIMIT_BYTES}`],
    // A killed parent cannot stop its children; the kernel can, and an orphan would keep the database open.
    ['/usr/bin/setpriv', '--pdeathsig', 'KILL'],
  ];
  const wrappers = limits.filter(([program]) => program !== undefined && existsSync(program)).flat();
  const [command = binary, ...rest] = [...wrappers, binary, ...args];
  return spawn(command, rest, { stdio: ['ignore', 'ignore', 'pipe'] });
}

async function waitUntilUp(endpoint: string, child: ChildProcess, { kind, startLimitSeconds }: Engine): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-SAID_LENGTH);
  });
  const end = Date.now() + startLimitSeconds * 1000;
  while (Date.now() < end) {
    if (child.exitCode !== null)
      throw new StackError(`the DynamoDB emulator (${kind}) stopped with exit code ${child.exitCode}: ${said.trim()}`);
    if (await answers(endpoint)) return;
    await sleep(10);
  }
  throw new StackError(`the DynamoDB emulator (${kind}) did not start within ${startLimitSeconds} s`);
}

async function answers(endpoint: string): Promise<boolean> {
  try {
    await fetch(endpoint);
    return true;
  } catch {
    return false;
  }
}
