import { findAccessToken } from '#shared/adapters/dynamodb/dynamodb-token-store.ts';
import type { TokenStore } from '#shared/ports/token-store.ts';
import { table } from '#shared/runtime/table.ts';

/** The reading half of the token store: all that the authorizer needs, so all that its bundle holds. */
export function tokenFinder(): Pick<TokenStore, 'findByHash'> {
  return { findByHash: (hash) => findAccessToken(table(), hash) };
}
