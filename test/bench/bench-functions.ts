import { setTimeout as sleep } from 'node:timers/promises';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { dynamo } from '#shared/platform/clients.ts';
import { environment } from '#shared/platform/environment.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import type { BenchReport } from '#test/bench/bench.ts';
import { drawBars } from '#test/bench/draw-bars.ts';
import { itemBytes } from '#test/bench/local-table-file.ts';
import { markdownTable } from '#test/bench/markdown-table.ts';
import { startRecordedStack, type Invocation, type RecordedStack } from '#test/bench/record-functions.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';

interface Figures {
  functions: FunctionFigures[];
  call: { turns: number; writeUnits: number; allowed: number; readUnits: number; byFunction: Record<string, number> };
}

interface FunctionFigures {
  functionId: string;
  runs: number;
  hops: number;
  requests: number;
  readUnits: number;
  readFloor: number;
  writeUnits: number;
  writeFloor: number;
}

/** P3: units of each endpoint and of one call's life; P4: hops of each function. One run of the stack tells both. */
export async function benchFunctions(): Promise<Figures> {
  const recorded = await startRecordedStack();
  try {
    sizes.clear();
    const invocations = await tour(recorded);
    const call = await lifeOfOneCall(recorded);
    return { functions: summarise([...invocations, ...call.invocations]), call: call.figures };
  } finally {
    await recorded.stack.stop();
  }
}

