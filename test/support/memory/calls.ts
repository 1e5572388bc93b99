import { isDeepStrictEqual } from 'node:util';
import { isSameEntry, type LedgerEntry, type Wallet, type WalletStore } from '#shared/accounts/account.ts';
import { NO_CALLS, periodsAt } from '#shared/accounts/spend-account.ts';
import type { CallConfiguration } from '#shared/calls/call-items.ts';
import { because, type ReasonCode } from '#shared/calls/call-reasons.ts';
import type { CallStatus } from '#shared/calls/call-status.ts';
import { type CallStore, isShownChange } from '#shared/calls/call-store.ts';
import { emptyCallBody, isSettled, type Call, type CallBody, type CallKey } from '#shared/calls/call.ts';
import { matchesFilter } from '#shared/calls/listing/call-groups.ts';
import type { CallList } from '#shared/calls/listing/call-list.ts';
import type { LiveCallSlot } from '#shared/calls/live-calls.ts';
import { toShownCall } from '#shared/calls/shown-call.ts';
import type { WidgetAccountStore } from '#shared/calls/widget-accounts.ts';
import type { ExpensiveAccounts } from '#shared/destinations/destinations.ts';
import { isSameCall, type MemoryLine } from '#test/support/memory/dial-queue.ts';
import { calledNumber, claimMemoryNumber, createMemoryNumbers } from '#test/support/memory/number-lines.ts';
import { pageOf } from '#test/support/memory/rows.ts';

/** The money of all users. The memory call store holds and settles on the same state. */
export type MemoryWallets = { wallets: Map<number, Wallet>; ledger: LedgerEntry[] };

export const createMemoryWallets = (): MemoryWallets => ({ wallets: new Map(), ledger: [] });

export const createMemoryWalletStore = (state: MemoryWallets = createMemoryWallets()): WalletStore => ({
  get: async (userId) => structuredClone(state.wallets.get(userId)),
  async book(entry) {
    const existing = state.ledger.find((other) => other.userId === entry.userId && other.id === entry.id);
    if (existing) return isSameEntry(existing, entry) ? 'booked' : 'id_taken';
    const wallet = state.wallets.get(entry.userId);
    if (!wallet || wallet.available + entry.amount < 0) return 'refused';
    const { balance, available } = wallet;
    state.wallets.set(entry.userId, { balance: balance + entry.amount, available: available + entry.amount });
    state.ledger.push(structuredClone(entry));
    return 'booked';
  },
  async ledger(userId) {
    const own = state.ledger.filter((entry) => entry.userId === userId);
    return structuredClone(own.toSorted((one, other) => one.id - other.id));
  },
});

type StoredCall = { call: Call; configuration: CallConfiguration; body: CallBody };

/** A call store in memory; give it the wallets to hold money in. */
export function createMemoryCallStore(state: MemoryWallets = createMemoryWallets()): CallStore &
  CallList & {
    state: MemoryWallets;
    line: MemoryLine;
    widgetAccounts: WidgetAccountStore;
    expensive: ExpensiveAccounts;
  } {
  const calls = new Map<string, StoredCall>();
  const line: MemoryLine = { entries: [], live: [], ofWidgets: [], numbers: createMemoryNumbers() };
  const find = (key: CallKey) => calls.get(nameOf(key));
  const widgets = createMemoryAccounts();
  return {
    state,
    ...readers(calls, find),
    line,
    ...money(calls, state, line, widgets.of),
    widgetAccounts: widgets.store,
    expensive: widgets.expensive,
    ...removal(calls),
    ...dialling(find, line),
    ...progress(find),
    ...carrierIds(calls, find),
  };
}

function findByCarrierId(calls: Map<string, StoredCall>, carrierCallId: string | null): Call | undefined {
  const stored = [...calls.values()].map(({ call }) => call);
  return carrierCallId === null ? undefined : stored.find((call) => call.carrierCallId === carrierCallId);
}

type MemoryAccount = { calls: Set<number>; held: number; taken: number; spent: Record<string, number> };
type AccountsOf = (call: Pick<Call, 'userId' | 'assistantId' | 'visitor' | 'isExpensive'>) => MemoryAccount[];

