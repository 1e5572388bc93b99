import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StackError } from '#infra/local/stack/stack-options.ts';

/** Where a stack keeps what must outlive it. Files that are undefined are not kept. */
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

/** Opens the folder for this process alone. `memory` is a folder that lives as long as the stack, for its secrets. */
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

/** A lock that the operating system holds: it ends with the process, however that ends, so it is never stale. */
function lock(path: string): () => void {
  const database = new DatabaseSync(join(path, 'stack.lock'));
  try {
    // A stack that was just told to stop needs a moment.
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