function client({ stack }: RecordedStack) {
  const [user] = stack.address.users;
  if (!user) throw new Error('the stack has no user');
  return async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${stack.address.base_url}${path}`, {
      method,
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { data?: { id: number }; call_id?: number };
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
}

const READS = manifest.flatMap((row) =>
  row.kind === 'http' && row.method === 'GET' && row.auth !== 'none' && !row.path.includes('{') ? [row.path] : [],
);

/** Every read, and what is created, changed and deleted, a few times. */
async function tour(recorded: RecordedStack): Promise<Invocation[]> {
  const api = client(recorded);
  recorded.take();
  const invocations: Invocation[] = [];
  const look = async () => invocations.push(...(await remember(recorded.take())));
  for (let round = 0; round < 3; round += 1) {
    const { data } = await api('POST', '/user/assistant', assistantRequest());
    await look();
    await api('PUT', `/user/assistant/${data?.id}`, { assistant_name: `Reception ${round}` });
    for (const path of READS) await api('GET', path);
    await look();
    await api('DELETE', `/user/assistant/${data?.id}`);
    await look();
  }
  return invocations;
}

async function lifeOfOneCall(recorded: RecordedStack) {
  const api = client(recorded);
  const webhook = `${recorded.stack.address.webhook_sink_url}/bench`;
  const request = assistantRequest({ is_webhook_active: true, webhook_url: webhook });
  const assistant = await api('POST', '/user/assistant', request);
  recorded.take();
  const made = await api('POST', '/user/make_call', { phone_number: '+12025550101', assistant_id: assistant.data?.id });
  const invocations: Invocation[] = [];
  const deadline = Date.now() + 60_000;
  while (!invocations.some(({ functionId }) => functionId === 'queue/deliver-webhook')) {
    if (Date.now() > deadline) throw new Error(`call ${made.call_id} did not end`);
    await sleep(100);
    invocations.push(...(await remember(recorded.take())));
  }
  await sleep(500);
  invocations.push(...(await remember(recorded.take())));
  const list = (await api('GET', '/user/calls?per_page=1')) as { data?: unknown };
  const [shown] = list.data as Array<{ transcript: string }>;
  const turns = (shown?.transcript.match(/^(bot|human|assistant|customer|agent|user)\b/gim) ?? []).length;
  const byFunction: Record<string, number> = {};
  for (const { functionId, units } of invocations) {
    byFunction[functionId] = Math.round(((byFunction[functionId] ?? 0) + units.written) * 10) / 10;
  }
  const sum = (of: (one: Invocation) => number) => Math.round(invocations.reduce((total, one) => total + of(one), 0));
  const figures = {
    turns,
    writeUnits: sum(({ units }) => units.written),
    allowed: 30 + 3 * turns,
    readUnits: sum(({ units }) => units.read),
    byFunction,
  };
  return { invocations, figures };
}

function summarise(invocations: readonly Invocation[]): FunctionFigures[] {
  const byId = Map.groupBy(invocations, ({ functionId }) => functionId);
  return [...byId]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([functionId, runs]) => {
      // The run in the middle: the first may have had clients to start.
      const typical = runs.toSorted((one, other) => one.units.written - other.units.written || one.hops - other.hops)[
        runs.length >> 1
      ]!;
      const floor = floorOf(typical);
      return {
        functionId,
        runs: runs.length,
        hops: typical.hops,
        requests: typical.requests,
        readUnits: typical.units.read,
        readFloor: floor.read,
        writeUnits: typical.units.written,
        writeFloor: floor.written,
      };
    });
}

/** The largest that each item was seen, by key: some are gone by the time it is asked what they cost. */
const sizes = new Map<string, number>();

async function remember(invocations: Invocation[]): Promise<Invocation[]> {
  for (const name of new Set(invocations.flatMap(({ units }) => [...units.touched.keys()]))) {
    const [pk = '', sk = ''] = name.split(' ');
    if (sk === '') continue;
    const { Item } = await dynamo().send(new GetCommand({ TableName: environment.table(), Key: { pk, sk } }));
    if (Item) sizes.set(name, Math.max(sizes.get(name) ?? 0, itemBytes(Item)));
  }
  return invocations;
}

/** What it costs to read each item that was touched once, or to write it once, by the published sizes. */
function floorOf({ units }: Invocation): { read: number; written: number } {
  const floor = { read: 0, written: 0 };
  const queried = new Map<string, number>();
  for (const [name, { isRead, isWritten, isTogether }] of units.touched) {
    const [pk = ''] = name.split(' ');
    const bytes = sizes.get(name) ?? 1;
    if (isWritten) floor.written += Math.ceil(bytes / 1024) * (isTogether ? 2 : 1);
    if (isRead) queried.set(pk, (queried.get(pk) ?? 0) + bytes);
  }
  for (const bytes of queried.values()) floor.read += Math.ceil(bytes / 4096);
  return floor;
}

export async function benchUnits(): Promise<BenchReport> {
  const { functions, call } = await measured();
  const endpoints = functions.filter(({ functionId }) => !functionId.startsWith('socket/'));
  const table = markdownTable(
    ['function', 'read units', 'least', 'write units', 'least'],
    endpoints.map((one) => [one.functionId, one.readUnits, one.readFloor, one.writeUnits, one.writeFloor]),
  );
  const life = markdownTable(
    ['a call, from request to webhook', 'write units'],
    [
      ...Object.entries(call.byFunction).filter(([, units]) => units > 0),
      [`all, with ${call.turns} spoken turns`, call.writeUnits],
      ['aim: 30, and 3 for each turn', call.allowed],
    ],
  );
  const bars = Object.entries(call.byFunction).filter(([, units]) => units > 0);
  const chart = drawBars({
    title: `Write units of one call with ${call.turns} turns`,
    bars: bars.map(([name, value]) => ({ name, value })),
  });
  return { figures: { endpoints, call }, table: `${table}\n\n${life}`, chart };
}

export async function benchHops(): Promise<BenchReport> {
  const { functions } = await measured();
  const table = markdownTable(
    ['function', 'requests in a row', 'requests'],
    functions.map(({ functionId, hops, requests }) => [functionId, hops, requests]),
  );
  const bars = functions.map(({ functionId, hops }) => ({ name: functionId, value: hops }));
  return { figures: functions, table, chart: drawBars({ title: 'Requests in a row', bars }) };
}

let known: Promise<Figures> | undefined;
function measured(): Promise<Figures> {
  known ??= benchFunctions();
  return known;
}
