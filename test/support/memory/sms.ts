import type { LedgerEntry } from '#shared/accounts/account.ts';
import type { Sms, SmsKey } from '#shared/sms/sms.ts';
import type { SmsStore } from '#shared/sms/sms-store.ts';
import { createMemoryWallets, type MemoryWallets } from '#test/support/memory/calls.ts';

type Find = (key: SmsKey) => Sms | undefined;

/** An SMS store in memory; give it the wallets to charge. */
export function createMemorySmsStore(
  state: MemoryWallets = createMemoryWallets(),
): SmsStore & { state: MemoryWallets } {
  const messages = new Map<string, Sms>();
  const find: Find = ({ userId, smsId }) => messages.get(`${userId}.${smsId}`);
  return { state, ...money(messages, find, state), ...sending(find), ...readers(messages, find) };
}

function money(
  messages: Map<string, Sms>,
  find: Find,
  state: MemoryWallets,
): Pick<SmsStore, 'createWithCharge' | 'refund'> {
  const isTaken = ({ id, userId }: LedgerEntry) =>
    state.ledger.some((other) => other.id === id && other.userId === userId);
  const book = (entry: LedgerEntry) => {
    const { balance, available } = state.wallets.get(entry.userId) ?? { balance: 0, available: 0 };
    state.wallets.set(entry.userId, { balance: balance + entry.amount, available: available + entry.amount });
    state.ledger.push(structuredClone(entry));
  };
  return {
    async createWithCharge(sms, entry) {
      if (find({ userId: sms.userId, smsId: sms.id }) || isTaken(entry)) return 'id_taken';
      if ((state.wallets.get(sms.userId)?.available ?? 0) < sms.totalCost) return 'insufficient_balance';
      messages.set(`${sms.userId}.${sms.id}`, structuredClone(sms));
      book(entry);
      return 'created';
    },
    async refund({ key, claimedAt, failure, entry, at }) {
      const sms = find(key);
      if (sms?.status !== 'queued' || sms.claimedAt !== claimedAt) return 'not_open';
      if (isTaken(entry)) return 'id_taken';
      Object.assign(sms, { status: 'failed', failure, updatedAt: at });
      book(entry);
      return 'refunded';
    },
  };
}

function sending(find: Find): Pick<SmsStore, 'claimSending' | 'releaseSending' | 'change' | 'recognise'> {
  const recognised = new Set<string>();
  return {
    async claimSending(key, at) {
      const sms = find(key);
      if (sms?.status !== 'queued' || sms.claimedAt !== null) return undefined;
      sms.claimedAt = at;
      return structuredClone(sms);
    },
    async releaseSending(key, claimedAt) {
      const sms = find(key);
      if (sms?.status === 'queued' && sms.claimedAt === claimedAt) sms.claimedAt = null;
    },
    async change(key, change, at, from) {
      const sms = find(key);
      if (!sms || !from.includes(sms.status)) return undefined;
      Object.assign(sms, change, { updatedAt: at });
      return structuredClone(sms);
    },
    async recognise(key, carrierMessageId, at) {
      const sms = find(key);
      if (sms?.status !== 'queued') return 'not_queued';
      const name = `${key.userId}.${carrierMessageId}`;
      if (recognised.has(name)) return 'taken';
      recognised.add(name);
      Object.assign(sms, { status: 'sent', carrierMessageId, updatedAt: at });
      return 'recognised';
    },
  };
}

const readers = (messages: Map<string, Sms>, find: Find): Pick<SmsStore, 'get' | 'listBetween'> => ({
  get: async (key) => structuredClone(find(key)),
  async listBetween(userId, from, before) {
    const own = [...messages.values()].filter(
      (sms) => sms.userId === userId && sms.createdAt >= from && sms.createdAt < before,
    );
    return structuredClone(own.toSorted((one, other) => one.id - other.id));
  },
});