/** Of widgets and of their visitors, by name. */
function createMemoryAccounts(): { of: AccountsOf; store: WidgetAccountStore; expensive: ExpensiveAccounts } {
  const accounts = new Map<string, MemoryAccount>();
  const account = (name: string): MemoryAccount => {
    const known = accounts.get(name) ?? { calls: new Set(), held: 0, taken: 0, spent: {} };
    accounts.set(name, known);
    return known;
  };
  const of: AccountsOf = ({ userId, assistantId, visitor, isExpensive }) => [
    ...(visitor === undefined ? [] : [account(`${userId}.${assistantId}`), account(`${userId} ${visitor}`)]),
    ...(isExpensive === true ? [account(`expensive ${userId}`)] : []),
  ];
  const expensive: ExpensiveAccounts = {
    read: async (userId) => structuredClone(account(`expensive ${userId}`)),
  };
  const store: WidgetAccountStore = {
    async read(userId, assistantId, visitor) {
      const [widget = NO_CALLS, ofVisitor = NO_CALLS] = of({ userId, assistantId, visitor });
      return structuredClone({ widget, visitor: ofVisitor });
    },
  };
  return { of, store, expensive };
}

const nameOf = ({ userId, callId }: CallKey): string => `${userId}.${callId}`;

function money(
  calls: Map<string, StoredCall>,
  state: MemoryWallets,
  line: MemoryLine,
  accountsOf: AccountsOf,
): Pick<CallStore, 'createWithHold' | 'settle' | 'holdForTransfer'> {
  const addAvailable = (userId: number, available: number, balance: number) => {
    const wallet = state.wallets.get(userId);
    if (wallet) {
      state.wallets.set(userId, { balance: wallet.balance + balance, available: wallet.available + available });
    }
  };
  return {
    async createWithHold(call, configuration, entry, begins) {
      const name = nameOf({ userId: call.userId, callId: call.id });
      if (call.type === 'inbound' && findByCarrierId(calls, call.carrierCallId)) return 'known';
      if (calls.has(name)) return 'id_taken';
      const available = state.wallets.get(call.userId)?.available ?? 0;
      if (available < call.hold) return 'insufficient_balance';
      const { userId, id: callId, assistantId } = call;
      if (begins?.callSlot && !enter(line.live, { userId, callId }, begins.callSlot)) return 'full';
      const accounts = accountsOf(call);
      const { accounts: ofWidget, spend } = begins ?? {};
      const limits = [...(ofWidget ? [ofWidget.widget, ofWidget.visitor] : []), ...(spend ? [spend] : [])];
      const isFull = limits.some(({ account: seen, mostCalls, room }, index) => {
        const { calls: open, taken } = accounts[index] ?? NO_CALLS;
        return open.size >= (mostCalls ?? Number.POSITIVE_INFINITY) || taken > seen.taken + room - call.hold;
      });
      if (isFull) return 'full';
      const { leadVersion } = begins ?? {};
      // Without a lead nothing is awaited, so that calls at once do not see each other's half.
      if (leadVersion !== undefined && !(await continueAttempt(call, leadVersion, line))) return 'id_taken';
      const { visitor } = call;
      if (visitor !== undefined) line.ofWidgets.push({ userId, callId, assistantId, visitor });
      for (const account of accounts) {
        account.calls.add(callId);
        account.held += call.hold;
        account.taken += call.hold;
      }
      addAvailable(call.userId, -call.hold, 0);
      calls.set(name, structuredClone({ call, configuration, body: emptyCallBody(configuration.variables) }));
      if (entry) line.entries.push(structuredClone(entry));
      return 'created';
    },
    async holdForTransfer(known, { after, hold, lineSeconds }, at) {
      const call = calls.get(nameOf({ userId: known.userId, callId: known.id }))?.call;
      const isSame = isDeepStrictEqual(call?.transfers, known.transfers) && call?.hold === known.hold;
      if (!call || !isSame || call.status !== 'in-progress' || call.endedBy !== null) return 'changed';
      if ((state.wallets.get(known.userId)?.available ?? 0) < hold - known.hold) return 'insufficient_balance';
      addAvailable(known.userId, known.hold - hold, 0);
      Object.assign(call, { transfers: structuredClone([...after]), hold, lineSeconds, updatedAt: at });
      return 'held';
    },
    async settle({
      key,
      status,
      reason,
      outcome,
      answeredBy,
      carrierCost,
      totalCost,
      hold,
      entry,
      body,
      recordingSecret,
      latency,
      at,
    }) {
      const stored = calls.get(nameOf(key));
      const open: CallStatus[] = ['ended', status];
      if (!stored || stored.call.hold !== hold || !open.includes(stored.call.status)) return 'already_settled';
      const isTaken = ({ id, userId }: LedgerEntry) => id === entry?.id && userId === entry.userId;
      if (state.ledger.some(isTaken)) throw new Error('the id of the ledger entry is taken');
      for (const account of accountsOf(stored.call)) {
        account.calls.delete(key.callId);
        account.held -= hold;
        account.taken += totalCost - hold;
        for (const period of periodsAt(at)) account.spent[period] = (account.spent[period] ?? 0) + totalCost;
      }
      line.ofWidgets = line.ofWidgets.filter((other) => !isSameCall(key, other));
      Object.assign(stored.call, { status, carrierCost, totalCost, hold: 0, updatedAt: at });
      delete stored.call.visitor;
      if (outcome) stored.call.outcome = outcome;
      if (answeredBy) stored.call.answeredBy = answeredBy;
      if (reason) Object.assign(stored.call, because(reason));
      if (latency !== undefined) stored.call.latency = latency;
      if (recordingSecret !== undefined) stored.call.recordingSecret = recordingSecret;
      stored.body = structuredClone(body);
      addAvailable(key.userId, hold - totalCost, -totalCost);
      if (entry) state.ledger.push(structuredClone(entry));
      return 'settled';
    },
  };
}

