import { setTimeout as sleep } from 'node:timers/promises';
import { startLocalStack, type LocalStack } from '#infra/local/local-stack.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { newLead } from '#shared/campaigns/lead.ts';
import { leads, users, wallets } from '#shared/container.ts';
import type { BenchReport } from '#test/bench/bench.ts';
import { drawChart } from '#test/bench/draw-chart.ts';
import { markdownTable } from '#test/bench/markdown-table.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';

const LEADS = 2000;
const LINES = 50;
const SPEED = 8;
/** Enough for the lines: ops have them raised at the carrier, and say so in config.ts. */
const CALLS_PER_SECOND = 5;
/** Picks up and says nothing: some fifty seconds, and little work for the machine that measures. */
const SILENT = '+12025550155';
/** The end of a campaign, when there are no leads left for all lines. */
const LAST_LEADS = 50;
const AIM = 45;
const PATIENCE_MS = 20 * 60_000;

type Span = { createdAt: number; endedAt: number };

/** A campaign of many leads: how soon the first is called, and how many lines are busy, by the log of the carrier. */
export async function benchDialer(args: string[]): Promise<BenchReport> {
  const count = Number(args[0] ?? LEADS);
  const developer = { ...process.env, CARRIER_CALLS_PER_SECOND: String(CALLS_PER_SECOND) };
  const stack = await startLocalStack({ simulatorSpeed: SPEED, developer });
  try {
    const campaignId = await prepare(stack, count);
    const startedAt = Date.now();
    await ask(stack, 'POST', '/user/campaigns/update-status', { campaign_id: campaignId, action: 'start' });
    const spans = await logOf(stack, count, startedAt + PATIENCE_MS);
    const busy = busyLines(spans, count);
    const figures = {
      leads: count,
      lines: LINES,
      firstDialSeconds: round(((spans[0]?.createdAt ?? 0) - startedAt) / 1000),
      busyOnAverage: round(busy.average),
      percentOfTimeAtAim: round(busy.atAim * 100),
      busyNinetyNinePercent: busy.atNinetyNine,
      mostAtOnce: busy.most,
      minutesOfCallTime: round(((busy.to - busy.from) * SPEED) / 60_000),
    };
    const table = markdownTable(
      [`${count.toLocaleString('en')} leads, ${LINES} lines, by the carrier's log`, ''],
      [
        ['first call after the start, seconds (aim: 2)', figures.firstDialSeconds],
        [`lines busy on average, until the last ${LAST_LEADS} leads (aim: ${AIM})`, figures.busyOnAverage],
        [`part of that time in which at least ${AIM} were busy, percent`, figures.percentOfTimeAtAim],
        ['lines busy in 99 % of the time, at least', figures.busyNinetyNinePercent],
        ['lines busy at once, at most', figures.mostAtOnce],
      ],
    );
    const chart = drawChart({ title: 'Lines that are busy', xLabel: 'seconds', ...courseOf(spans) });
    return { figures, table, chart };
  } finally {
    await stack.stop();
  }
}

const round = (value: number) => Math.round(value * 100) / 100;

async function prepare(stack: LocalStack, count: number): Promise<number> {
  const userId = stack.address.users[0]?.id ?? 0;
  await users().setCallsAllowed(userId, LINES);
  const amount = 1_000_000_000;
  const id = createRecordId(Date.now(), Math.random);
  await wallets().book({ id, userId, amount, kind: 'top_up', reference: 'bench', createdAt: Date.now() });
  const assistant = await ask(stack, 'POST', '/user/assistant', assistantRequest({ post_call_evaluation: false }));
  const campaign = await ask(stack, 'POST', '/user/campaigns', {
    name: 'Bench',
    assistant_id: assistant,
    timezone: 'America/New_York',
    max_calls_in_parallel: LINES,
  });
  const store = leads();
  for (let first = 0; first < count; first += 20) {
    const batch = Array.from({ length: Math.min(20, count - first) }, (_, index) => {
      const request = { campaignId: campaign, phoneNumber: SILENT, variables: {}, allowDuplicate: true };
      const origin = { userId, id: createRecordId(Date.now(), () => ((first + index) % 4096) / 4096), contactIds: [] };
      return newLead({ ...request, secondaryContacts: [] }, origin).lead;
    });
    await Promise.all(batch.map((lead) => store.create(lead, [])));
  }
  return campaign;
}

