import * as v from 'valibot';
import { endCalls, unless, waitForNone } from '#infra/admin/erase/end-calls.ts';
import type { ErasureDeps } from '#infra/admin/erase/erasure-deps.ts';
import { scanUntilClean } from '#infra/admin/erase/scan-table.ts';
import { collectionOf, isKept, ownerOf, type StoredItem } from '#infra/admin/erase/stored-item.ts';
import type { ProgressBar } from '#infra/admin/terminal/progress-bar.ts';
import { deactivateAssistant } from '#shared/assistants/update-assistant.ts';
import { CallItem } from '#shared/calls/call-items.ts';
import { callStatuses, isFinal } from '#shared/calls/call-status.ts';
import { isSettled, type Call } from '#shared/calls/call.ts';
import { stopCampaign } from '#shared/campaigns/campaign-status.ts';
import { OperatorError } from '#shared/platform/errors.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { read } from '#shared/platform/table/table.ts';
import { removeAll } from '#shared/platform/table/write.ts';
import { removeRecording } from '#shared/recordings/manage-recordings.ts';

/** The authorizer's answer about a revoked token is cached for so long, and a request may then take its time. */
export const GRACE_SECONDS = 90;

interface DeleteUserInput {
  userId: number;
  /** How long to wait for calls that are still open. */
  waitSeconds: number;
  /** How long after the revocation of its tokens the user's items are removed. */
  graceSeconds: number;
}

/**
 * Deletes a user: closes the account, ends its calls, then removes every item, conversation and recording of it. Wallet, ledger and usage
 * stay, with the id. Every step may be repeated, so that a run that was killed is finished by the same command.
 * @throws OperatorError if there is no such user, or calls are open after the wait
 */
export async function deleteUser(
  { userId, waitSeconds, graceSeconds }: DeleteUserInput,
  deps: ErasureDeps,
  bar: ProgressBar,
): Promise<{ items: number; recordings: number }> {
  const user = await deps.users.get(userId);
  if (!user) throw new OperatorError(`there is no user ${userId}`);
  const deletedAt = user.deletedAt ?? deps.clock.now();
  const closeAndEndCalls = async () => {
    await closeAccount(userId, deletedAt, deps);
    await endCalls(() => openCalls(userId, deps), waitSeconds, deps, bar);
  };
  await closeAndEndCalls();
  await deps.pause(Math.max(0, deletedAt + graceSeconds * 1000 - deps.clock.now()));
  // Visitors of a widget need no token, and a request that was let in may have begun a call or switched something on.
  await closeAndEndCalls();
  const items = await removeItems(userId, waitSeconds, deps, bar);
  const recordings = await deps.objects.removeAll(`${userId}/`);
  return { items, recordings };
}

/** From now on no request, campaign or inbound call begins anything for the user. */
async function closeAccount(userId: number, deletedAt: number, deps: ErasureDeps): Promise<void> {
  await deps.users.update(userId, { name: '', email: null, deletedAt });
  await deps.users.setSmsWebhook(userId, null);
  for (const token of await deps.tokens.list(userId)) await deps.tokens.revoke(userId, token.id, deps.clock.now());
  for (const campaign of await deps.campaigns.list(userId)) {
    if (campaign.status !== 'in-progress') continue;
    const stopped = stopCampaign({ userId, campaignId: campaign.id, hangUp: true }, deps);
    await stopped.catch(unless('campaign_not_running', 'campaign_not_found'));
  }
  // An assistant that is off makes and answers no calls, of pages and widgets too.
  for (const { id: assistantId, status, phoneNumberId } of await deps.assistants.listAll(userId)) {
    if (status !== 'active' && phoneNumberId === null) continue;
    await deactivateAssistant({ userId, assistantId }, deps).catch(unless('assistant_not_found'));
  }
  for (const number of await deps.phoneNumbers.list(userId)) {
    // One that an assistant has taken meanwhile goes the second time: without its number, the assistant could not be deleted.
    if (number.inboundAssistantId === null) await deps.phoneNumbers.remove(number);
  }
}

const CALLS_AT_ONCE = 100;

async function openCalls(userId: number, { callList, calls }: ErasureDeps): Promise<Call[]> {
  const open: Call[] = [];
  for (const status of callStatuses.filter((one) => !isFinal(one))) {
    const { rows } = await callList.list(userId, { status }, { page: 1, perPage: CALLS_AT_ONCE });
    for (const { call } of rows) {
      const now = await calls.get({ userId, callId: call.id });
      if (now && !isSettled(now)) open.push(now);
    }
  }
  return open;
}

