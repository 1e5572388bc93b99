import { callUsage } from '#shared/accounts/day-usage.ts';
import { bookInWallet } from '#shared/accounts/dynamodb-wallet.ts';
import { holdIn, settleIn } from '#shared/accounts/spend-account.ts';
import { keepVersion } from '#shared/assistants/assistant-items.ts';
import { CallItem, toCallBodyItem, toCallConfigurationItem, type CallConfiguration } from '#shared/calls/call-items.ts';
import { because } from '#shared/calls/call-reasons.ts';
import type { CallBeginning, CallStore, DialClaim, DialClaimOutcome, Settlement } from '#shared/calls/call-store.ts';
import { isSettled, type Call, type CallKey } from '#shared/calls/call.ts';
import type { DialQueueEntry } from '#shared/calls/dial-queue.ts';
import { addEntry, takeEntry } from '#shared/calls/dynamodb-dial-queue.ts';
import { changeSummary } from '#shared/calls/listing/change-summaries.ts';
import { aboveSealWatermark } from '#shared/calls/listing/seal-watermark.ts';
import type { ListSizes } from '#shared/calls/listing/summary.ts';
import { claimNumber, enterAccounts, enterShard, leaveAccounts, leaveShard } from '#shared/calls/live-calls.ts';
import { toShownCallText } from '#shared/calls/shown-call.ts';
import { absent, expr, present } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { type Table, read, untilDecided } from '#shared/platform/table/table.ts';
import { put, remove, transact, update, type Write } from '#shared/platform/table/write.ts';

const HEAD = 0;
const INBOUND = 2;
const BEGINS = 2;
const ENTRY = 1;
const NUMBER = 2;

/**
 * How long the marker of an outbound call is kept. It is read while other calls between the same numbers may be lost: an hour
 * after they were dialled, or a few days later if their checks were moved to the dead-letter queue and sent again.
 */
const MARKER_SECONDS = 30 * 86_400;

/** Longer than callbacks of the carrier are late. */
const REMEMBERED_SECONDS = 86_400;

type ChangeSizes = Pick<ListSizes, 'mostChanges'>;
type Creation = Awaited<ReturnType<CallStore['createWithHold']>>;

/**
 * 3 small items, so 2 × 3 write units, and a fourth: the entry in the dial queue, or the marker of an inbound call. The condition
 * that keeps new calls out of closed segments is free: the wallet is written anyway.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html
 */
export async function createWithHold(table: Table, created: CreatedCall, sizes: ChangeSizes): Promise<Creation> {
  const { call, begins } = created;
  await keepVersion(table, created.configuration.assistant);
  const booking = { ...holdOf(call), ...aboveSealWatermark(call.id) };
  const { isBooked, refusal, failed } = await bookInWallet(table, booking, creation(created));
  if (isBooked) return 'created';
  // The id was reserved minutes ago. The segment that contains it may have been closed since.
  if (refusal === 'below_watermark') return createLate(table, created, sizes);
  if (failed.length === 0) return 'insufficient_balance';
  if (call.type === 'inbound' && failed.includes(INBOUND)) return 'known';
  const isFull = begins && !begins.leadVersion && failed.every((position) => position >= BEGINS);
  return isFull ? 'full' : 'id_taken';
}

/** Stores a call with an id below the watermark, and changes the summary that contains it in the same transaction. */
function createLate(table: Table, created: CreatedCall, sizes: ChangeSizes): Promise<Creation> {
  const { call } = created;
  return untilDecided<Creation>(async () => {
    const writes = creation(created);
    const summary = await changeSummary(table, { kind: 'created', call }, sizes, call.createdAt);
    const { isBooked, refusal, failed } = await bookInWallet(table, holdOf(call), [...writes, ...summary]);
    if (isBooked) return 'created';
    if (call.type === 'inbound' && failed.includes(INBOUND)) return 'known';
    if (refusal) return 'insufficient_balance';
    // Otherwise only summaries changed in between: read them again.
    return failed.some((position) => position < writes.length) ? 'id_taken' : undefined;
  });
}

interface CreatedCall {
  call: Call;
  configuration: CallConfiguration;
  /** Undefined for a call that the carrier has already. */
  entry?: DialQueueEntry | undefined;
  begins?: CallBeginning | undefined;
}

const holdOf = ({ userId, hold }: Call) => ({ userId, balance: 0, available: -hold });