async function ask(stack: LocalStack, method: string, path: string, body: unknown): Promise<number> {
  const response = await fetch(`${stack.address.base_url}${path}`, {
    method,
    headers: { authorization: `Bearer ${stack.address.users[0]?.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  const { data } = (await response.json()) as { data?: { id?: number } };
  return data?.id ?? 0;
}

/** The calls of the carrier, first one first, once all are over. */
async function logOf(stack: LocalStack, count: number, giveUpAt: number): Promise<Span[]> {
  for (;;) {
    await sleep(5000);
    const attempts = await fetch(`${stack.address.simulator_url}/_simulator/dial-attempts`);
    const { attempts: made } = (await attempts.json()) as { attempts: Array<{ httpStatus: number }> };
    if (made.filter(({ httpStatus }) => httpStatus === 201).length < count && Date.now() < giveUpAt) continue;
    const response = await fetch(`${stack.address.simulator_url}/_simulator/calls`);
    const { calls } = (await response.json()) as { calls: Array<{ createdAt: number; endedAt: number | null }> };
    if (calls.some(({ endedAt }) => endedAt === null) && Date.now() < giveUpAt) continue;
    return calls
      .map(({ createdAt, endedAt }) => ({ createdAt, endedAt: endedAt ?? Date.now() }))
      .toSorted((one, other) => one.createdAt - other.createdAt);
  }
}

/** From the moment at which all lines could be busy until the one at which the last leads are called. */
function busyLines(spans: Span[], count: number) {
  const from = spans[LINES - 1]?.createdAt ?? 0;
  const to = spans[count - LAST_LEADS]?.createdAt ?? 0;
  const levels = levelsOf(spans).filter(({ at, until }) => until > from && at < to);
  const clip = levels.map(({ at, until, level }) => ({ level, ms: Math.min(until, to) - Math.max(at, from) }));
  const total = clip.reduce((sum, { ms }) => sum + ms, 0);
  const average = clip.reduce((sum, { level, ms }) => sum + level * ms, 0) / total;
  const atAim = clip.reduce((sum, { level, ms }) => sum + (level >= AIM ? ms : 0), 0) / total;
  let passed = 0;
  const sorted = clip.toSorted((one, other) => one.level - other.level);
  const atNinetyNine = sorted.find(({ ms }) => (passed += ms) > total / 100)?.level ?? 0;
  return { from, to, average, atAim, atNinetyNine, most: Math.max(...levelsOf(spans).map(({ level }) => level)) };
}

function levelsOf(spans: Span[]) {
  const edges = spans
    .flatMap(({ createdAt, endedAt }) => [
      { at: createdAt, change: 1 },
      { at: endedAt, change: -1 },
    ])
    .toSorted((one, other) => one.at - other.at || one.change - other.change);
  let level = 0;
  return edges.map(({ at, change }, index) => {
    level += change;
    return { at, until: edges[index + 1]?.at ?? at, level };
  });
}

function courseOf(spans: Span[]) {
  const start = spans[0]?.createdAt ?? 0;
  const levels = levelsOf(spans);
  const seconds = Math.max(2, Math.ceil(((levels.at(-1)?.at ?? start) - start) / 1000));
  const x = Array.from({ length: seconds }, (_, index) => index + 1);
  const y = x.map((second) => levels.findLast(({ at }) => at <= start + second * 1000)?.level ?? 0);
  return { x, lines: [{ name: 'busy', colour: '#0a7', y }] };
}
