import type { ItemKey } from '#shared/platform/table/table.ts';

/** Pads ids to 16 digits (2^53 has 16), so that the order of sort keys is the order of time. */
export function sortableId(id: number): string {
  return String(id).padStart(16, '0');
}

export const userPartition = (userId: number, collection: string) => `USER#${userId}#${collection}`;

export const inUser = (collection: string) => ({
  partition: (userId: number) => userPartition(userId, collection),
  key: (userId: number, id: number): ItemKey => ({ pk: userPartition(userId, collection), sk: sortableId(id) }),
});

/** Part of `keys`. A file of their own, because the authorizer uses no others. */
export const tokenKeys = {
  tokenByHash: (hash: string): ItemKey => ({ pk: `TOKEN#${hash}`, sk: 'TOKEN' }),
  tokenOfUser: inUser('TOKEN'),
  /** Behind all tokens of the user. */
  tokenListVersion: (userId: number): ItemKey => ({ pk: userPartition(userId, 'TOKEN'), sk: 'VERSION' }),
  tokenUse: inUser('TOKEN_USE'),
};
