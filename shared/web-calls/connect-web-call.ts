import type { Timer } from '#shared/platform/timer/timer.ts';
import { parseCallReference } from '#shared/calls/call-token.ts';
import type { Call, CallKey } from '#shared/calls/call.ts';
import { answerCall, type AnswerCallDeps } from '#shared/call-life/receive-call.ts';
import { expectTimeLimit } from '#shared/calls/track-call.ts';

interface ConnectWebCallInput {
  carrierCallId: string;
  /** Who calls, as the carrier reports it: `client:` and the identity of the access token. */
  from: string;
}

export interface ConnectWebCallDeps extends AnswerCallDeps {
  timer: Timer;
  /** Whether we created the token for this call. */
  isWebToken: (token: string, key: CallKey) => Promise<boolean>;
}

/**
 * The identity of an access token: it names the call, and holds its token as hexadecimal digits. Twilio takes letters, digits and
 * underscores, 121 at most: https://www.twilio.com/docs/iam/access-tokens
 */
export function webIdentity({ userId, callId }: CallKey, token: string): string {
  return `web_${userId}_${callId}_${Buffer.from(token, 'base64url').toString('hex')}`;
}

/** Undefined if a page of ours has no such identity. */
export function parseWebIdentity(from: string): { key: CallKey; token: string } | undefined {
  const [, userId = '', callId = '', digits = ''] = /^client:web_(\d+)_(\d+)_([\da-f]{64})$/.exec(from) ?? [];
  const key = parseCallReference(`${userId}.${callId}`);
  return key && { key, token: Buffer.from(digits, 'hex').toString('base64url') };
}

/**
 * Connects a web call that its page has begun, and returns the instructions of an answered call. A token opens its call once:
 * a second connection, a forged identity and a call that is over are rejected. The carrier may ask twice about one connection.
 */
export async function connectWebCall(input: ConnectWebCallInput, deps: ConnectWebCallDeps): Promise<string> {
  const identity = parseWebIdentity(input.from);
  if (!identity || !(await deps.isWebToken(identity.token, identity.key))) return reject('token', input, deps);
  const { key } = identity;
  const call = await deps.calls.get(key);
  if (!call || !isOpenFor(call, input.carrierCallId)) return reject('over', input, deps);
  await Promise.all([expectTimeLimit(key, deps), deps.calls.leaveVisitor(call)]);
  // A page may connect twice at the same moment. Unlike with other calls, that is no fault of the carrier.
  const isFree = call.carrierCallId === null;
  const outcome = isFree && (await deps.calls.assignCarrierId(key, input.carrierCallId, deps.clock.now()));
  if (outcome === 'refused') return reject('over', input, deps);
  return answerCall(key, input.carrierCallId, deps);
}

function isOpenFor({ type, status, carrierCallId }: Call, connected: string): boolean {
  if (type !== 'web') return false;
  if (carrierCallId === null) return status === 'initiated';
  return carrierCallId === connected && (status === 'initiated' || status === 'in-progress');
}

function reject(
  reason: 'token' | 'over',
  { carrierCallId }: ConnectWebCallInput,
  { instructions, logger, metrics }: ConnectWebCallDeps,
): string {
  metrics.count('WebCallRefused', { reason });
  logger.warn('web call rejected', { reason, carrierCallId });
  return instructions.reject('unassigned');
}
