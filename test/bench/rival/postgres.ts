import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#infra/local/emulators/free-port.ts';

export interface Postgres {
  url: string;
  /** Runs a script; `rows` is what it copies from its standard input. */
  run(script: string, rows?: Iterable<string>): Promise<void>;
  stop(): Promise<void>;
}

const MEMORY_DISK = '/dev/shm';
/** Tuned for a million rows; durability is off, because nothing is written while it is measured. */
const SETTINGS = {
  shared_buffers: '1GB',
  work_mem: '64MB',
  maintenance_work_mem: '512MB',
  random_page_cost: '1.1',
  effective_cache_size: '4GB',
  jit: 'off',
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
};

/** Starts a PostgreSQL of its own in a folder that is removed at the end. Undefined: it is not installed here. */
export async function startPostgres(): Promise<Postgres | undefined> {
  const bin = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1);
  if (bin === undefined || !existsSync(join(bin, 'initdb'))) return undefined;
  const folder = await mkdtemp(join(existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir(), 'bench-postgres-'));
  const owner = await giveAway(folder);
  const data = join(folder, 'data');
  const asOwner = (program: string, args: string[]): [string, string[]] =>
    owner ? ['setpriv', ['--reuid', owner, '--regid', owner, '--clear-groups', program, ...args]] : [program, args];
  const initialise = [
    '--pgdata',
    data,
    '--username',
    'bench',
    '--auth',
    'trust',
    '--encoding',
    'UTF8',
    '--locale',
    'C',
  ];
  execFileSync(...asOwner(join(bin, 'initdb'), initialise), { stdio: 'ignore', cwd: folder });
  const port = await freePort();
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: folder }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const server = spawn(...asOwner(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings]), {
    stdio: 'ignore',
    cwd: folder,
  });
  const url = `postgres://bench@127.0.0.1:${port}/postgres`;
  const psql = join(bin, 'psql');
  await waitUntilUp(() => execFileSync(psql, [url, '-qc', 'SELECT 1'], { stdio: 'ignore' }));
  return {
    url,
    run: (script, rows = []) => runScript(psql, [url, '-q', '-v', 'ON_ERROR_STOP=1', '-c', script], rows),
    async stop() {
      server.kill('SIGINT');
      await once(server, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL does not run as root: there, its folder belongs to the user that its package has made. */
async function giveAway(folder: string): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option: string) => Number(execFileSync('id', [option, 'postgres']).toString());
  await chown(folder, id('-u'), id('-g'));
  return 'postgres';
}

async function waitUntilUp(ask: () => unknown): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      ask();
      return;
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(100);
    }
  }
}

async function runScript(psql: string, args: string[], rows: Iterable<string>): Promise<void> {
  const child = spawn(psql, args, { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  for (const row of rows) if (!child.stdin.write(row)) await once(child.stdin, 'drain');
  child.stdin.end();
  const [code] = (await ended) as [number];
  if (code !== 0) throw new Error(`psql ended with ${code}`);
}