function creation({ call, configuration, entry, begins }: CreatedCall): Write[] {
  const { userId, id } = call;
  return [
    { put: { ...keys.call.key(userId, id), ...call }, condition: absent },
    {
      put: { ...keys.callConfiguration.key(userId, id), ...toCallConfigurationItem(configuration) },
      condition: absent,
    },
    ...inboundMarker(call),
    ...(entry ? [addEntry(entry)] : []),
    ...(begins?.callSlot ? [enterShard({ userId, callId: id }, begins.callSlot)] : []),
    ...(begins?.accounts ? enterAccounts(call, begins.accounts) : []),
    ...(begins?.leadVersion ? [continueAttempt(call, begins.leadVersion)] : []),
    ...(begins?.spend ? [holdIn(keys.expensiveSpend(userId), call, begins.spend)] : []),
  ];
}

/** Another run that has read the lead can no longer write it, and this one writes nothing if the lead has changed. */
function continueAttempt({ userId, leadId = 0 }: Call, version: number): Write {
  return { update: keys.lead.key(userId, leadId), add: { version: 1 }, condition: { version } };
}

/**
 * The carrier may announce a call twice, and later callbacks contain only the carrier's id. An announcement has no time, so
 * the marker is kept for good: it makes a replay of the request harmless.
 */
function inboundMarker({ type, carrierCallId, userId, id: callId }: Call): Write[] {
  if (type !== 'inbound' || carrierCallId === null) return [];
  return [{ put: { ...keys.carrierCall(carrierCallId), userId, callId }, condition: absent }];
}

/**
 * Gives an outbound or web call the carrier's id, and stores the marker that keeps the id from any other call: two write units, where a
 * transaction would cost four. The marker comes first. A run that stops in between leaves a marker that proves whose the id is, and the next
 * callback, or the watchdog, writes the head. A repeat finds the id in the head.
 */
export async function assignCarrierId(
  table: Table,
  { userId, callId }: CallKey,
  carrierCallId: string,
  at: number,
): Promise<'assigned' | 'refused'> {
  const expiresAt = Math.ceil(at / 1000) + MARKER_SECONDS;
  const isFree = expr`attribute_not_exists(pk) OR (userId = ${userId} AND callId = ${callId})`;
  const marker = keys.carrierCall(carrierCallId);
  if (!(await put(table, { ...marker, userId, callId, expiresAt }, isFree))) return 'refused';
  const head = keys.call.key(userId, callId);
  // No record shows the id, so it is no update of the record: lists have a copy of what a settled call shows.
  const isAssigned = await update(table, head, { set: { carrierCallId }, condition: { carrierCallId: null } });
  if (isAssigned) return 'assigned';
  const call = await read(table, head, CallItem);
  if (call?.carrierCallId === carrierCallId) return 'assigned';
  await remove(table, marker, expr`userId = ${userId} AND callId = ${callId}`);
  return 'refused';
}

/**
 * Takes the call off the dial queue and claims it for dialling: a call that does not wait any more is dialled, or was.
 * `taken`: another pump has it. `not_waiting`: it was cancelled. `number_changed`: another call was faster. `full`: its shard of live
 * calls is.
 */
export async function claimDialling(
  table: Table,
  entry: DialQueueEntry,
  { at, callSlot, number }: DialClaim,
): Promise<DialClaimOutcome> {
  const failed = await transact(table, [
    {
      update: keys.call.key(entry.userId, entry.callId),
      set: { claimedAt: at, ...(callSlot && { liveShard: callSlot.shard }) },
      condition: { status: 'initiated', claimedAt: null },
    },
    takeEntry(entry),
    ...(number ? [claimNumber(entry.userId, number, at)] : []),
    ...(callSlot ? [enterShard(entry, callSlot)] : []),
  ]);
  if (failed.length === 0) return 'claimed';
  if (failed.includes(ENTRY)) return 'taken';
  if (failed.includes(HEAD)) return 'not_waiting';
  return number && failed.includes(NUMBER) ? 'number_changed' : 'full';
}

/** Undoes `claimDialling`. The entry has its old round, so that it is the next one of its user. */
export async function putBack(table: Table, entry: DialQueueEntry): Promise<void> {
  const key = keys.call.key(entry.userId, entry.callId);
  const call = await read(table, key, CallItem);
  if (!call || call.claimedAt === null) return;
  const { claimedAt, liveShard } = call;
  await transact(table, [
    {
      update: key,
      set: { claimedAt: null },
      remove: ['liveShard'],
      condition: { status: 'initiated', carrierCallId: null, claimedAt },
    },
    addEntry(entry),
    ...(liveShard === undefined ? [] : [leaveShard(entry, liveShard)]),
  ]);
}

