import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** What every DynamoDB adapter is made of. */
export interface Table {
  client: DynamoDBDocumentClient;
  tableName: string;
}
