import { createCallToken, isCallToken } from '#shared/adapters/openai/call-token.ts';
import type { CallKey } from '#shared/domain/call/call.ts';
import { environment } from '#shared/runtime/environment.ts';
import { twilioAuthToken } from '#shared/runtime/twilio-auth-token.ts';

/** Whether a call that comes to the speech model is the one that the carrier was told to bridge. */
export async function isBridgeToken(token: string, key: CallKey, carrierCallId: string): Promise<boolean> {
  return isCallToken(token, await twilioAuthToken(), 'bridge', key, carrierCallId);
}

/** Whether who wants to use the tools of a call is the model that holds it. */
export async function isToolsToken(token: string, key: CallKey, realtimeCallId: string): Promise<boolean> {
  return isCallToken(token, await twilioAuthToken(), 'tools', key, realtimeCallId);
}

/** Where the model finds the tools of a call, and what it shows there. */
export async function toolsOf(key: CallKey, realtimeCallId: string): Promise<{ url: string; token: string }> {
  const origin = environment.publicUrl().replace(/\/$/, '');
  return {
    url: `${origin}/carrier/openai/calls/${key.userId}/${key.callId}/tools`,
    token: createCallToken(await twilioAuthToken(), 'tools', key, realtimeCallId),
  };
}
