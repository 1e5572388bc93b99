import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { freePort } from '#infra/local/address/free-port.ts';
import { DISK } from '#test/bench/local-table-file.ts';

interface Postgres {
  url: string;
  /** Runs a script; `rows` is what it copies from its standard input. */
  run(script: string, rows?: Iterable<string>): Promise<void>;
  stop(): Promise<void>;
}

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
  if (bin === undefined) return undefined;
  const folder = await mkdtemp(join(DISK, 'bench-postgres-'));
  const asOwner = await ownerOf(folder);
  const data = join(folder, 'data');
  const manage = (program: string, args: string[]) =>
    promisify(execFile)(...asOwner(join(bin, program), args), { cwd: folder });
  await manage('initdb', ['-D', data, '--username=bench', '--auth=trust', '--encoding=UTF8', '--locale=C']);
  const port = await freePort();
  const settings = Object.entries({ ...SETTINGS, port: String(port), unix_socket_directories: folder });
  const options = settings.map(([name, value]) => `-c ${name}=${value}`).join(' ');
  await manage('pg_ctl', ['-D', data, '-o', options, '-l', join(folder, 'log'), '-w', 'start']);
  const url = `postgres://bench@127.0.0.1:${port}/postgres`;
  return {
    url,
    async run(script, rows = []) {
      const args = [url, '-q', '-v', 'ON_ERROR_STOP=1', '-c', script];
      const psql = spawn(join(bin, 'psql'), args, { stdio: ['pipe', 'ignore', 'inherit'] });
      const ended = once(psql, 'exit');
      await pipeline(Readable.from(rows), psql.stdin);
      const [code] = (await ended) as [number];
      if (code !== 0) throw new Error(`psql ended with ${code}`);
    },
    async stop() {
      await manage('pg_ctl', ['-D', data, '-m', 'fast', 'stop']);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL does not run as root: there, its folder and its processes belong to the user that its package has made. */
async function ownerOf(folder: string): Promise<(program: string, args: string[]) => [string, string[]]> {
  if (process.getuid?.() !== 0) return (program, args) => [program, args];
  const id = (option: string) => Number(execFileSync('id', [option, 'postgres']).toString());
  await chown(folder, id('-u'), id('-g'));
  const as = ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups'];
  return (program, args) => ['setpriv', [...as, program, ...args]];
}
