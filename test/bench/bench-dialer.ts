import { setTimeout as sleep } from 'node:timers/promises';
import { startLocalStack, type LocalStack } from '#infra/local/compose/local-stack.ts';
import { createDemoApi } from '#infra/local/rehearsal/demo-api.ts';
import { newLead } from '#shared/campaigns/create-lead.ts';
import { leads, users, wallets } from '#shared/container.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { atOnce } from '#test/bench/load.ts';
import { markdownTable } from '#test/bench/markdown-table.ts';
import type { BenchReport } from '#test/bench/report.ts';
import { askSimulator } from '#test/bench/stack-client.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { numberLike } from '#test/support/many-numbers.ts';

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
  const developer = {
    ...process.env,
    CARRIER_CALLS_PER_SECOND: String(CALLS_PER_SECOND),
    ATTEMPTS_PER_DAY: String(LEADS),
  };
  const stack = await startLocalStack({ simulatorSpeed: SPEED, developer });
  try {
    const user = stack.address.users[0]!;
    const api = createDemoApi(stack.address.base_url, user.token);
    await prepare(user.id);
    const assistant = await api.createAssistant(assistantRequest({ post_call_evaluation: false }));
    const campaign = { name: 'Bench', assistant_id: assistant, timezone: 'America/New_York' };
    const campaignId = await api.createCampaign({ ...campaign, max_calls_in_parallel: LINES });
    await createLeads(user.id, campaignId, count);
    const startedAt = Date.now();
    await api.startCampaign(campaignId);
    const spans = await logOf(stack, count, startedAt + PATIENCE_MS);
    const busy = round(busyLines(spans, count));
    const firstSeconds = round(((spans[0]?.createdAt ?? 0) - startedAt) / 1000);
    const leadCount = count.toLocaleString('en');
    const table = markdownTable(
      [`${leadCount} leads, ${LINES} call slots, from the carrier's log`, ''],
      [
        ['first call after the start, seconds (aim: 2)', firstSeconds],
        [`call slots in use on average, until the last ${LAST_LEADS} leads (aim: ${AIM})`, busy],
      ],
    );
    const outcome = `makes its first call after ${firstSeconds} s, and uses ${busy} of them on average`;
    return { table, headline: `- A campaign of ${leadCount} leads with ${LINES} call slots ${outcome}.` };
  } finally {
    await stack.stop();
  }
}

const round = (value: number) => Math.round(value * 100) / 100;

/** Call slots and money. */
async function prepare(userId: number): Promise<void> {
  await users().setCallsAllowed(userId, LINES);
  const entry = { id: createRecordId(Date.now(), Math.random), userId, amount: 1e9, createdAt: Date.now() };
  await wallets().book({ ...entry, kind: 'top_up', reference: 'bench' });
}

async function createLeads(userId: number, campaignId: number, count: number): Promise<void> {
  const request = { campaignId, secondaryContacts: [], variables: {}, allowDuplicate: true };
  await atOnce(20, count, (index) => {
    const id = createRecordId(Date.now(), () => (index % 4096) / 4096);
    return leads().create(
      newLead({ ...request, phoneNumber: numberLike(SILENT, index) }, { userId, id, contactIds: [] }).lead,
      [],
    );
  });
}

/** The calls of the carrier, first one first, once all are over. */
async function logOf(stack: LocalStack, count: number, giveUpAt: number): Promise<Span[]> {
  for (;;) {
    await sleep(5000);
    const isLate = Date.now() > giveUpAt;
    type Log = { calls: Array<{ createdAt: number; endedAt: number | null }> };
    const { calls } = await askSimulator<Log>(stack, 'calls');
    const over = calls.filter(({ endedAt }) => endedAt !== null);
    if (!isLate && (calls.length < count || over.length < calls.length)) continue;
    return calls
      .map(({ createdAt, endedAt }) => ({ createdAt, endedAt: endedAt ?? Date.now() }))
      .toSorted((one, other) => one.createdAt - other.createdAt);
  }
}

/** On average, from the moment at which all lines could be busy until the one at which the last leads are called. */
function busyLines(spans: Span[], count: number): number {
  const from = spans[LINES - 1]?.createdAt ?? 0;
  const to = spans[count - LAST_LEADS]?.createdAt ?? 0;
  const busy = spans.map(({ createdAt, endedAt }) => Math.min(endedAt, to) - Math.max(createdAt, from));
  return busy.reduce((sum, milliseconds) => sum + Math.max(0, milliseconds), 0) / (to - from);
}
