import { readWallet, transactWithWallet } from '#shared/accounts/dynamodb-wallet.ts';
import { keepVersion } from '#shared/assistants/assistant-item.ts';
import { toCallConfigurationItem, CallItem, toCallBodyItem, toShownCallText } from '#shared/calls/call-items.ts';
import type { CallStore, DialClaim, Settlement } from '#shared/calls/call-store.ts';
import type { Call, CallConfiguration, CallKey } from '#shared/calls/call.ts';
import { addEntry, addLiveCall, takeEntry } from '#shared/calls/dynamodb-dial-queue.ts';
import type { DialQueueEntry } from '#shared/calls/dial-queue.ts';
import { changeSummary } from '#shared/calls/listing/change-summaries.ts';
import { isSettled, type ListSizes } from '#shared/calls/listing/summary.ts';
import { absent, expr, present } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { untilDecided } from '#shared/platform/table/retry.ts';
import { read, type Table } from '#shared/platform/table/table.ts';
import { transact, type Write } from '#shared/platform/table/write.ts';

/** Positions in the transactions below: those with the wallet, and that of a claim. */
const WALLET = 0;
const HEAD = 1;
const INBOUND = 3;
const ENTRY = 1;

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
 * Holds the money and stores the call: 3 small items, so 2 × 3 write units, and a fourth
 * item: the entry in the dial queue, or the marker of an inbound call. The condition that keeps new calls out of closed segments is free, because the wallet is
 * written anyway. Write units of transactions:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html
 */
export async function createWithHold(table: Table, created: CreatedCall, sizes: ChangeSizes): Promise<Creation> {
  const { call } = created;
  await keepVersion(table, created.configuration.assistant);
  return untilDecided<Creation>(async () => {
    const change = { ...holdOf(call), newCallId: call.id };
    const failed = await transactWithWallet(table, change, creation(created));
    if (failed.length === 0) return 'created';
    if (failed.includes(INBOUND)) return 'known';
    if (failed.some((position) => position !== WALLET)) return 'id_taken';
    const wallet = await readWallet(table, call.userId);
    if (!wallet || wallet.available < call.hold) return 'insufficient_balance';
    // The id was reserved minutes ago. The segment that contains it may have been closed since.
    return wallet.callsSealedTo > call.id ? createLate(table, created, sizes) : undefined;
  });
}

/** Stores a call with an id below the watermark, and changes the summary that contains it in the same transaction. */
function createLate(table: Table, created: CreatedCall, sizes: ChangeSizes): Promise<Creation> {
  const { call } = created;
  return untilDecided<Creation>(async () => {
    const writes = creation(created);
    const late = { kind: 'created', key: { userId: call.userId, callId: call.id } } as const;
    const summary = await changeSummary(table, late, sizes, call.createdAt);
    const failed = await transactWithWallet(table, holdOf(call), [...writes, ...summary]);
    if (failed.length === 0) return 'created';
    if (call.type === 'inbound' && failed.includes(INBOUND)) return 'known';
    if (failed.includes(WALLET)) return 'insufficient_balance';
    // Otherwise only summaries changed in between: read them again.
    return failed.some((position) => position <= writes.length) ? 'id_taken' : undefined;
  });
}

interface CreatedCall {
  call: Call;
  configuration: CallConfiguration;
  /** Its place in the dial queue; undefined for a call that the carrier has already. */
  entry?: DialQueueEntry | undefined;
}

const holdOf = ({ userId, hold }: Call) => ({ userId, balance: 0, available: -hold });

