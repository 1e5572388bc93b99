import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { once } from '#shared/runtime/once.ts';
import { plainHttp } from '#shared/runtime/plain-http.ts';

const documentClient = /* @__PURE__ */ once(() =>
  DynamoDBDocumentClient.from(withoutLogCopies(new DynamoDBClient({ maxAttempts: 5, ...plainHttp })), {
    marshallOptions: { removeUndefinedValues: true },
  }),
);

/** The client copies every request and answer for a log that nobody has given it: a tenth of what a list costs. */
function withoutLogCopies(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.remove('loggerMiddleware');
  return client;
}

const queueClient = /* @__PURE__ */ once(() => new SQSClient({ maxAttempts: 5, ...plainHttp }));

/** Functions, so that a bundle holds only the clients that its function calls for. */
export function dynamo(): DynamoDBDocumentClient {
  return documentClient();
}

export function sqs(): SQSClient {
  return queueClient();
}
