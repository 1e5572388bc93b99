import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { freePort } from '#infra/local/address/free-port.ts';
import { toCallRecord } from '#shared/call-life/call-api.ts';
import type { Call } from '#shared/calls/call.ts';
import { loadedBody } from '#test/bench/load-calls.ts';
import { requestsPerSecond } from '#test/bench/load.ts';
import { filterParts } from '#test/bench/probe-lists.ts';
import { startPostgres } from '#test/bench/rival/postgres.ts';

export type Comparison = { calls: number; list: string; ours: number; postgres: number; isSame: boolean };

const FOLDER = import.meta.dirname;
const ROUNDS = 2;

const SCHEMA = `
  CREATE UNLOGGED TABLE calls (user_id bigint, id bigint, status text, type text, assistant_id bigint,
    campaign_id bigint, client_phone_number text, record text)`;
/** An index for each way in, each of them covering, so that counting and skipping never touch a row. */
const INDEXES = [
  '(user_id, id) INCLUDE (status, type, assistant_id, campaign_id)',
  '(user_id, status, id) INCLUDE (type, assistant_id, campaign_id)',
  '(user_id, status, type, id) INCLUDE (assistant_id, campaign_id)',
  '(user_id, type, id) INCLUDE (status, assistant_id, campaign_id)',
  '(user_id, assistant_id, id) INCLUDE (status, type, campaign_id)',
  '(user_id, campaign_id, id) INCLUDE (status, type, assistant_id)',
  '(user_id, client_phone_number, id) INCLUDE (status, type, assistant_id, campaign_id)',
];

/** The same lists by Fastify and PostgreSQL. Undefined: PostgreSQL is not installed here. */
export async function compareLists(endpoint: string, tableName: string, calls: readonly Call[]) {
  const postgres = await startPostgres();
  if (!postgres) return undefined;
  const children: ChildProcess[] = [];
  const serve = async (file: string, args: string[], environment: Record<string, string>) => {
    const port = await freePort();
    const command = [join(FOLDER, file), String(port), ...args];
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'], env: environment });
    children.push(child);
    await once(child.stdout, 'data');
    return `http://127.0.0.1:${port}`;
  };
  try {
    installRival();
    await postgres.run(SCHEMA);
    await postgres.run('COPY calls FROM STDIN', copyLines(calls));
    for (const columns of INDEXES) await postgres.run(`CREATE INDEX ON calls ${columns}`);
    await postgres.run('VACUUM ANALYZE calls');
    const rival = await serve('rival-server.ts', [postgres.url], {});
    const ours = await serve('our-server.ts', [], environmentOfOurs(endpoint, tableName));
    return await compareAll(calls, ours, rival);
  } finally {
    for (const child of children) child.kill();
    await postgres.stop();
  }
}

function installRival(): void {
  const cwd = join(FOLDER, 'packages');
  const install = ['install', '--no-audit', '--no-fund', '--no-package-lock'];
  if (!existsSync(join(cwd, 'node_modules'))) execFileSync('npm', install, { cwd, stdio: 'ignore' });
}

const environmentOfOurs = (endpoint: string, tableName: string): Record<string, string> => ({
  TABLE_NAME: tableName,
  AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  PUBLIC_URL: 'http://127.0.0.1',
  RECORDING_RETENTION_DAYS: '30',
  NODE_ENV: 'production',
});

function* copyLines(calls: readonly Call[]): Generator<string> {
  const open = { ...loadedBody, turns: [], evaluation: {}, variables: {} };
  for (const call of calls) {
    const record = JSON.stringify(toCallRecord(call, call.hold === 0 ? loadedBody : open, null));
    const { userId, id, status, type, assistantId, clientPhoneNumber } = call;
    const cells = [userId, id, status, type, assistantId, call.campaignId ?? '\\N', clientPhoneNumber];
    yield `${[...cells, record.replaceAll('\\', '\\\\')].join('\t')}\n`;
  }
}

/** The lists that people ask for, and the ones that are hard to answer: their queries, by their names. */
function listsOf(calls: readonly Call[]): Record<string, string> {
  const { status, type, phone, assistant, campaign, dates } = filterParts(calls);
  const day = (time = 0, days = 0) => new Date(time + days * 86_400_000).toISOString().slice(0, 10);
  const byStatus = `status=${status?.status}`;
  const byType = `type=${type?.type}`;
  const byAssistant = `assistant_id=${assistant?.assistantId}`;
  const byDates = `date_from=${day(dates?.from)}&date_to=${day(dates?.before, -1)}`;
  return {
    all: '',
    status: byStatus,
    type: byType,
    assistant: byAssistant,
    campaign: `campaign_id=${campaign?.campaignId}`,
    dates: byDates,
    'status + type': `${byStatus}&${byType}`,
    'status + type + assistant + dates': [byStatus, byType, byAssistant, byDates].join('&'),
    'phone number': `phone_number=${encodeURIComponent(phone?.phoneNumber ?? '')}`,
  };
}

async function compareAll(calls: readonly Call[], ours: string, rival: string): Promise<Comparison[]> {
  const rows: Comparison[] = [];
  for (const [list, query] of Object.entries(listsOf(calls))) {
    const { last_page: last } = await ask(`${ours}/api/user/calls?${query}`);
    const pages = last > 2 ? { first: 1, last } : { first: 1 };
    for (const [name, page] of Object.entries(pages)) {
      const path = `/api/user/calls?${[query, `page=${page}`].filter(Boolean).join('&')}`;
      const [mine, theirs] = await Promise.all([ask(ours + path), ask(rival + path)]);
      const isSame = mine.total > 0 && isDeepStrictEqual(mine, theirs);
      const row = { calls: calls.length, list: `${list}, ${name} page`, ours: 0, postgres: 0, isSame };
      // In turns, so that a machine that is busy for a while is busy for both.
      for (let round = 0; round < ROUNDS; round += 1) {
        row.postgres += (await requestsPerSecond(rival + path)) / ROUNDS;
        row.ours += (await requestsPerSecond(ours + path)) / ROUNDS;
      }
      rows.push(row);
    }
  }
  return rows;
}

/** The addresses of pages name the server that was asked; here they name none. */
async function ask(url: string): Promise<{ total: number; last_page: number }> {
  const text = await (await fetch(url)).text();
  return JSON.parse(text.replaceAll(/127\.0\.0\.1:\d+/g, 'host')) as { total: number; last_page: number };
}