async function continueAttempt({ userId, leadId = 0 }: Call, version: number, { leads }: MemoryLine) {
  const lead = await leads?.get(userId, leadId);
  if (!lead || lead.version !== version) return false;
  return (await leads?.replace(lead, { ...lead, version: version + 1 })) === 'replaced';
}

const removal = (calls: Map<string, StoredCall>): Pick<CallStore, 'remove'> => ({
  async remove(key) {
    const call = calls.get(nameOf(key))?.call;
    if (!call) return 'absent';
    if (!isSettled(call)) return 'open';
    calls.delete(nameOf(key));
    return 'removed';
  },
});

function enter(live: MemoryLine['live'], { userId, callId }: CallKey, slot: LiveCallSlot): boolean {
  const inShard = live.filter(({ shard }) => shard === slot.shard);
  const ofUser = inShard.filter((other) => other.userId === userId);
  if (inShard.length >= slot.most || ofUser.length >= slot.mostOfUser) return false;
  live.push({ userId, callId, shard: slot.shard });
  return true;
}

function recordReason(call: Call, code: ReasonCode): void {
  const { reason, endReason } = because(code);
  call.reason ??= reason;
  if (endReason) call.endReason ??= endReason;
}

type Find = (key: CallKey) => StoredCall | undefined;

const dialling = (
  find: Find,
  line: MemoryLine,
): Pick<CallStore, 'claimDialling' | 'cancelDialling' | 'putBack' | 'endConversation'> => ({
  async claimDialling(entry, { at, callSlot, number }) {
    if (!line.entries.some((other) => isSameCall(entry, other))) return 'taken';
    const call = find(entry)?.call;
    if (!call || call.claimedAt !== null || call.status !== 'initiated') return 'not_waiting';
    if (number && calledNumber(line.numbers, call.userId, number.phoneNumber).version !== number.version)
      return 'number_changed';
    if (callSlot) {
      if (!enter(line.live, entry, callSlot)) return 'full';
      call.liveShard = callSlot.shard;
    }
    if (number) claimMemoryNumber(line.numbers, call.userId, number);
    call.claimedAt = at;
    line.entries = line.entries.filter((other) => !isSameCall(entry, other));
    return 'claimed';
  },
  async cancelDialling(key, reason, at) {
    const call = find(key)?.call;
    if (!call || call.claimedAt !== null || call.status !== 'initiated') return undefined;
    Object.assign(call, { status: 'failed', notDialled: reason, endedAt: at, updatedAt: at });
    return structuredClone(call);
  },
  async putBack(entry) {
    const call = find(entry)?.call;
    if (call?.status !== 'initiated' || call.carrierCallId !== null) return;
    if (call.claimedAt === null) return;
    call.claimedAt = null;
    delete call.liveShard;
    line.entries.push(structuredClone(entry));
    line.live = line.live.filter((other) => !isSameCall(entry, other));
  },
  async endConversation({ userId, id: callId }) {
    line.live = line.live.filter((other) => !isSameCall({ userId, callId }, other));
  },
});

const progress = (
  find: Find,
): Pick<
  CallStore,
  | 'change'
  | 'announceRecording'
  | 'connectConversation'
  | 'connectSpeechModel'
  | 'recordEndedBy'
  | 'forgetEnd'
  | 'changeTransfers'
  | 'recordWebhookResponse'
