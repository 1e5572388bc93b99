import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { freePort } from '#infra/local/address/free-port.ts';
import { StackError } from '#infra/local/address/stack-error.ts';

/** The files that outlive a stack. Undefined files are kept in memory. */
export interface DataFolder {
  path: string;
  tableFile: string | undefined;
  queueFolder: string | undefined;
  simulatorFile: string | undefined;
  portsFile: string | undefined;
  secretsFile: string;
  logFile: string | undefined;
  release(): Promise<void>;
}

/** Opens and locks the folder. `memory` creates a temporary folder for the secrets. */
export async function openDataFolder(dataDir: string): Promise<DataFolder> {
  return dataDir === 'memory' ? openMemoryFolder() : openKeptFolder(resolve(dataDir));
}

async function openMemoryFolder(): Promise<DataFolder> {
  const path = await mkdtemp(join(tmpdir(), 'ringback-'));
  return {
    path,
    tableFile: undefined,
    queueFolder: undefined,
    simulatorFile: undefined,
    portsFile: undefined,
    secretsFile: join(path, 'secrets.json'),
    logFile: undefined,
    release: () => rm(path, { recursive: true, force: true }),
  };
}

async function openKeptFolder(path: string): Promise<DataFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const unlock = lock(path);
  return {
    path,
    tableFile: join(path, 'table.db'),
    queueFolder: join(path, 'queues'),
    simulatorFile: join(path, 'simulator.json'),
    portsFile: join(path, 'ports.json'),
    secretsFile: join(path, 'secrets.json'),
    logFile: join(path, 'ringback.log'),
    release: async () => unlock(),
  };
}

const STOPPING_MS = 3_000;

/** A lock of the operating system. It ends with the process, so that it is never stale. */
function lock(path: string): () => void {
  const database = new DatabaseSync(join(path, 'stack.lock'));
  try {
    // A stack that is stopping releases the lock soon.
    database.exec(`PRAGMA busy_timeout = ${STOPPING_MS}`);
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw new StackError(`${path} is in use by another stack: stop it, or set DATA_DIR to another folder`, {
      cause: error,
    });
  }
  return () => database.close();
}

const port = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535));
const StackPorts = v.object({ gateway: port, simulator: port, sink: port });

type StackPorts = v.InferOutput<typeof StackPorts>;

/**
 * The ports to start on; 0 = any. A stack starts on the ports of its last run where they are free, because callbacks and
 * webhooks still go to those addresses.
 */
export async function pickPorts(gatewayPort: number, file: string | undefined): Promise<StackPorts> {
  const last = file === undefined ? undefined : await readPorts(file);
  return {
    gateway: gatewayPort === 0 && last ? await freePort(last.gateway) : gatewayPort,
    simulator: await freePort(last?.simulator),
    sink: last ? await freePort(last.sink) : 0,
  };
}

export async function rememberPorts(file: string, ports: StackPorts): Promise<void> {
  await writeFile(file, `${JSON.stringify(ports)}\n`);
}

async function readPorts(file: string): Promise<StackPorts | undefined> {
  try {
    return v.parse(v.pipe(v.string(), v.parseJson(), StackPorts), await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}
