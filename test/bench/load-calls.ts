import { BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { toCallBodyItem } from '#shared/calls/call-items.ts';
import type { CallOutcome } from '#shared/calls/call-reasons.ts';
import type { CallStatus } from '#shared/calls/call-status.ts';
import { isSettled, type Call, type CallBody } from '#shared/calls/call.ts';
import { putSummary } from '#shared/calls/listing/change-summaries.ts';
import { contentName, contentOf } from '#shared/calls/listing/summary-content.ts';
import { LAYOUT, levelOf, listSizes, toSummaryRow } from '#shared/calls/listing/summary.ts';
import { toShownCallText } from '#shared/calls/shown-call.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { atOnce } from '#test/bench/load.ts';
import { buildCall } from '#test/support/builders.ts';
import { createRandom } from '#test/support/fakes.ts';

export const FIRST_DAY = Date.UTC(2025, 5, 1);
export const DAYS = 365;
const DAY_MS = 86_400_000;
/** The newest calls, which are still open or too young for a segment. */
const UNCLOSED = 24;
/** Calls of a type that is rare. */
const RARE_CALLS = 15;
/** The most that one BatchWrite takes. */
const BATCH = 25;

const finalStatuses: CallStatus[] = [
  'ended_by_customer',
  'ended_by_customer',
  'ended_by_customer',
  'completed',
  'completed',
  'ended_by_assistant',
  'ended_by_assistant',
  'no-answer',
  'no-answer',
  'busy',
  'failed',
];

const conversationOutcomes: CallOutcome[] = [
  ...Array.from<CallOutcome>({ length: 11 }).fill('talked'),
  ...Array.from<CallOutcome>({ length: 4 }).fill('goal_reached'),
  'mailbox',
  'mailbox',
  'mailbox',
  'failed',
  'opted_out',
];

/** What came of calls that ended so. */
const outcomesOf: Partial<Record<CallStatus, CallOutcome[]>> = {
  ended_by_customer: conversationOutcomes,
  completed: conversationOutcomes,
  ended_by_assistant: conversationOutcomes,
  'no-answer': ['no_answer', 'no_answer', 'no_answer', 'no_answer', 'cancelled'],
  busy: ['busy', 'busy', 'busy', 'busy', 'cancelled'],
  failed: ['failed', 'failed', 'failed', 'cancelled'],
};

/** How many assistants a user has, and how many campaigns each of them. */
export interface Shape {
  assistants: number;
  campaigns: number;
}

export const usualShape: Shape = { assistants: 10, campaigns: 2 };
export const shapes: readonly Shape[] = [
  usualShape,
  { assistants: 300, campaigns: 5 },
  { assistants: 5000, campaigns: 1 },
  { assistants: 100_000, campaigns: 0 },
  { assistants: 1, campaigns: 10_000 },
];

/** Some id of 16 digits, as an id is, always the same for the same position. */
const idOf = (base: number, position: number) => base + ((position * 7_368_787_951_213) % 900_000_000_000_000);

/** A year of calls of one user, with one of the campaigns each or none, some ten calls with each customer. */
export function makeCalls(userId: number, count: number, { assistants, campaigns }: Shape = usualShape): Call[] {
  const random = createRandom(count);
  const rareEvery = Math.ceil(count / RARE_CALLS);
  return Array.from({ length: count }, (_, index) => {
    const id = createRecordId(FIRST_DAY + Math.floor(((index + random.next()) * DAYS * DAY_MS) / count), random.next);
    const isOpen = index >= count - UNCLOSED / 2;
    const assistant = random.below(assistants);
    const campaign = random.below(campaigns + 1);
    const status = isOpen ? 'in-progress' : random.pick(finalStatuses);
    const outcomes = index % rareEvery === 1 ? (['screened'] as const) : outcomesOf[status];
    return buildCall({
      id,
      userId,
      status,
      ...(outcomes && !isOpen && { outcome: random.pick(outcomes) }),
      hold: isOpen ? 2_000_000 : 0,
      type: index % rareEvery === 0 ? 'web' : random.chance(0.85) ? 'outbound' : 'inbound',
      assistantId: idOf(1_000_000_000_000_000, assistant),
      campaignId: campaign === 0 ? null : idOf(2_000_000_000_000_000, assistant * campaigns + campaign),
      campaignName: campaign === 0 ? null : `Campaign ${assistant}-${campaign}`,
      clientPhoneNumber: `+1202${String(5_550_000 + random.below(Math.max(1, Math.ceil(count / 10))))}`,
      durationSeconds: 60,
      totalCost: 120_000,
      carrierCallId: `CA${String(index).padStart(32, '0')}`,
      answeredAt: 1_780_000_000_000,
      endedAt: 1_780_000_060_000,
      endedBy: 'customer',
      connectionId: `connection-${index}`,
    });
  }).toSorted((one, other) => one.id - other.id);
}

const turns = Array.from({ length: 6 }, (_, index) => ({
  sender: index % 2 === 0 ? ('bot' as const) : ('human' as const),
  text: 'Good morning, this is about your appointment on Tuesday at ten.',
  timestamp: 1_780_000_000_000 + index * 1000,
}));

export const loadedBody: CallBody = {
  variables: { name: 'Ada' },
  turns,
  evaluation: { ok: true },
  webhookResponse: null,
};

/** Every item of these calls, made by the store's own builders: heads, bodies, and the summaries of all but the newest. */
export function* callItems(calls: readonly Call[]): Generator<Record<string, unknown>> {
  const body = toCallBodyItem(loadedBody);
  for (const call of calls) {
    yield { ...keys.call.key(call.userId, call.id), ...call };
    if (call.hold === 0) yield { ...keys.callBody.key(call.userId, call.id), ...body, shown: toShownCallText(call) };
  }
  yield* summaryItems(calls);
}

/** Writes the calls over the table's own interface. */
export async function loadCalls({ client, tableName }: Table, calls: readonly Call[]): Promise<void> {
  const requests = [...callItems(calls)].map((Item) => ({ PutRequest: { Item } }));
  await atOnce(12, Math.ceil(requests.length / BATCH), async (batch) => {
    let left: BatchWriteCommandInput['RequestItems'] = {
      [tableName]: requests.slice(batch * BATCH, (batch + 1) * BATCH),
    };
    while (left && Object.keys(left).length > 0) {
      left = (await client.send(new BatchWriteCommand({ RequestItems: left }))).UnprocessedItems;
    }
  });
}

/** The summaries of these calls, with no merge overdue. */
function* summaryItems(calls: readonly Call[]): Generator<Record<string, unknown>> {
  const old = calls.slice(0, Math.max(0, calls.length - UNCLOSED)).filter(isSettled);
  const userId = calls[0]?.userId ?? 0;
  let from = 0;
  for (let start = 0; start < old.length;) {
    const level = levelOf(old.length - start, listSizes);
    const rows = old.slice(start, start + listSizes.first * listSizes.growth ** level).map(toSummaryRow);
    const to = (rows.at(-1)?.id ?? from) + 1;
    const plain = {
      from,
      to,
      level,
      layout: LAYOUT,
      size: rows.length,
      open: [],
      openRows: [],
      added: [],
      removed: [],
    };
    const content = contentOf(userId, contentName(from, rows), rows, { level, sizes: listSizes });
    const isInline = level < listSizes.inlineLevels;
    const summary = isInline
      ? { ...plain, content: null, rows, buckets: {} }
      : { ...plain, content: content.name, rows: [], buckets: content.buckets };
    yield* [putSummary(userId, summary, 0)].flatMap((write) => ('put' in write ? [write.put] : []));
    if (!isInline) yield* content.items;
    from = to;
    start += rows.length;
  }
}