/**
 * What calls were started with: their workers need it to return the money that the call holds. And the watchdogs of calls and
 * messages.
 */
const NEEDED_WHILE_OPEN = /^(?:USER#\d+#(?:CALL_CONFIGURATION|ASSISTANT_VERSION)$|DUE#)/;

/** What workers still write to, by id. */
interface Open {
  /** That are not settled. */
  calls: Set<number>;
  /** That are charged, and not sent or refunded. */
  messages: Set<number>;
}

/**
 * A call that is not settled, or a message that waits, stays until it is. What they need goes in the second pass, when the first
 * has found none.
 * @returns how many items were removed
 */
async function removeItems(userId: number, waitSeconds: number, deps: ErasureDeps, bar: ProgressBar): Promise<number> {
  const open: Open = { calls: new Set(), messages: new Set() };
  let removed = 0;
  do {
    await endCalls(() => stillOpen(userId, open.calls, deps), waitSeconds, deps, bar);
    await waitForNone('messages', () => countQueued(userId, open.messages, deps), waitSeconds, deps, bar);
    open.calls.clear();
    open.messages.clear();
    const { isClean } = await scanUntilClean(deps.table, {
      name: `user ${userId}`,
      visit: async (items, pass) => {
        const own = items.filter((item) => ownerOf(item) === userId && !isKept(item));
        const { now, later } = divide(own, { pass, open });
        await removeNow(now, deps);
        removed += now.length;
        return now.length + (pass === 1 ? later : 0);
      },
      bar,
    });
    if (!isClean) throw new OperatorError(`user ${userId} is still being written to: run the same command again`);
  } while (open.calls.size + open.messages.size > 0);
  return removed;
}

async function stillOpen(userId: number, callIds: Iterable<number>, { calls }: ErasureDeps): Promise<Call[]> {
  const found = await Promise.all([...callIds].map((callId) => calls.get({ userId, callId })));
  return found.flatMap((call) => (call && !isSettled(call) ? [call] : []));
}

/** A worker sends or refunds it, within minutes. */
async function countQueued(userId: number, smsIds: Iterable<number>, { table }: ErasureDeps): Promise<number> {
  const found = await Promise.all([...smsIds].map((smsId) => read(table, keys.sms.key(userId, smsId), Message)));
  return found.filter((message) => message?.status === 'queued').length;
}

const Message = v.object({ status: v.string() });

/** The items that may go now, and how many may not yet. Adds what must stay to `open`. */
function divide(own: readonly StoredItem[], { pass, open }: { pass: number; open: Open }) {
  for (const item of own) {
    if (isCall(item)) note(open.calls, item, !isSettled(v.parse(CallItem, item)));
    if (isMessage(item)) note(open.messages, item, v.parse(Message, item).status === 'queued');
  }
  const mayGo = (item: StoredItem) => {
    if (isCall(item)) return !open.calls.has(Number(item.sk));
    if (isMessage(item)) return !open.messages.has(Number(item.sk));
    return (pass > 1 && open.calls.size + open.messages.size === 0) || !NEEDED_WHILE_OPEN.test(item.pk);
  };
  const now = own.filter(mayGo);
  return { now, later: own.length - now.length };
}

const isCall = (item: StoredItem) => collectionOf(item)?.collection === 'CALL';
const isMessage = (item: StoredItem) => collectionOf(item)?.collection === 'SMS';

function note(open: Set<number>, { sk }: StoredItem, isOpen: boolean): void {
  if (isOpen) open.add(Number(sk));
  else open.delete(Number(sk));
}

/** Recordings and conversations first: a crash in between leaves the call that names them. */
async function removeNow(items: readonly StoredItem[], deps: ErasureDeps): Promise<void> {
  for (const item of items) {
    if (isCall(item)) await removeWhatCallNames(v.parse(CallItem, item), deps);
    const connectionId = /^CONVERSATION#(.+)$/.exec(item.pk)?.[1];
    if (connectionId !== undefined) await deps.conversations.remove(connectionId);
  }
  await removeAll(deps.table, items);
}

async function removeWhatCallNames(call: Call, deps: ErasureDeps): Promise<void> {
  await removeRecording(call, deps);
  for (const connectionId of [...(call.earlierConnections ?? []), call.connectionId]) {
    if (connectionId !== null) await deps.conversations.remove(connectionId);
  }
}
