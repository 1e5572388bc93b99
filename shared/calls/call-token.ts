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
  return areEqual(token, createCallToken(key, purpose, call, peerId));
}

/** What the token of a conversation allows: one connection of one call. */
interface ConnectionGrant {
  key: CallKey;
  carrierCallId: string;
  /** The first connection of a call is 0. */
  connectionNumber: number;
}

/**
 * The token that the first frame of a conversation must contain. The signature of a connection can be replayed and identifies no
 * call; this token is bound to our call, the carrier's, and one connection of it. It is derived instead of stored.
 */
export function createConnectionToken(
  tokenKey: string,
  { key, carrierCallId, connectionNumber }: ConnectionGrant,
): string {
  const signature = createHmac('sha256', tokenKey)
    .update(`relay:${callReference(key)}:${carrierCallId}:${connectionNumber}`)
    .digest('base64url');
  return `${connectionNumber}.${signature}`;
}

/** The number of the connection that the token allows. Undefined if we did not create it for this call. */
export function readConnectionToken(
  token: string,
  tokenKey: string,
  call: Omit<ConnectionGrant, 'connectionNumber'>,
): number | undefined {
  const connectionNumber = Number.parseInt(token, 10);
  return areEqual(token, createConnectionToken(tokenKey, { ...call, connectionNumber })) ? connectionNumber : undefined;
}

function areEqual(received: string, expected: string): boolean {
  const [one, other] = [Buffer.from(received), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
