import type { CallKey } from '#shared/domain/call/call.ts';

export type TwilioCallback = 'answered' | 'status' | 'answering-machine' | 'recording' | 'conversation-ended';

/** The address of one callback of one call. The call stands in the path, which the carrier's signature covers. */
export function twilioCallbackUrl(publicUrl: string, { userId, callId }: CallKey, callback: TwilioCallback): string {
  return `${publicUrl.replace(/\/$/, '')}/carrier/twilio/calls/${userId}/${callId}/${callback}`;
}
