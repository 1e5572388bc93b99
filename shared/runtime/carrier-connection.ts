import { isRelayToken } from '#shared/adapters/twilio/relay-token.ts';
import { isSignedUpgrade } from '#shared/adapters/twilio/twilio-signature.ts';
import type { CallKey } from '#shared/domain/call/call.ts';
import { environment } from '#shared/runtime/environment.ts';
import { twilioAuthToken } from '#shared/runtime/twilio-auth-token.ts';

/** Whether the carrier signed this WebSocket upgrade to our own address. */
export async function isConnectionSigned(signature: string): Promise<boolean> {
  return isSignedUpgrade({ authToken: await twilioAuthToken(), signature, socketUrl: environment.socketUrl() });
}

/** Whether this token was given out for this call of ours and of the carrier's. */
export async function isTokenOfCall(token: string, key: CallKey, carrierCallId: string): Promise<boolean> {
  return isRelayToken(token, await twilioAuthToken(), key, carrierCallId);
}
