import { answerCall, type AnswerCallDeps } from '#shared/call-life/receive-call.ts';
import type { Call, CallKey } from '#shared/calls/call.ts';
import { expectTimeLimit } from '#shared/calls/track-call.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';

interface ConnectWebCallInput {
  carrierCallId: string;
  /** Undefined if the carrier names none. */
  pass: { key: CallKey; token: string } | undefined;
}

export interface ConnectWebCallDeps extends AnswerCallDeps {
  timer: Timer;
  /** Whether we created the token for this call. */
  isWebToken: (token: string, key: CallKey) => Promise<boolean>;
}

/** A token opens its call once: a second or forged connection is rejected. The carrier may ask twice about one. */
export async function connectWebCall(input: ConnectWebCallInput, deps: ConnectWebCallDeps): Promise<string> {
  const { pass } = input;
  if (!pass || !(await deps.isWebToken(pass.token, pass.key))) return reject('token', input, deps);
  const { key } = pass;
  const call = await deps.calls.get(key);
  if (!call || !isOpenFor(call, input.carrierCallId)) return reject('over', input, deps);
  await expectTimeLimit(key, deps);
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
