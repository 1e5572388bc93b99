import { validateRequest } from 'twilio/lib/webhooks/webhooks.js';

export type FormParameters = Record<string, string | string[]>;

/**
 * Whether Twilio signed this form: HMAC-SHA1 of the URL as we gave it, followed by the parameters in order,
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
 * so each form of our own address is accepted; every one of them is an HMAC over an address of ours.
 */
export function isSignedUpgrade(request: { authToken: string; signature: string; socketUrl: string }): boolean {
  const bare = request.socketUrl.replace(/\/$/, '');
  const http = bare.replace(/^ws/, 'http');
  return [bare, `${bare}/`, http, `${http}/`].some((url) =>
    validateRequest(request.authToken, request.signature, url, {}),
  );
}