/**
 * Writes head, wallet, body and ledger in one transaction. It succeeds once, because only an unsettled head has a hold. The
 * body contains what lists show of the head, so the head must not change in between.
 */
export function settle(table: Table, settlement: Settlement, known?: Call): Promise<'settled' | 'already_settled'> {
  const { key, status, totalCost, hold, entry } = settlement;
  let latest = known;
  return untilDecided(async () => {
    const call = latest ?? (await read(table, keys.call.key(key.userId, key.callId), CallItem));
    latest = undefined;
    const isAllowed = call?.hold === hold && (call.status === 'ended' || call.status === status);
    if (!call || !isAllowed) return 'already_settled';
    const usage = entry ? callUsage(entry.createdAt, call.durationSeconds, totalCost) : undefined;
    const booking = { userId: key.userId, balance: -totalCost, available: hold - totalCost, usage, entry };
    const { isBooked, failed } = await bookInWallet(table, booking, settlementWrites(call, settlement));
    if (isBooked) return 'settled';
    if (failed.includes(HEAD)) return undefined;
    throw new Error(`the id of ledger entry ${entry?.id} is taken; the next try draws another one`);
  });
}

function settlementWrites(call: Call, settlement: Settlement): Write[] {
  const { key, status, reason, outcome, answeredBy, carrierCost, totalCost, hold, body, latency, at } = settlement;
  const { recordingSecret } = settlement;
  const result = {
    status,
    carrierCost,
    totalCost,
    hold: 0,
    updatedAt: at,
    ...(reason && because(reason)),
    ...(outcome && { outcome }),
    ...(answeredBy && { answeredBy }),
    ...(recordingSecret && { recordingSecret }),
    ...(latency && { latency }),
  };
  const shown = toShownCallText({ ...call, ...result });
  return [
    {
      update: keys.call.key(key.userId, key.callId),
      set: result,
      ...(call.visitor !== undefined && { remove: ['visitor'] }),
      condition: { hold, status: call.status, updatedAt: call.updatedAt },
    },
    { put: { ...keys.callBody.key(key.userId, key.callId), ...toCallBodyItem(body), shown } },
    ...leaveAccounts(call, totalCost, at),
    ...(call.isExpensive === true ? [settleIn(keys.expensiveSpend(key.userId), call, totalCost, at)] : []),
  ];
}

/** Removes a settled call, also from the summary that contains it, in one transaction, so that no list counts it again. */
export function removeCall(
  table: Table,
  key: CallKey,
  at: number,
  sizes: ChangeSizes,
): Promise<'removed' | 'open' | 'absent'> {
  return untilDecided(async () => {
    const call = await read(table, keys.call.key(key.userId, key.callId), CallItem);
    if (!call) return 'absent';
    if (!isSettled(call)) return 'open';
    const summary = await changeSummary(table, { kind: 'removed', call }, sizes, at);
    const failed = await transact(table, [...summary, ...removal(call, at)]);
    // Otherwise summaries changed in between, or another request removed the call: read both again.
    return failed.length === 0 ? 'removed' : undefined;
  });
}

/** A settled call stays settled, so its existence is the only condition. */
function removal(call: Call, at: number): Write[] {
  const { userId, id, clientPhoneNumber, type, carrierCallId } = call;
  const expiresAt = Math.ceil(at / 1000) + REMEMBERED_SECONDS;
  return [
    { remove: keys.call.key(userId, id), condition: present },
    { remove: keys.callBody.key(userId, id) },
    // An answer to a webhook that is being posted finds the mark.
    { put: { ...keys.callWebhookResponse(userId, id), removed: true, expiresAt } },
    { remove: keys.callConfiguration.key(userId, id) },
    { remove: keys.callOfNumber(userId, clientPhoneNumber, id) },
    // That of an outbound call expires anyway. A late callback of an inbound call finds this one, and no call.
    ...(type === 'inbound' && carrierCallId !== null
      ? [{ put: { ...keys.carrierCall(carrierCallId), userId, callId: id, expiresAt } }]
      : []),
  ];
}
