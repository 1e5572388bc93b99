import type { SecretName } from '#shared/platform/secrets.ts';
import type { QueueName } from '#shared/platform/queue/messages.ts';

/** What is done with items of the table, each its own action in IAM. What a transaction does counts by its parts. */
export type TableAction = 'get' | 'batch-get' | 'query' | 'put' | 'update' | 'delete' | 'check' | 'batch-write';

/** What is done about recordings: tell their links, follow one, keep one, remove one. */
export const recordingActions = ['link', 'read', 'write', 'delete'] as const;
export type RecordingAction = (typeof recordingActions)[number];

/** How a language model is asked: for a reply that streams, or for an answer in one piece. */
export type ModelUse = 'stream' | 'answer';

/** What a function may touch. Each capability becomes its grants in IAM and its variables in the environment. */
export type Capability =
  | `table:${TableAction}`
  | 'carrier'
  | 'dialing'
  | `language-model:${ModelUse}`
  | 'public-url'
  | 'realtime'
  | `recording:${RecordingAction}`
  | 'socket-url'
  | 'socket:send'
  | 'webhook:send'
  | `queue:${QueueName}`
  | `secret:${SecretName}`;

interface Row {
  /** Names the function's file, its test, its sample event and this row: `calls/make-call`. */
  id: string;
  timeoutSeconds: number;
  memoryMb: number;
  uses: readonly Capability[];
  /** What a user loses when this function fails: the text of its alarm. */
  failure: string;
}

export interface HttpRow extends Row {
  kind: 'http';
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the API prefix: `/user/make_call`. */
  path: string;
  /** Other paths below the prefix that reach the same function, because clients in use call them. */
  aliases?: readonly string[];
  /** Who may call it: whoever has an access token, which is the default, or everybody. */
  auth?: 'bearer' | 'none';
}

/** A public callback of a carrier; its first act is to check the signature. */
export interface CarrierRow extends Row {
  kind: 'carrier';
  method: 'POST';
  /** Path from the root of the origin. */
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
  /** Deliveries of one message before it goes to the dead-letter queue. */
  maxReceiveCount: number;
}

export interface SocketRow extends Row {
  kind: 'socket';
  routeKey: '$connect' | '$default' | '$disconnect';
}

export interface ScheduleRow extends Row {
  kind: 'schedule';
  everyMinutes: number;
}

export type ManifestRow = HttpRow | CarrierRow | AuthorizerRow | QueueRow | SocketRow | ScheduleRow;

/** Seconds that a received message stays hidden: six times the worker's timeout, as AWS advises for SQS event sources. */
export function visibilityTimeoutSeconds(row: QueueRow): number {
  return row.timeoutSeconds * 6;
}

/** Every path below the API prefix that reaches the function. */
export function pathsOf(row: HttpRow): string[] {
  return [row.path, ...(row.aliases ?? [])];
}

/** The file of a row's function, from the root of the project. */
export function functionFile(row: ManifestRow): string {
  return row.kind === 'http' ? `functions/http/${row.id}.ts` : `functions/${row.id}.ts`;
}
