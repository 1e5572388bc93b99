import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CallKey } from '#shared/calls/call.ts';
import { parseRecordId } from '#shared/platform/ids.ts';

/** A call's name outside of the service: `7.1001`. It must be signed, because anybody can guess it. */
export function callReference({ userId, callId }: CallKey): string {
  return `${userId}.${callId}`;
}

export function parseCallReference(name: string): CallKey | undefined {
  const [user = '', call = ''] = name.split('.');
  const userId = parseRecordId(user);
  const callId = parseRecordId(call);
  return userId === undefined || callId === undefined ? undefined : { userId, callId };
}

/** What a token lets its bearer do: bring the call to us, or use its tools. */
export type CallTokenPurpose = 'bridge' | 'tools';

/**
 * A token for one call, bound to the id that it has at the other side: the carrier's for the bridge, the model's for the
 * tools. Nothing is stored for it.
 */
export function createCallToken(key: string, purpose: CallTokenPurpose, call: CallKey, peerId: string): string {
  return createHmac('sha256', key)
    .update(`realtime-${purpose}:${callReference(call)}:${peerId}`)
    .digest('base64url');
}

export function isCallToken(
  token: string,
  key: string,
  purpose: CallTokenPurpose,
  call: CallKey,
  peerId: string,
): boolean {
  const expected = Buffer.from(createCallToken(key, purpose, call, peerId));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
