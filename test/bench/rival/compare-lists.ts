import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { freePort } from '#infra/local/address/free-port.ts';
import { toCallRecord } from '#shared/call-life/call-api.ts';
import type { Call } from '#shared/calls/call.ts';
import { loadedBody } from '#test/bench/load-calls.ts';
import { CONNECTIONS, requestsPerSecond, timesPerSecond } from '#test/bench/load.ts';
import { filterParts } from '#test/bench/probe-lists.ts';
import { startPostgres } from '#test/bench/rival/postgres.ts';
import { replayOne, type WireRequest } from '#test/bench/table-wire.ts';

export interface Comparison {
  calls: number;
  list: string;
  /** Lists in a second, over HTTP. */
  ours: number;
  /** The table's part alone: its requests for the list, sent by a client that does nothing else. */
  floor: number;
  /** Undefined: PostgreSQL is not installed here. */
  postgres: number | undefined;
  isSame: boolean | undefined;
}

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

/** P2: lists over HTTP against their own requests to the table, replayed; beside the same lists by Fastify and PostgreSQL. */
export async function compareLists(endpoint: string, tableName: string, calls: readonly Call[]): Promise<Comparison[]> {
  const children: ChildProcess[] = [];
  const serve = async (file: string, args: string[], environment: Record<string, string>) => {
    const port = await freePort();
    const command = [join(FOLDER, file), String(port), ...args];
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'], env: environment });
    children.push(child);
    await once(child.stdout, 'data');
    return `http://127.0.0.1:${port}`;
  };
  const postgres = await startPostgres();
  try {
    const ours = await serve('our-server.ts', [], environmentOfOurs(endpoint, tableName));
    if (!postgres) return await compareAll(calls, ours);
    installRival();
    await postgres.run(SCHEMA);
    await postgres.run('COPY calls FROM STDIN', copyLines(calls));
    for (const columns of INDEXES) await postgres.run(`CREATE INDEX ON calls ${columns}`);
    await postgres.run('VACUUM ANALYZE calls');
    return await compareAll(calls, ours, await serve('rival-server.ts', [postgres.url], {}));
  } finally {
    for (const child of children) child.kill();
    await postgres?.stop();
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

async function compareAll(calls: readonly Call[], ours: string, rival?: string): Promise<Comparison[]> {
  const rows: Comparison[] = [];
  for (const [list, query] of Object.entries(listsOf(calls))) {
    const { last_page: last } = await ask(`${ours}/api/user/calls?${query}`);
    const pages = last > 2 ? { first: 1, last } : { first: 1 };
    for (const [name, page] of Object.entries(pages)) {
      const path = `/api/user/calls?${[query, `page=${page}`].filter(Boolean).join('&')}`;
      rows.push({ calls: calls.length, list: `${list}, ${name} page`, ...(await compareOne(path, ours, rival)) });
    }
  }
  return rows;
}

async function compareOne(path: string, ours: string, rival: string | undefined) {
  const mine = await ask(ours + path);
  const isSame = rival === undefined ? undefined : mine.total > 0 && isDeepStrictEqual(mine, await ask(rival + path));
  // Warm, as the server is while it is measured: what its process remembers is not asked for again.
  await fetch(`${ours}/wire`);
  await ask(ours + path);
  const wire = (await (await fetch(`${ours}/wire`)).json()) as WireRequest[];
  const rates = { ours: 0, floor: 0, postgres: 0 };
  // In turns, so that a machine that is busy for a while is busy for all.
  for (let round = 0; round < ROUNDS; round += 1) {
    if (rival !== undefined) rates.postgres += (await requestsPerSecond(rival + path)) / ROUNDS;
    rates.floor += (await replaysPerSecond(wire)) / ROUNDS;
    rates.ours += (await requestsPerSecond(ours + path)) / ROUNDS;
  }
  return { ...rates, postgres: rival === undefined ? undefined : rates.postgres, isSame };
}

async function replaysPerSecond(wire: readonly WireRequest[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS * wire.length });
  const rate = await timesPerSecond(async () => void (await Promise.all(wire.map((one) => replayOne(one, agent)))));
  agent.destroy();
  return rate;
}

/** The addresses of pages name the server that was asked; here they name none. */
async function ask(url: string): Promise<{ total: number; last_page: number }> {
  const text = await (await fetch(url)).text();
  return JSON.parse(text.replaceAll(/127\.0\.0\.1:\d+/g, 'host')) as { total: number; last_page: number };
}
