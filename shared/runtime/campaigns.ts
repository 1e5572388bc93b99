import { createDynamoDbCampaignStore } from '#shared/adapters/dynamodb/dynamodb-campaign-store.ts';
import type { CampaignStore } from '#shared/ports/campaign-store.ts';
import { table } from '#shared/runtime/table.ts';

export function campaigns(): CampaignStore {
  return createDynamoDbCampaignStore(table());
}