/** What is written with the hold. */
function creation({ call, configuration, entry }: CreatedCall): Write[] {
  const { userId, id } = call;
  return [
    { put: { ...keys.call.key(userId, id), ...call }, condition: absent },
    {
      put: { ...keys.callConfiguration.key(userId, id), ...toCallConfigurationItem(configuration) },
      condition: absent,
    },
    ...inboundMarker(call),
    ...(entry ? [addEntry(entry)] : []),
  ];
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
 * Gives an outbound call the carrier's id, and stores the marker that keeps the id from any other call: 2 small items, so 4
 * write units. A repeat finds the id in the head.
 */
export async function assignCarrierId(
  table: Table,
  { userId, callId }: CallKey,
  carrierCallId: string,
  at: number,
): Promise<'assigned' | 'refused'> {
  const expiresAt = Math.ceil(at / 1000) + MARKER_SECONDS;
  const isFree = expr`attribute_not_exists(pk) OR (userId = ${userId} AND callId = ${callId})`;
  const failed = await transact(table, [
    {
      update: keys.call.key(userId, callId),
      set: { carrierCallId, updatedAt: at },
      condition: { carrierCallId: null },
    },
    { put: { ...keys.carrierCall(carrierCallId), userId, callId, expiresAt }, condition: isFree },
  ]);
  if (failed.length === 0) return 'assigned';
  const call = await read(table, keys.call.key(userId, callId), CallItem);
  return call?.carrierCallId === carrierCallId ? 'assigned' : 'refused';
}

/**
 * Takes the call off the dial queue and claims it for dialling: a call that does not wait any more is dialled, or was.
 * `taken`: another pump has it. `not_waiting`: it was cancelled.
 */
export async function claimDialling(
  table: Table,
  entry: DialQueueEntry,
  { at, isCounted }: DialClaim,
): Promise<'claimed' | 'taken' | 'not_waiting'> {
  const failed = await transact(table, [
    {
      update: keys.call.key(entry.userId, entry.callId),
      set: { claimedAt: at, ...(isCounted && { isCounted }) },
      condition: { status: 'initiated', claimedAt: null },
    },
    takeEntry(entry),
    ...(isCounted ? [addLiveCall(entry)] : []),
  ]);
  if (failed.length === 0) return 'claimed';
  return failed.includes(ENTRY) ? 'taken' : 'not_waiting';
}

/** Undoes `claimDialling`. The entry has its old round, so that it is the next one of its user. */
export async function putBack(table: Table, entry: DialQueueEntry): Promise<void> {
  const { userId, callId } = entry;
  await transact(table, [
    {
      update: keys.call.key(userId, callId),
      set: { claimedAt: null },
      condition: { status: 'initiated', carrierCallId: null },
    },
    addEntry(entry),
    { remove: keys.liveCall.key(userId, callId) },
  ]);
}

/**
 * Writes head, wallet, body and ledger in one transaction. It succeeds once, because only an unsettled head has a hold. The
 * body contains what lists show of the head, so the head must not change in between.
 */
export function settle(table: Table, settlement: Settlement): Promise<'settled' | 'already_settled'> {
  const { key, status, totalCost, hold, entry } = settlement;
  const change = { userId: key.userId, balance: -totalCost, available: hold - totalCost };
  return untilDecided(async () => {
    const call = await read(table, keys.call.key(key.userId, key.callId), CallItem);
    const isAllowed = call?.hold === hold && (call.status === 'ended' || call.status === status);
    if (!call || !isAllowed) return 'already_settled';
    const failed = await transactWithWallet(table, change, settlementWrites(call, settlement));
    if (failed.length === 0) return 'settled';
    if (failed.includes(HEAD)) return undefined;
    throw new Error(`the id of ledger entry ${entry?.id} is taken; the next try draws another one`);
  });
}

function settlementWrites(call: Call, settlement: Settlement): Write[] {
  const { key, status, carrierCost, totalCost, hold, entry, body, recordingSecret, latency, at } = settlement;
  const result = {
    status,
    carrierCost,
    totalCost,
    hold: 0,
    updatedAt: at,
    ...(recordingSecret && { recordingSecret }),
    ...(latency && { latency }),
  };
  const shown = toShownCallText({ ...call, ...result });
  return [
    {
      update: keys.call.key(key.userId, key.callId),
      set: result,
      condition: { hold, status: call.status, updatedAt: call.updatedAt },
    },
    { put: { ...keys.callBody.key(key.userId, key.callId), ...toCallBodyItem(body), shown } },
    ...(entry ? [{ put: { ...keys.ledger.key(entry.userId, entry.id), ...entry }, condition: absent }] : []),
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
