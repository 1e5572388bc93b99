import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { once } from '#shared/platform/environment.ts';

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

/**
 * For clients of AWS: only the emulators of a developer's machine are reached over plain HTTP, and there one process runs every
 * function at once. The SDK's own limit of 50 sockets would let them wait for each other; in Lambda an instance does one thing.
 */
export const plainHttp = { requestHandler: { httpAgent: { maxSockets: 1000 } } } as const;
