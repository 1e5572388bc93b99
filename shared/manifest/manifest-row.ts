import type { SecretName } from '#shared/platform/secrets.ts';
import type { QueueName } from '#shared/platform/queue/messages.ts';

/** A DynamoDB action; each one is a separate IAM action. A transaction needs the action of each of its parts. */
export type TableAction = 'get' | 'batch-get' | 'query' | 'put' | 'update' | 'delete' | 'check' | 'batch-write';

/** `link` creates a public link, `read` serves the audio, `write` stores it, `delete` removes it. */
export const recordingActions = ['link', 'read', 'write', 'delete'] as const;
export type RecordingAction = (typeof recordingActions)[number];

/** `stream`: the reply arrives token by token. `answer`: one complete response. */
type ModelUse = 'stream' | 'answer';

/** What a function may use. The stack turns each capability into IAM grants and environment variables. */
export type Capability =
  | `table:${TableAction}`
  | 'carrier'
  | 'dialing'
  /** Of schedules only: all other functions count their failures anyway. */
  | 'metrics'
  | `language-model:${ModelUse}`
  /** Which models have a provider in this stage. */
  | 'models'
  | 'public-url'
  /** The TwiML application and the API key of web calls. */
  | 'web-calls'
  | 'realtime'
  | 'sms'
  | `recording:${RecordingAction}`
  | 'socket-url'
  | 'socket:send'
  | 'webhook:send'
  | `queue:${QueueName}`
  | `secret:${SecretName}`;

interface Row {
  /** Names this row and the function's file, test and sample event: `calls/make-call`. */
  id: string;
  timeoutSeconds: number;
  memoryMb: number;
  uses: readonly Capability[];
  /**
   * The partitions of the table that the function may reach, all of them by default. A star stands for any text. Set it for what
   * the public can call, and for what reads little.
   */
  partitions?: readonly string[];
  /** Holds live calls: its new versions are tried on a part of the requests first. */
  canary?: true;
  /** The text of the function's alarm: what users lose while it fails, in one sentence. */
  failure: string;
}

export interface HttpRow extends Row {
  kind: 'http';
  /** `ANY`: what no other row takes. */
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'ANY';
  /** A second method of the same paths: for existing clients, or for the preflights of browsers. */
  otherMethod?: 'PATCH' | 'OPTIONS';
  /** Path below the API prefix, such as `/user/make_call`. */
  path: string;
  /** Other paths below the prefix that reach the same function. Existing clients use them. */
  aliases?: readonly string[];
  /** `bearer` (default): requires an access token. `none`: public. */
  auth?: 'bearer' | 'none';
}

/** A public callback. The function verifies the sender's signature first. */
export interface CarrierRow extends Row {
  kind: 'carrier';
  method: 'POST';
  /** Path from the root of the origin, without the API prefix. */
  path: string;
}

export interface AuthorizerRow extends Row {
  kind: 'authorizer';
  /** How long API Gateway caches a decision. */
  cacheSeconds: number;
}

export interface QueueRow extends Row {
  kind: 'queue';
  queue: QueueName;
  /** Messages per invocation, at most. */
  batchSize: number;
  /** Deliveries of a message before SQS moves it to the dead-letter queue. */
  maxReceiveCount: number;
  /**
   * Lambda follows a message, through the trace header that the SDK passes on, to the messages that its worker sends, and drops
   * it to the dead-letter queue after 16 invocations of one worker. `Allow` switches this off: then the work itself must have
   * an end, which the row names; a message that is put off ends after 5,000 rounds.
   * https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
   */
  recursiveLoop: 'Allow' | 'Terminate';
}

export interface SocketRow extends Row {
  kind: 'socket';
  routeKey: '$connect' | '$default' | '$disconnect';
}

export interface ScheduleRow extends Row {
  kind: 'schedule';
  everyMinutes: number;
  /** How many invocations share the work of each run; 1 by default, 5 at most: the targets of one rule of EventBridge. */
  workers?: number;
}

export type ManifestRow = HttpRow | CarrierRow | AuthorizerRow | QueueRow | SocketRow | ScheduleRow;

/**
 * How long a received message stays hidden: six times the worker's timeout, as AWS recommends for SQS event sources.
 */
export function visibilityTimeoutSeconds(row: QueueRow): number {
  return row.timeoutSeconds * 6;
}

/** Every path below the API prefix that reaches the function. */
export function pathsOf(row: HttpRow): string[] {
  return [row.path, ...(row.aliases ?? [])];
}

export interface Route {
  method: HttpRow['method'] | 'PATCH' | 'OPTIONS';
  /** Below the API prefix. */
  path: string;
}

/** Every method and path that reaches the function; its own first. */
export function routesOf(row: HttpRow): Route[] {
  const methods: Array<Route['method']> = [row.method, ...(row.otherMethod ? [row.otherMethod] : [])];
  return methods.flatMap((method) => pathsOf(row).map((path) => ({ method, path })));
}

/** The routes that are documented: all but the preflights of browsers, and those whose path says what the body of the others does. */
export function documentedRoutesOf(row: HttpRow): Route[] {
  const parametersOf = (path: string) => path.match(/\{\w+\}/g)?.join();
  return routesOf(row).filter(
    ({ method, path }) => method !== 'OPTIONS' && parametersOf(path) === parametersOf(row.path),
  );
}

/** The methods that a path has, where the rows have it at all. */
export function methodsAt(rows: readonly HttpRow[], path: string): Array<Route['method']> {
  const isMatch = (route: Route) =>
    route.method !== 'ANY' && new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
  return [
    ...new Set(
      rows
        .flatMap(routesOf)
        .filter(isMatch)
        .map(({ method }) => method),
    ),
  ].toSorted();
}

/** The file of a row's function, from the root of the project. */
export function functionFile(row: ManifestRow): string {
  return row.kind === 'http' ? `functions/http/${row.id}.ts` : `functions/${row.id}.ts`;
}
