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

/**
 * The token that a conversation's `setup` message must contain. A signature of the upgrade can be replayed and identifies no
 * call; this token is bound to our call and the carrier's, and is derived instead of stored.
 */
export function createRelayToken(authToken: string, { userId, callId }: CallKey, carrierCallId: string): string {
  return createHmac('sha256', authToken).update(`relay:${userId}.${callId}:${carrierCallId}`).digest('base64url');
}

export function isRelayToken(token: string, authToken: string, key: CallKey, carrierCallId: string): boolean {
  const expected = Buffer.from(createRelayToken(authToken, key, carrierCallId));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
