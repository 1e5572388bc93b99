import type { QueueName } from '#shared/platform/queue/messages.ts';
import type { SecretName } from '#shared/platform/secrets.ts';

/** Each is an IAM action. A transaction needs the action of each of its parts. */
export type TableAction = 'get' | 'batch-get' | 'query' | 'put' | 'update' | 'delete' | 'check' | 'batch-write';

export const recordingActions = ['link', 'read', 'write', 'delete'] as const;
export type RecordingAction = (typeof recordingActions)[number];

type ModelUse = 'stream' | 'answer';

export type Capability =
  | `table:${TableAction}`
  | 'carrier'
  | 'dialing'
  | 'calling-hours'
  /** Where calls and SMS may go. */
  | 'destinations'
  /** Of schedules only: all other functions count their failures anyway. */
  | 'metrics'
  | `language-model:${ModelUse}`
  | 'models'
  | 'public-url'
  | 'web-calls'
  | 'realtime'
  | 'sms'
  | `recording:${RecordingAction}`
  | 'socket-url'
  | 'socket:send'
  | 'webhook:send'
  | `queue:${QueueName}`
  /** The number of messages in every queue and dead-letter queue. */
  | 'queue-depths'
  | `secret:${SecretName}`;

interface Row {
  /** Names the function's file, test and sample event, too: `calls/make-call`. */
  id: string;
  timeoutSeconds: number;
  memoryMb: number;
  uses: readonly Capability[];
  /** All by default; a star is any text. Set it for what the public can call, and for what reads little. */
  partitions?: readonly string[];
  /** Holds live calls: its new versions are tried on a part of the requests first. */
  canary?: true;
  /** For the runbooks, and for the alarm of a schedule: what users lose while it fails, in one sentence. */
  failure: string;
}

export interface HttpRow extends Row {
  kind: 'http';
  /** `ANY`: what no other row takes. */
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'ANY';
  otherMethod?: 'PATCH' | 'OPTIONS';
  /** Below the API prefix: `/user/make_call`. */
  path: string;
  aliases?: readonly string[];
  auth?: 'bearer' | 'none';
}

export interface CarrierRow extends Row {
  kind: 'carrier';
  method: 'POST';
  /** From the root of the origin. */
  path: string;
}

export interface AuthorizerRow extends Row {
  kind: 'authorizer';
  cacheSeconds: number;
}

export interface QueueRow extends Row {
  kind: 'queue';
  queue: QueueName;
  batchSize: number;
  maxReceiveCount: number;
  // Lambda follows the trace, and drops a message to the DLQ after 16 invocations of one worker. `Allow`: the work has
  // an end, which the row names: https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
  recursiveLoop: 'Allow' | 'Terminate';
}

export interface SocketRow extends Row {
  kind: 'socket';
  routeKey: '$connect' | '$default' | '$disconnect';
}

export interface ScheduleRow extends Row {
  kind: 'schedule';
  everyMinutes: number;
  /** Invocations that share a run; 1 by default, 5 at most: the targets of one rule of EventBridge. */
  workers?: number;
}

export type ManifestRow = HttpRow | CarrierRow | AuthorizerRow | QueueRow | SocketRow | ScheduleRow;

/** Six times the worker's timeout, as AWS recommends for SQS event sources. */
export function visibilityTimeoutSeconds(row: QueueRow): number {
  return row.timeoutSeconds * 6;
}

export function pathsOf(row: HttpRow): string[] {
  return [row.path, ...(row.aliases ?? [])];
}

export interface Route {
  method: HttpRow['method'] | 'PATCH' | 'OPTIONS';
  path: string;
}

export function routesOf(row: HttpRow): Route[] {
  const methods: Array<Route['method']> = [row.method, ...(row.otherMethod ? [row.otherMethod] : [])];
  return methods.flatMap((method) => pathsOf(row).map((path) => ({ method, path })));
}

/** All but the preflights of browsers, and those whose path says what the body of the others does. */
export function documentedRoutesOf(row: HttpRow): Route[] {
  const parametersOf = (path: string) => path.match(/\{\w+\}/g)?.join();
  return routesOf(row).filter(
    ({ method, path }) => method !== 'OPTIONS' && parametersOf(path) === parametersOf(row.path),
  );
}

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

export function functionFile(row: ManifestRow): string {
  return row.kind === 'http' ? `functions/http/${row.id}.ts` : `functions/${row.id}.ts`;
}
