import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { hadConversation, type Call } from '#shared/calls/call.ts';

export const webhookEvents = ['call.completed', 'inbound_call.completed'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export interface DeliveryAttempt {
  at: number;
  /** HTTP status; 0 when no answer came. */
  status: number;
  /** Why there was no answer, or why the attempt was refused. */
  problem: string | null;
  /** What the receiver asked for by `Retry-After`. */
  retryAfterSeconds?: number | null | undefined;
  durationMs: number;
}

/** One event on its way to one URL. The payload is built from the final call, which never changes again. */
export interface WebhookDelivery {
  /** `evt_<call id>_<event>`: the `webhook-id` of every attempt. */
  id: string;
  userId: number;
  callId: number;
  event: WebhookEvent;
  url: string;
  /** `disabled` = the receiver answered 410; `exhausted` = every attempt failed. */
  status: 'pending' | 'delivered' | 'exhausted' | 'disabled';
  attempts: DeliveryAttempt[];
  createdAt: number;
}

export function webhookDeliveryId(callId: number, event: WebhookEvent): string {
  return `evt_${callId}_${event}`;
}

/** The call and the event that a delivery id names; undefined when it is none. */
export function parseWebhookDeliveryId(id: string): { callId: number; event: WebhookEvent } | undefined {
  const match = /^evt_(\d{1,16})_(.+)$/.exec(id);
  const event = webhookEvents.find((known) => known === match?.[2]);
  return match && event ? { callId: Number(match[1]), event } : undefined;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What lies between one attempt and the next: ten attempts over some three days, as Standard Webhooks advises. */
const ladder = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
const JITTER = 0.1;
const LONGEST_RETRY_AFTER = 24 * HOUR;

/** The attempts of one delivery, the first one included. */
export const MAX_ATTEMPTS = ladder.length + 1;

/**
 * When to try again, in epoch milliseconds; null when that was the last attempt. The delays are spread by 10 % either way,
 * so that a receiver that comes back is not met by everything at once. A receiver may ask for more time, up to a day.
 * @param attempts all that were made, the failed last one included
 * @param random from 0 to 1
 */
export function nextAttemptAt(attempts: readonly DeliveryAttempt[], random: () => number): number | null {
  const delay = ladder[attempts.length - 1];
  const last = attempts.at(-1);
  if (delay === undefined || !last) return null;
  const { at, retryAfterSeconds } = last;
  const spread = Math.round(delay * (1 - JITTER + 2 * JITTER * random()));
  const asked = Math.min(LONGEST_RETRY_AFTER, (retryAfterSeconds ?? 0) * SECOND);
  return at + Math.max(spread, asked);
}

/** The signing secret of a user's webhooks, in the form of Standard Webhooks. It is derived, so that none has to be stored. */
export function webhookSecret(signingKey: string, userId: number, version: number): string {
  return `whsec_${createHmac('sha256', signingKey).update(`webhook:${userId}:${version}`).digest('base64')}`;
}

/** Two secrets are live while receivers change over: the new one signs, the one before it still verifies. */
export function rotatedVersions(versions: readonly number[]): number[] {
  const [current = 0] = versions;
  return current === 0 ? [1] : [Math.max(...versions) + 1, current];
}

export interface WebhookTarget {
  event: WebhookEvent;
  url: string;
}

/** Who is told that a call is over, by the assistant as it was when the call started. */
export function webhookTargets(call: Pick<Call, 'type' | 'status'>, assistant: Assistant): WebhookTarget[] {
  const targets: WebhookTarget[] = [];
  const { isWebhookActive, webhookUrl, sendWebhookOnlyOnCompleted, inboundWebhookUrl } = assistant;
  const wanted = isWebhookActive && (!sendWebhookOnlyOnCompleted || hadConversation(call.status));
  if (wanted && webhookUrl !== null) targets.push({ event: 'call.completed', url: webhookUrl });
  if (call.type === 'inbound' && inboundWebhookUrl !== null) {
    targets.push({ event: 'inbound_call.completed', url: inboundWebhookUrl });
  }
  return targets;
}

/** Names that mean a machine of the network around us, never a host on the internet. */
const privateSuffixes = ['local', 'localdomain', 'internal', 'intranet', 'lan', 'home.arpa'];

/**
 * Whether a customer's URL may be called: http or https, and a public host as far as the text tells.
 * A public name may still resolve to a private address; the transport looks at that when it calls.
 */
export function isCallableUrl(text: string, { allowLoopback }: { allowLoopback: boolean }): boolean {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false;
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return ipaddr.isValid(host) ? isCallableAddress(host, allowLoopback) : isCallableName(host, allowLoopback);
}

function isCallableAddress(host: string, allowLoopback: boolean): boolean {
  // `process` reads an IPv4 address that is wrapped in IPv6 as the IPv4 address that it is.
  const range = ipaddr.process(host).range();
  return range === 'unicast' || (allowLoopback && range === 'loopback');
}

function isCallableName(host: string, allowLoopback: boolean): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return allowLoopback;
  return host.includes('.') && !privateSuffixes.some((suffix) => host.endsWith(`.${suffix}`));
}

export interface WebhookDeliveryStore {
  /** `exists`: this event was announced before; nothing is changed. */
  create(delivery: WebhookDelivery): Promise<'created' | 'exists'>;
  get(userId: number, callId: number, event: WebhookEvent): Promise<WebhookDelivery | undefined>;
  /** The deliveries of one call. */
  listOfCall(userId: number, callId: number): Promise<WebhookDelivery[]>;
  /**
   * Takes the right to make the next attempt until the epoch millisecond `until`, so that messages delivered twice do not
   * post twice. `taken`: somebody has it at `at`, or the attempt was made already.
   */
  claimAttempt(delivery: WebhookDelivery, at: number, until: number): Promise<'claimed' | 'taken'>;
  /** Appends attempt number `attempts.length + 1` and sets the status, if nobody else has recorded that attempt. */
  recordAttempt(
    delivery: WebhookDelivery,
    attempt: DeliveryAttempt,
    status: WebhookDelivery['status'],
  ): Promise<'recorded' | 'conflict'>;
  /** Makes the delivery pending again, its log kept, for a replay by ops. */
  reopen(delivery: WebhookDelivery): Promise<void>;
}

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** `refused`: the address is not one that we call (private, unresolvable scheme). `unreachable`: no answer came in time. */
export type WebhookAnswer =
  | { kind: 'answered'; status: number; body: string; retryAfterSeconds: number | null; durationMs: number }
  | { kind: 'unreachable' | 'refused'; problem: string; durationMs: number };

/** Posts to customers' URLs: 15 s, no redirects, answers read up to 64 KB, private addresses refused after resolution. */
export interface WebhookTransport {
  post(request: WebhookRequest): Promise<WebhookAnswer>;
}
