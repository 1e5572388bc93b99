import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CallKey } from '#shared/calls/call.ts';
import { parseRecordId } from '#shared/platform/http/record-fields.ts';

/** The name of a call in URLs and parameters, such as `7.1001`. It is easy to guess, so it must be signed. */
export function callReference({ userId, callId }: CallKey): string {
  return `${userId}.${callId}`;
}

/** Undefined if the text is not a call reference. */
export function parseCallReference(reference: string): CallKey | undefined {
  const [user = '', call = ''] = reference.split('.');
  const userId = parseRecordId(user);
  const callId = parseRecordId(call);
  return userId === undefined || callId === undefined ? undefined : { userId, callId };
}

/** What the bearer may do: connect the call to our SIP bridge, call its tools, or begin a web call. */
export type CallTokenPurpose = 'bridge' | 'tools' | 'web';

/**
 * An HMAC-SHA-256 token for one call; it is not stored.
 * @param peerId the id of the call at the other side: the carrier's for `bridge`, the speech model's for `tools`, none for `web`
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
  const received = Buffer.from(token);
  return received.length === expected.length && timingSafeEqual(received, expected);
}
