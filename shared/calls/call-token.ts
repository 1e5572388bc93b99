import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CallKey } from '#shared/calls/call.ts';
import { parseRecordId } from '#shared/platform/http/record-fields.ts';

/** Such as `7.1001`. It is easy to guess, so it must be signed. */
export function callReference({ userId, callId }: CallKey): string {
  return `${userId}.${callId}`;
}

export function parseCallReference(reference: string): CallKey | undefined {
  const [user = '', call = ''] = reference.split('.');
  const userId = parseRecordId(user);
  const callId = parseRecordId(call);
  return userId === undefined || callId === undefined ? undefined : { userId, callId };
}

export type CallTokenPurpose = 'bridge' | 'tools' | 'web';

/** HMAC-SHA-256. `peerId`: the carrier's call id for `bridge`, the speech model's for `tools`, none for `web`. */
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

interface ConnectionGrant {
  key: CallKey;
  carrierCallId: string;
  /** The first connection of a call is 0. */
  connectionNumber: number;
}

/** A connection's signature can be replayed and names no call. This is bound to both call ids and one connection. */
export function createConnectionToken(
  tokenKey: string,
  { key, carrierCallId, connectionNumber }: ConnectionGrant,
): string {
  const signature = createHmac('sha256', tokenKey)
    .update(`relay:${callReference(key)}:${carrierCallId}:${connectionNumber}`)
    .digest('base64url');
  return `${connectionNumber}.${signature}`;
}

/** Undefined if we did not create it for this call. */
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
