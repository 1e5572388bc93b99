import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { LocalStack } from '#infra/local/local-stack.ts';
import { createRecordId } from '#shared/domain/ids/record-id.ts';
import { table } from '#shared/runtime/table.ts';
import { keys } from '#shared/table/keys.ts';
import { buildCall } from '#test/support/call-builder.ts';
import { deliver, runSchedule, storeCall } from '#test/support/grants/lost-and-late.ts';
import type { RunningStack } from '#test/support/local-stack.ts';

const USER = 2;
const CALLS = 1200;
const DAY_MS = 86_400_000;
/** The calls that look for something to seal when they finish. */
const SEALING_IDS = 16;

/** A user of long standing: lists read seals, and calls that finish make them, as the schedule does. */
export async function sealLongHistory({ stack, as }: RunningStack): Promise<void> {
  const { client, tableName: TableName } = table();
  const from = Date.now() - DAY_MS;
  for (let start = 0; start < CALLS; start += 100) {
    const some = Array.from({ length: 100 }, (_, index) => createRecordId(from + (start + index) * 1000, Math.random));
    await Promise.all(
      some.map((id) => {
        const call = buildCall({ userId: USER, id, status: 'ended_by_customer', hold: 0 });
        return client.send(new PutCommand({ TableName, Item: { ...keys.call.key(USER, id), ...call } }));
      }),
    );
  }
  await finishOneThatSeals(stack);
  await runSchedule(stack, 'schedule/seal-call-lists');
  await as(2)('GET', '/user/calls?per_page=10&page=100');
}

async function finishOneThatSeals(stack: LocalStack): Promise<void> {
  const drawn = createRecordId(Date.now(), Math.random);
  const { id } = await storeCall({
    id: drawn - (drawn % SEALING_IDS),
    status: 'ended',
    endedAt: Date.now(),
    durationSeconds: 1,
  });
  await deliver(stack, 'finish-call', { userId: USER, callId: id });
}
