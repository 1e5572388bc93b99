import { BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { callOfNumberItem } from '#shared/calls/listing/close-segments.ts';
import { branchItems, leafItems } from '#shared/calls/listing/segment-writes.ts';
import type { Table } from '#shared/platform/table/table.ts';
import type { CallStatus, Call, CallBody } from '#shared/calls/call.ts';
import { extendSegment, isSettled, listSizes, countsKinds } from '#shared/calls/listing/call-counts.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { toCallBodyItem } from '#shared/calls/call-items.ts';
import { CallSegmentItem, type CallSegment } from '#shared/calls/listing/segment-items.ts';
import { keys } from '#shared/platform/table/keys.ts';
import * as v from 'valibot';
import { atOnce } from '#test/bench/load.ts';
import { buildCall } from '#test/support/builders.ts';
import { createRandom } from '#test/support/fakes.ts';

export const FIRST_DAY = Date.UTC(2025, 5, 1);
export const DAYS = 365;
const DAY_MS = 86_400_000;
/** The newest calls, which are still open or too young for a segment. */
const UNCLOSED = 24;
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

/** A year of calls of one user: ten assistants, two campaigns each or none, some ten calls with each customer. */
export function makeCalls(userId: number, count: number): Call[] {
  const random = createRandom(count);
  return Array.from({ length: count }, (_, index) => {
    const id = createRecordId(FIRST_DAY + Math.floor(((index + random.next()) * DAYS * DAY_MS) / count), random.next);
    const isOpen = index >= count - UNCLOSED / 2;
    const assistant = random.below(10);
    const campaign = random.below(3);
    return buildCall({
      id,
      userId,
      status: isOpen ? 'in-progress' : random.pick(finalStatuses),
      hold: isOpen ? 2_000_000 : 0,
      type: random.chance(0.85) ? 'outbound' : 'inbound',
      assistantId: 7_000_000_000_000_000 + assistant,
      campaignId: campaign === 0 ? null : 7_100_000_000_000_000 + assistant * 2 + campaign,
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

/** Every item of these calls, made by the store's own builders: heads, bodies, numbers, and the segments of all but the newest. */
export function* callItems(calls: readonly Call[]): Generator<Record<string, unknown>> {
  const body = toCallBodyItem(loadedBody);
  for (const call of calls) {
    yield { ...keys.call.key(call.userId, call.id), ...call };
    if (call.hold === 0) yield { ...keys.callBody.key(call.userId, call.id), ...body };
    if (isSettled(call)) yield callOfNumberItem(call);
  }
  yield* segmentItems(calls);
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

/** The segments of these calls, with no closing overdue. */
function* segmentItems(calls: readonly Call[]): Generator<Record<string, unknown>> {
  const old = calls.slice(0, Math.max(0, calls.length - UNCLOSED));
  const userId = calls[0]?.userId ?? 0;
  let from = 0;
  let side: Array<{ items: Record<string, unknown>[]; isFull: boolean }> = [];
  for (let start = 0; start < old.length; start += listSizes.segment) {
    const some = old.slice(start, start + listSizes.segment);
    const to = some.at(-1)!.id + 1;
    const [segment, ...counts] = leafItems(userId, extendSegment({ from, to: from, rows: [] }, some, to, []));
    from = to;
    yield segment!;
    side.push({ items: counts, isFull: some.length === listSizes.segment });
    if (side.length < listSizes.summaryNode || !side.every(({ isFull }) => isFull)) continue;
    for (const [index, kind] of countsKinds.entries()) {
      const segments: CallSegment[] = side.map(({ items }) => v.parse(CallSegmentItem, items[index]));
      yield* branchItems(userId, kind, segments);
    }
    side = [];
  }
  for (const { items } of side) yield* items;
}
