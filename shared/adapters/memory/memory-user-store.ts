import type { User } from '#shared/domain/account/account.ts';
import { createMemoryWallets, type MemoryWallets } from '#shared/adapters/memory/memory-wallet-store.ts';
import type { UserStore } from '#shared/ports/user-store.ts';

/** Give it the wallets of the other stores, so that a new user has one there. */
export function createMemoryUserStore({ wallets }: MemoryWallets = createMemoryWallets()): UserStore {
  const users: User[] = [];
  const find = (userId: number) => {
    const user = users.find((other) => other.id === userId);
    if (!user) throw new Error(`there is no user ${userId}`);
    return user;
  };
  return {
    async create(user) {
      const created = { id: users.length + 1, ...structuredClone(user) };
      users.push(created);
      wallets.set(created.id, { balance: 0, available: 0 });
      return structuredClone(created);
    },
    async get(userId) {
      return structuredClone(users.find((user) => user.id === userId));
    },
    async list() {
      return structuredClone(users);
    },
    async setWebhookSecretVersions(userId, versions) {
      find(userId).webhookSecretVersions = [...versions];
    },
    async setCallsAllowed(userId, callsAllowed) {
      find(userId).callsAllowed = callsAllowed;
    },
  };
}
