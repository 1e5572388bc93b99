import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { LocalStack } from '#infra/local/compose/local-stack.ts';
import type { Call } from '#shared/calls/call.ts';
import { table } from '#shared/container.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { ItemKey } from '#shared/platform/table/table.ts';
import { deliver, runSchedule, storeCall } from '#test/slow/grants/lost-and-late.ts';
import type { RunningStack } from '#test/support/local-stack.ts';

const USER = 2;
/** Of no campaign: that it is not in progress is all there is to know. */
const CAMPAIGN = 1;
const claimedAt = Date.now() - 60_000;
const SID = `CA${'9'.repeat(32)}`;

async function put(key: ItemKey, rest: object): Promise<void> {
  const { client, tableName: TableName } = table();
  await client.send(new PutCommand({ TableName, Item: { ...key, ...rest } }));
}

/** The dial queue: a call of another day has expired, one is over, and the schedule finds one that no pump dials. */
export async function waitInDialQueue(stack: LocalStack): Promise<void> {
  await queueCall({ createdAt: Date.now() - 90_000_000 });
  await queueCall({ status: 'failed', hold: 0 });
  await deliver(stack, 'dial-calls', { wokenBy: 'call' });
  await queueCall({ status: 'failed', hold: 0 });
  await put(keys.runningCampaign.key(USER, CAMPAIGN), { userId: USER, campaignId: CAMPAIGN });
  await runSchedule(stack, 'schedule/reconcile-campaigns');
}

/** The user ends a call that waits, and one whose line is up. */
export async function endCalls(stack: LocalStack): Promise<void> {
  const end = async ({ id }: Call) => {
    const { base_url, users } = stack.address;
    const headers = { authorization: `Bearer ${users[USER - 1]?.token}` };
    await fetch(`${base_url}/user/calls/${id}/end`, { method: 'POST', headers });
  };
  const waiting = await storeCall({ fairnessRound: 1 });
  const entry = { userId: USER, callId: waiting.id, priority: 'interactive', fairnessRound: 1 } as const;
  await put(keys.dialQueue.entry('default', entry.priority, entry.fairnessRound, USER, waiting.id), entry);
  await end(waiting);
  await end(await storeCall({ claimedAt, status: 'in-progress', carrierCallId: SID }));
}

export async function queueCall(changes: Partial<Call> = {}): Promise<void> {
  const { id: callId } = await storeCall(changes);
  const entry = { userId: USER, callId, priority: 'campaign', fairnessRound: 1 } as const;
  await put(keys.dialQueue.entry('default', entry.priority, entry.fairnessRound, USER, callId), entry);
}

/** A campaign was stopped: of its calls one may be on its way to the carrier, one waits, one is on the line. */
export async function stopCallingAtOnce(stack: LocalStack): Promise<void> {
  const ofCampaign = { campaignId: CAMPAIGN, leadId: 1 };
  const unclear = await storeCall({ ...ofCampaign, claimedAt });
  const waiting = await storeCall(ofCampaign);
  const live = await storeCall({ ...ofCampaign, claimedAt, status: 'in-progress', carrierCallId: SID });
  for (const calls of [[unclear, waiting], [live]]) {
    const lines = calls.map(({ id }) => [id, { campaignId: CAMPAIGN, expiresAt: Date.now() + 600_000 }]);
    await put(keys.callSlots(USER), { version: 1, lines: Object.fromEntries(lines) as object });
    await deliver(stack, 'dial-campaign', { userId: USER, campaignId: CAMPAIGN });
  }
}

/** The carrier accepted two campaign calls but its answers were lost; both are over when the service asks. */
export async function findLostCalls({ stack, api }: RunningStack): Promise<void> {
  const { body } = await api<{ data: Array<{ id: number; status: string }> }>(
    'GET',
    '/user/calls?phone_number=%2B12025550100&type=outbound',
  );
  const [dialled, checked] = body.data;
  await loseAnswer({ userId: 1, id: dialled!.id });
  await deliver(stack, 'check-call', { userId: 1, callId: dialled!.id, waitedSeconds: 30 });
  await loseAnswer({ userId: 1, id: checked!.id });
  await deliver(stack, 'check-call', { userId: 1, callId: checked!.id });
}

async function loseAnswer({ userId, id }: Pick<Call, 'userId' | 'id'>): Promise<void> {
  const { client, tableName: TableName } = table();
  await client.send(
    new UpdateCommand({
      TableName,
      Key: keys.call.key(userId, id),
      UpdateExpression:
        'SET carrierCallId = :null, claimedAt = createdAt, #status = :initiated, #hold = :hold, campaignId = :one, leadId = :one',
      ExpressionAttributeNames: { '#status': 'status', '#hold': 'hold' },
      ExpressionAttributeValues: { ':null': null, ':initiated': 'initiated', ':hold': 2_000_000, ':one': 1 },
    }),
  );
}
