import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { once } from '#shared/platform/environment.ts';

const documentClient = /* @__PURE__ */ once(() =>
  DynamoDBDocumentClient.from(withoutLogCopies(new DynamoDBClient({ maxAttempts: 5, ...plainHttp })), {
    marshallOptions: { removeUndefinedValues: true },
  }),
);

/** The SDK's logger middleware copies every request and response even without a logger. Without it a list is about 10 % faster. */
function withoutLogCopies(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.remove('loggerMiddleware');
  return client;
}

const queueClient = /* @__PURE__ */ once(() => new SQSClient({ maxAttempts: 5, ...plainHttp }));

/** A function, so that a bundle contains only the clients that it uses. */
export function dynamo(): DynamoDBDocumentClient {
  return documentClient();
}

export function sqs(): SQSClient {
  return queueClient();
}

/**
 * HTTP options of AWS clients. Only the local emulators use plain HTTP, and one local process runs all functions: the SDK's
 * limit of 50 sockets would make them wait for each other. In Lambda an instance handles one event at a time.
 */
export const plainHttp = { requestHandler: { httpAgent: { maxSockets: 1000 } } } as const;
