import { createDynamoDbWalletStore } from '#shared/adapters/dynamodb/dynamodb-wallet-store.ts';
import type { WalletStore } from '#shared/ports/wallet-store.ts';
import { table } from '#shared/runtime/table.ts';

export function wallets(): WalletStore {
  return createDynamoDbWalletStore(table());
}
