import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { LocalStack } from '#infra/local/compose/local-stack.ts';
import type { Call } from '#shared/calls/call.ts';
import { table } from '#shared/container.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { deliver, runSchedule, storeCall } from '#test/slow/grants/lost-and-late.ts';
import { buildCall } from '#test/support/builders.ts';
import type { RunningStack } from '#test/support/local-stack.ts';

const USER = 2;
const ANOTHER = 3;
/** More than one segment holds. */
const MANY = 1200;
const SOME = 20;
const DAY_MS = 86_400_000;
/** One in this many call ids closes segments when its call finishes. */
const CLOSING_IDS = 16;

/** Users with many calls: lists read segments; finishing calls and the schedule close them. */
export async function closeLongHistory({ stack, as }: RunningStack): Promise<void> {
  const open = await storeHistory(USER, MANY);
  await finishOneThatCloses(stack);
  await store({ ...open, status: 'failed', hold: 0 });
  await finishOneThatCloses(stack);
  const another = await storeHistory(ANOTHER, SOME);
  await runSchedule(stack, 'schedule/close-call-segments');
  await store({ ...another, status: 'failed', hold: 0 });
  await runSchedule(stack, 'schedule/close-call-segments');
  await as(USER)('GET', '/user/calls?per_page=10&page=100');
}

/** Calls of yesterday, all over but for one, which is given. */
async function storeHistory(userId: number, count: number): Promise<Call> {
  const from = Date.now() - DAY_MS;
  const calls = Array.from({ length: count }, (_, index) =>
    buildCall({
      userId,
      id: createRecordId(from + index * 1000, Math.random),
      ...(index === 1 ? { status: 'in-progress', hold: 1 } : { status: 'ended_by_customer', hold: 0 }),
    }),
  );
  for (let start = 0; start < count; start += 100) await Promise.all(calls.slice(start, start + 100).map(store));
  return calls[1]!;
}

async function store(call: Call): Promise<void> {
  const { client, tableName: TableName } = table();
  await client.send(new PutCommand({ TableName, Item: { ...keys.call.key(call.userId, call.id), ...call } }));
}

async function finishOneThatCloses(stack: LocalStack): Promise<void> {
  const drawn = createRecordId(Date.now(), Math.random);
  const ended = { status: 'ended', endedAt: Date.now(), durationSeconds: 1 } as const;
  const { id } = await storeCall({ id: drawn - (drawn % CLOSING_IDS), ...ended });
  await deliver(stack, 'finish-call', { userId: USER, callId: id });
}
