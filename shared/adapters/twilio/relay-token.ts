import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CallKey } from '#shared/domain/call/call.ts';

/**
 * The token that a conversation's `setup` message must bring. A signature of the upgrade can be replayed and names no call;
 * this one is bound to our call and to the carrier's, and nothing has to be stored for it.
 */
export function createRelayToken(authToken: string, { userId, callId }: CallKey, carrierCallId: string): string {
  return createHmac('sha256', authToken).update(`relay:${userId}.${callId}:${carrierCallId}`).digest('base64url');
}

export function isRelayToken(token: string, authToken: string, key: CallKey, carrierCallId: string): boolean {
  const expected = Buffer.from(createRelayToken(authToken, key, carrierCallId));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
