import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { once } from '#shared/runtime/once.ts';

const documentClient = /* @__PURE__ */ once(() =>
  DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 5 }), {
    marshallOptions: { removeUndefinedValues: true },
  }),
);

const queueClient = /* @__PURE__ */ once(() => new SQSClient({ maxAttempts: 5 }));

/** Functions, so that a bundle holds only the clients that its function calls for. */
export function dynamo(): DynamoDBDocumentClient {
  return documentClient();
}

export function sqs(): SQSClient {
  return queueClient();
}