> => ({
  async change(key, { reason, ...change }, at, from) {
    const call = find(key)?.call;
    if (!call || (from && !from.includes(call.status))) return undefined;
    if (reason) recordReason(call, reason);
    Object.assign(call, structuredClone(change), isShownChange(change) && { updatedAt: at });
    return structuredClone(call);
  },
  async announceRecording(key, recording) {
    const call = find(key)?.call;
    if (call?.recording === null) call.recording = { ...recording };
  },
  async connectConversation(key, { connectionId, connectionNumber, carrierCallId, earlierConnections }, at) {
    const call = find(key)?.call;
    if (call?.status !== 'in-progress' || call.carrierCallId !== carrierCallId) return undefined;
    const connections = call.connections ?? 0;
    const isMine = connections === connectionNumber + 1 && call.connectionId === connectionId;
    if (connections !== connectionNumber && !isMine) return undefined;
    Object.assign(call, { connectionId, connections: connectionNumber + 1, updatedAt: at });
    if (earlierConnections) call.earlierConnections = earlierConnections;
    return structuredClone(call);
  },
  async connectSpeechModel(key, { connectionId, realtimeCallId }, at) {
    const call = find(key)?.call;
    if (call?.status !== 'in-progress' || (call.realtimeCallId ?? realtimeCallId) !== realtimeCallId) return undefined;
    Object.assign(call, { connectionId, realtimeCallId, updatedAt: at });
    return structuredClone(call);
  },
  async recordEndedBy(key, endedBy, reason) {
    const call = find(key)?.call;
    if (call?.endedBy === null && call.hold > 0) Object.assign(call, { endedBy, ...(reason && because(reason)) });
  },
  async forgetEnd(key) {
    const call = find(key)?.call;
    if (call?.endedBy === 'assistant' && call.status === 'in-progress') call.endedBy = null;
  },
  async changeTransfers(key, { before, after }, at) {
    const call = find(key)?.call;
    if (call?.status !== 'in-progress' || !isDeepStrictEqual(call.transfers, before && [...before])) return undefined;
    Object.assign(call, { transfers: structuredClone([...after]), updatedAt: at });
    return structuredClone(call);
  },
  async recordWebhookResponse(key, response) {
    const stored = find(key);
    if (stored) stored.body.webhookResponse = structuredClone(response);
  },
});

const carrierIds = (calls: Map<string, StoredCall>, find: Find): Pick<CallStore, 'assignCarrierId' | 'failLost'> => ({
  async assignCarrierId(key, carrierCallId) {
    const call = find(key)?.call;
    const holder = findByCarrierId(calls, carrierCallId);
    if (!call || (holder && holder !== call)) return 'refused';
    if (call.carrierCallId !== null) return call.carrierCallId === carrierCallId ? 'assigned' : 'refused';
    call.carrierCallId = carrierCallId;
    return 'assigned';
  },
  async failLost(key, at) {
    const call = find(key)?.call;
    if (!call || call.carrierCallId !== null || !['initiated', 'ringing', 'in-progress'].includes(call.status)) {
      return undefined;
    }
    recordReason(call, 'carrier_lost');
    Object.assign(call, { status: 'failed', endedAt: at, updatedAt: at });
    return structuredClone(call);
  },
});

const readers = (
  calls: Map<string, StoredCall>,
  find: Find,
): Pick<CallStore, 'findByCarrierId' | 'get' | 'getConfiguration' | 'getBody'> & CallList => ({
  async findByCarrierId(carrierCallId) {
    const call = findByCarrierId(calls, carrierCallId);
    return call && { userId: call.userId, callId: call.id };
  },
  get: async (key) => structuredClone(find(key)?.call),
  getConfiguration: async (key) => structuredClone(find(key)?.configuration),
  async getBody(key) {
    const stored = find(key);
    return stored && isSettled(stored.call) ? structuredClone(stored.body) : undefined;
  },
  async list(userId, filter, page) {
    const matching = [...calls.values()]
      .filter(({ call }) => call.userId === userId && matchesFilter(call, filter))
      .toSorted((one, other) => other.call.id - one.call.id);
    const { rows, total } = pageOf(
      matching.map(({ call, body }) => ({ id: call.id, call: toShownCall(call), body })),
      page,
    );
    return { rows: rows.map(({ call, body }) => ({ call, body })), total };
  },
  closeSegments: async () => 0,
});
