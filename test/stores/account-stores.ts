import { createDynamoDbUserStore } from '#shared/accounts/dynamodb-user-store.ts';
import { createDynamoDbWalletStore } from '#shared/accounts/dynamodb-wallet.ts';
import { createMemoryUserStore } from '#test/support/memory/accounts.ts';
import { createMemoryWallets, createMemoryWalletStore } from '#test/support/memory/calls.ts';
import type { useTable } from '#test/support/table.ts';

/** Users and wallets of each adapter, made together because a user is born with a wallet. */
export const accountStoreAdapters = (table: ReturnType<typeof useTable>) => [
  {
    adapter: 'memory',
    create: () => {
      const state = createMemoryWallets();
      return { users: createMemoryUserStore(state), wallets: createMemoryWalletStore(state) };
    },
  },
  {
    adapter: 'dynamodb',
    create: () => {
      const real = table.real();
      return { users: createDynamoDbUserStore(real), wallets: createDynamoDbWalletStore(real) };
    },
  },
];
