import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { StandardRetryStrategy } from '@smithy/core/retry';
import * as v from 'valibot';
import { addFastRequests } from '#shared/platform/fast-requests.ts';
import type { QueueName } from '#shared/platform/queue/messages.ts';

/** Variables of the process. @throws Error that names each one that does not fit */
export function read<const Entries extends v.ObjectEntries>(entries: Entries) {
  const result = v.safeParse(v.object(entries), process.env);
  if (!result.success) throw new Error(`environment: ${describeIssues(result.issues)}`);
  return result.output;
}

/** `to: expected string`. valibot's own text quotes what it has, which may be a number or words of a customer. */
export function describeIssues(issues: readonly v.BaseIssue<unknown>[]): string {
  return issues
    .map(
      ({ path, expected, type }) => `${path?.map(({ key }) => key).join('.') ?? 'value'}: expected ${expected ?? type}`,
    )
    .join('; ');
}

const variableOf = (queue: QueueName) => queue.toUpperCase().replaceAll('-', '_');
const count = v.optional(v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1)));
const truth = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((text) => text === 'true'),
);
const flag = v.optional(truth, 'false');

/** The carrier account of TWILIO_ACCOUNT_SID. Numbers, calls and SMS without an account belong to it. */
export const DEFAULT_CARRIER_ACCOUNT = 'default';
export const environment = {
  metricsNamespace: () => read({ METRICS_NAMESPACE: v.optional(v.string(), 'Ringback') }).METRICS_NAMESPACE,
  table: () => read({ TABLE_NAME: v.string() }).TABLE_NAME,
  queueUrl: (queue: QueueName) => readUrl(`${variableOf(queue)}_QUEUE_URL`),
  deadLetterQueueUrl: (queue: QueueName) => readUrl(`${variableOf(queue)}_DLQ_URL`),
  timeScale: () =>
    read({ TIME_SCALE: v.optional(v.pipe(v.string(), v.transform(Number), v.minValue(0.01)), '1') }).TIME_SCALE,
  callingHours: () =>
    read({
      /** When campaigns may call, in the time zone of the called person. Limits the hours of every campaign. */
      CALLING_HOURS: v.optional(v.pipe(v.string(), v.regex(/^\d{2}:\d{2}-\d{2}:\d{2}$/)), '08:00-21:00'),
    }).CALLING_HOURS,
  dialing: () =>
    read({
      /** New calls that the carrier account accepts per call second. */
      CARRIER_CALLS_PER_SECOND: v.optional(v.pipe(v.string(), v.transform(Number), v.minValue(0.01)), '1'),
      WAITING_CALLS_PER_USER: count,
      /** Dials of a user's campaigns to one number, in a day of the number's time zone. */
      ATTEMPTS_PER_DAY: v.optional(v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1)), '3'),
      CONVERSATIONS_AT_ONCE: count,
      CONVERSATIONS_PER_USER: count,
    }),
  /** Requests per minute of all tokens of a user, and how many of them at once. Undefined disables the limit. */
  rateLimit: () => read({ RATE_LIMIT_PER_MINUTE: count, RATE_LIMIT_BURST: count }),
  sms: () =>
    read({
      SMS_PER_SECOND_PER_USER: count,
      SMS_WAITING_PER_USER: count,
      /** Of all users. */
      SMS_WAITING_AT_ONCE: count,
    }),
  /** The origin for the carrier's callbacks, without a trailing slash. Signatures cover it. */
  publicUrl: () => readUrl('PUBLIC_URL'),
  socketUrl: () => readUrl('SOCKET_URL'),
  socketManagementUrl: () => readUrl('SOCKET_MANAGEMENT_URL'),
  carrier: () =>
    read({
      TWILIO_ACCOUNT_SID: v.pipe(v.string(), v.startsWith('AC')),
      TWILIO_API_URL: v.optional(v.pipe(v.string(), v.url()), 'https://api.twilio.com'),
    }),
  recordingsBucket: () => read({ RECORDINGS_BUCKET: v.string() }).RECORDINGS_BUCKET,
  /** Of an emulator. The SDK reads the same variables. */
  s3Endpoint: () => {
    const address = v.optional(v.pipe(v.string(), v.url()));
    const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = read({ AWS_ENDPOINT_URL_S3: address, AWS_ENDPOINT_URL: address });
    return AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL;
  },
  recordingRetentionDays: () =>
    read({ RECORDING_RETENTION_DAYS: v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1)) })
      .RECORDING_RETENTION_DAYS,
  removesCarrierRecordings: () => read({ REMOVE_CARRIER_RECORDINGS: flag }).REMOVE_CARRIER_RECORDINGS,
  secrets: () => read({ SECRETS_PREFIX: v.optional(v.string(), 'ringback/'), SECRETS_FILE: v.optional(v.string()) }),
  languageModels: () =>
    read({
      OPENAI_ENABLED: flag,
      /** A server with OpenAI's protocol, and the name of the model that it serves. */
      OPENAI_BASE_URL: v.optional(v.pipe(v.string(), v.url())),
      OPENAI_MODEL: v.optional(v.string()),
      /** The local stack has a second one, for a key that a user of the studio enters. */
      OPENAI_KEY_SECRET: v.optional(v.picklist(['openai-api-key', 'entered-openai-api-key']), 'openai-api-key'),
      BEDROCK_REGION: v.optional(v.string()),
      /** `true` if the rehearsal model may speak, and replaces the models of providers that are not configured. */
      REHEARSAL_MODEL: flag,
    }),
  /** Whether a local stack looks for servers of models on its machine. */
  localModels: () => read({ LOCAL_MODELS: flag }).LOCAL_MODELS,
  /** The OpenAI project that multimodal calls are bridged to. Undefined disables multimodal calls. */
  realtimeProjectId: () => read({ OPENAI_PROJECT_ID: v.optional(v.string(), '') }).OPENAI_PROJECT_ID || undefined,
  /** Of the project's region. */
  realtimeSipHost: () => read({ OPENAI_SIP_HOST: v.optional(v.string(), 'sip.api.openai.com') }).OPENAI_SIP_HOST,
  realtimeApiUrl: () =>
    read({ OPENAI_REALTIME_URL: v.optional(v.pipe(v.string(), v.url()), 'https://api.openai.com/v1') })
      .OPENAI_REALTIME_URL,
  emulators: () => ({
    isLocal: read({ AWS_ENDPOINT_URL_DYNAMODB: v.optional(v.string()) }).AWS_ENDPOINT_URL_DYNAMODB !== undefined,
  }),
  /** `false` leaves all requests to the SDK's middleware (decision 0056). */
  fastRequests: () => read({ FAST_REQUESTS: v.optional(truth, 'true') }).FAST_REQUESTS,
  /** The trace of the running invocation, where Lambda runs one at a time. */
  traceId: () => process.env['_X_AMZN_TRACE_ID'],
  webhooks: () => read({ WEBHOOK_ALLOW_LOOPBACK: flag }),
  /** Whether one worker at a time waits for receivers of webhooks that may hang. */
  webhookWaits: () => read({ WEBHOOK_ONE_WAITS: flag }),
};

