import { createHmac, timingSafeEqual } from 'node:crypto';
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js';
import type { CallKey } from '#shared/calls/call.ts';

export type FormParameters = Record<string, string | string[]>;

/**
 * Whether Twilio signed this form: HMAC-SHA1 of the configured URL, followed by the sorted parameters,
 * compared in constant time. https://www.twilio.com/docs/usage/webhooks/webhooks-security
 */
export function isSignedForm(request: {
  authToken: string;
  signature: string;
  url: string;
  params: FormParameters;
}): boolean {
  return validateRequest(request.authToken, request.signature, request.url, request.params);
}

/**
 * Whether Twilio signed this WebSocket upgrade. Sources disagree on the trailing slash and on whether the scheme is ws or http,
 * so each form of our URL is accepted. Every one is an HMAC over our own URL.
 */
export function isSignedUpgrade(request: { authToken: string; signature: string; socketUrl: string }): boolean {
  const bare = request.socketUrl.replace(/\/$/, '');
  const http = bare.replace(/^ws/, 'http');
  return [bare, `${bare}/`, http, `${http}/`].some((url) =>
    validateRequest(request.authToken, request.signature, url, {}),
  );
}

/** What the token of a conversation allows: one connection of one call. */
export interface RelayGrant {
  key: CallKey;
  carrierCallId: string;
  /** The first connection of a call is 0. */
  connectionNumber: number;
}

/**
 * The token that a conversation's `setup` message must contain. A signature of the upgrade can be replayed and identifies no
 * call; this token is bound to our call, the carrier's, and one connection of it. It is derived instead of stored.
 */
export function createRelayToken(tokenKey: string, { key, carrierCallId, connectionNumber }: RelayGrant): string {
  const { userId, callId } = key;
  const signature = createHmac('sha256', tokenKey)
    .update(`relay:${userId}.${callId}:${carrierCallId}:${connectionNumber}`)
    .digest('base64url');
  return `${connectionNumber}.${signature}`;
}

/** The number of the connection that the token allows. Undefined if we did not create it for this call. */
export function readRelayToken(
  token: string,
  tokenKey: string,
  call: Omit<RelayGrant, 'connectionNumber'>,
): number | undefined {
  const connectionNumber = Number.parseInt(token, 10);
  const expected = Buffer.from(createRelayToken(tokenKey, { ...call, connectionNumber }));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected) ? connectionNumber : undefined;
}
