/** The table, for CDK and the local stack. It has no secondary index: every access pattern has its own key. */
export const tableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds after which DynamoDB removes the item. Readers ignore expired items. */
  timeToLive: 'expiresAt',
} as const;

export interface ItemKey {
  pk: string;
  sk: string;
}
