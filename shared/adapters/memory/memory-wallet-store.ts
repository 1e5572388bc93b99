import type { LedgerEntry, Wallet } from '#shared/domain/account/account.ts';
import { isSameEntry } from '#shared/domain/account/ledger.ts';
import type { WalletStore } from '#shared/ports/wallet-store.ts';

/** The money of all users. The memory call store holds and settles on the same state. */
export interface MemoryWallets {
  /** By user id. */
  wallets: Map<number, Wallet>;
  ledger: LedgerEntry[];
}

export function createMemoryWallets(): MemoryWallets {
  return { wallets: new Map(), ledger: [] };
}

export function createMemoryWalletStore(state: MemoryWallets = createMemoryWallets()): WalletStore {
  return {
    async get(userId) {
      return structuredClone(state.wallets.get(userId));
    },
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
  };
}