export const isRealtimeSimulated = (): boolean => /^http:\/\/(?:127\.|localhost)/.test(environment.realtimeApiUrl());

/** Where calls and SMS may go, if it is not where they may by default. Amounts are in currency units. */
export interface DestinationSettings {
  /** Codes of ISO 3166. */
  countries?: string[] | undefined;
  /** By the name of a kind of numbers. */
  kinds?: Record<string, { perMinute?: number | undefined; perSegment?: number | undefined }> | undefined;
  expensivePerDay?: number | undefined;
}

/** Beside `environment`, because the authorizer has no room for it. */
export function destinationSettings(): DestinationSettings {
  const amount = v.optional(v.pipe(v.number(), v.minValue(0), v.finite()));
  const settings = v.object({
    countries: v.optional(v.array(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)))),
    kinds: v.optional(v.record(v.string(), v.object({ perMinute: amount, perSegment: amount }))),
    expensivePerDay: amount,
  });
  return read({ DESTINATIONS: v.optional(v.pipe(v.string(), v.parseJson(), settings), '{}') }).DESTINATIONS;
}

function readUrl(name: string): string {
  return read({ [name]: v.pipe(v.string(), v.url()) })[name] ?? '';
}

/** Calls `make` on the first call and keeps the result. An exception is not kept. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** A function, so that a bundle contains only the clients that it uses. */
export const dynamo = /* @__PURE__ */ once((): DynamoDBDocumentClient => {
  const retries = quickRetries();
  const client = new DynamoDBClient({ ...retries, ...shortRequests() });
  // It copies every request and response even without a logger. Without it a list is about 10 % faster.
  client.middlewareStack.remove('loggerMiddleware');
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  if (environment.fastRequests()) addFastRequests(documents, environment.traceId, retries.retryStrategy);
  return documents;
});

export const sqs = /* @__PURE__ */ once((): SQSClient => {
  const retries = quickRetries();
  const client = new SQSClient({ ...retries, ...shortRequests() });
  if (environment.fastRequests()) addFastRequests(client, environment.traceId, retries.retryStrategy);
  return client;
});

/** For requests that take milliseconds, so not for S3. One that hangs uses up a function's time: five attempts of 3 s take
 * 15 of the 28 s of one that speaks to a customer. On the local stack one busy process runs all functions: repeats would
 * slow it down, and the SDK's 50 sockets are too few. */
export function shortRequests() {
  const { isLocal } = environment.emulators();
  const times = { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true };
  return { requestHandler: { httpAgent: { maxSockets: 1000 }, ...(isLocal ? {} : times) } };
}

/** Five attempts take at most 25 + 50 + 100 + 200 = 375 ms of waiting. */
const ATTEMPTS = 5;
const FIRST_DELAY_MS = 25;

/** The SDK's waits after throttling begin at 1 s: five attempts take up to 15 s, in which a customer hears nothing.
 * https://aws.amazon.com/blogs/developer/updated-default-retry-behavior-for-aws-sdks-and-tools/ */
export function quickRetries() {
  const backoff = {
    computeNextBackoffDelay: (repetition: number) => Math.floor(Math.random() * FIRST_DELAY_MS * 2 ** repetition),
    /** The SDK asks for another base per kind of error. */
    setDelayBase: () => undefined,
  };
  return { maxAttempts: ATTEMPTS, retryStrategy: new StandardRetryStrategy({ maxAttempts: ATTEMPTS, backoff }) };
}
