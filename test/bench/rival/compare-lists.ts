import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { freePort } from '#infra/local/emulators/free-port.ts';
import { toCallRecord } from '#shared/calls/call-api.ts';
import type { Call, CallBody } from '#shared/calls/call.ts';
import { loadedBody } from '#test/bench/load-calls.ts';
import { filterParts } from '#test/bench/probe-lists.ts';
import { startPostgres } from '#test/bench/rival/postgres.ts';
import { requestsPerSecond } from '#test/bench/rival/requests-per-second.ts';

export type Comparison = { calls: number; list: string; ours: number; postgres: number; isSame: boolean };

const FOLDER = import.meta.dirname;
const PER_PAGE = 15;

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
].map((columns) => `CREATE INDEX ON calls ${columns};`);

/** The same lists by Fastify and PostgreSQL. Undefined: PostgreSQL is not installed here. */
export async function compareLists(endpoint: string, tableName: string, calls: readonly Call[]) {
  const postgres = await startPostgres();
  if (!postgres) return undefined;
  const children: ChildProcess[] = [];
  try {
    installRival();
    await postgres.run(SCHEMA);
    await postgres.run('COPY calls FROM STDIN', copyLines(calls));
    for (const index of INDEXES) await postgres.run(index);
    await postgres.run('VACUUM ANALYZE calls');
    const serve = async (file: string, args: string[], environment: Record<string, string>) => {
      const port = await freePort();
      const command = [join(FOLDER, file), String(port), ...args];
      const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'], env: environment });
      children.push(child);
      await once(child.stdout, 'data');
      return `http://127.0.0.1:${port}`;
    };
    const rival = await serve('rival-server.ts', [postgres.url], {});
    const ours = await serve('our-server.ts', [], environmentOfOurs(endpoint, tableName));
    return await compareAll(calls, { ours, rival });
  } finally {
    for (const child of children) child.kill();
    await postgres.stop();
  }
}

function installRival(): void {
  const cwd = join(FOLDER, 'packages');
  if (existsSync(join(cwd, 'node_modules'))) return;
  process.stderr.write('installing what the lists are compared with\n');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], { cwd, stdio: 'ignore' });
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
  const open: CallBody = { ...loadedBody, turns: [], evaluation: {}, variables: {} };
  for (const call of calls) {
    const record = JSON.stringify(toCallRecord(call, call.hold === 0 ? loadedBody : open, null)).replaceAll(
      '\\',
      '\\\\',
    );
    const campaign = call.campaignId ?? '\\N';
    const { userId, id, status, type, assistantId, clientPhoneNumber } = call;
    yield `${[userId, id, status, type, assistantId, campaign, clientPhoneNumber, record].join('\t')}\n`;
  }
}

/** The lists that people ask for, and the ones that are hard to answer. */
function listsOf(calls: readonly Call[]): Array<{ list: string; query: string }> {
  const { status, type, phone, assistant, campaign, dates } = filterParts(calls);
  const day = (time: number | undefined, days: number) =>
    new Date((time ?? 0) + days * 86_400_000).toISOString().slice(0, 10);
  const parts = {
    status: `status=${status?.status}`,
    type: `type=${type?.type}`,
    phone: `phone_number=${encodeURIComponent(phone?.phoneNumber ?? '')}`,
    assistant: `assistant_id=${assistant?.assistantId}`,
    campaign: `campaign_id=${campaign?.campaignId}`,
    dates: `date_from=${day(dates?.from, 0)}&date_to=${day(dates?.before, -1)}`,
  };
  return [
    { list: 'all', query: '' },
    { list: 'status', query: parts.status },
    { list: 'type', query: parts.type },
    { list: 'assistant', query: parts.assistant },
    { list: 'campaign', query: parts.campaign },
    { list: 'dates', query: parts.dates },
    { list: 'status + type', query: `${parts.status}&${parts.type}` },
    {
      list: 'status + type + assistant + dates',
      query: Object.values(parts)
        .filter((_, index) => ![2, 4].includes(index))
        .join('&'),
    },
    { list: 'phone number', query: parts.phone },
  ];
}

async function compareAll(calls: readonly Call[], origins: { ours: string; rival: string }): Promise<Comparison[]> {
  const rows: Comparison[] = [];
  for (const { list, query } of listsOf(calls)) {
    const first = await ask(`${origins.ours}/api/user/calls?${query}`);
    const last = first.last_page;
    for (const [name, page] of last > 2
      ? ([
          ['first', 1],
          ['last', last],
        ] as const)
      : ([['first', 1]] as const)) {
      const path = `/api/user/calls?${[query, `page=${page}`].filter(Boolean).join('&')}`;
      const [mine, theirs] = await Promise.all([ask(origins.ours + path), ask(origins.rival + path)]);
      // In turns, so that a machine that is busy for a while is busy for both.
      const rates = { ours: 0, rival: 0 };
      for (let round = 0; round < ROUNDS; round += 1) {
        rates.rival += (await requestsPerSecond(origins.rival + path)) / ROUNDS;
        rates.ours += (await requestsPerSecond(origins.ours + path)) / ROUNDS;
      }
      rows.push({
        calls: calls.length,
        list: `${list}, ${name} page`,
        ours: Math.round(rates.ours * 10) / 10,
        postgres: Math.round(rates.rival * 10) / 10,
        isSame:
          mine.total > 0 && mine.data.length <= PER_PAGE && isDeepStrictEqual(withoutHost(mine), withoutHost(theirs)),
      });
    }
  }
  return rows;
}

const ROUNDS = 2;

type Answer = { total: number; last_page: number; data: unknown[] };

const ask = async (url: string): Promise<Answer> => (await (await fetch(url)).json()) as Answer;

/** The addresses of pages name the server that was asked. */
const withoutHost = (answer: Answer): unknown =>
  JSON.parse(JSON.stringify(answer).replaceAll(/127\.0\.0\.1:\d+/g, 'host'));
