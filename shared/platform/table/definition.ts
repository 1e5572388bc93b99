/** The one table, read by CDK and by the local stack alike. No secondary index: every access pattern is a key of its own. */
export const tableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds after which DynamoDB removes the item. Readers treat an expired item as absent. */
  timeToLive: 'expiresAt',
} as const;

export interface ItemKey {
  pk: string;
  sk: string;
}
