import type { CallKey } from '#shared/domain/call/call.ts';
import type { SmsKey } from '#shared/domain/sms/sms.ts';

export type TwilioCallback =
  | 'answered'
  | 'status'
  | 'answering-machine'
  | 'recording'
  | 'conversation-ended'
  | 'transcription'
  | 'bridge-ended';

/** The address of one callback of one call. The call stands in the path, which the carrier's signature covers. */
export function twilioCallbackUrl(publicUrl: string, { userId, callId }: CallKey, callback: TwilioCallback): string {
  return `${withoutSlash(publicUrl)}/carrier/twilio/calls/${userId}/${callId}/${callback}`;
}

/** Where the carrier tells what becomes of a text message. */
export function twilioMessageCallbackUrl(publicUrl: string, { userId, smsId }: SmsKey): string {
  return `${withoutSlash(publicUrl)}/carrier/twilio/messages/${userId}/${smsId}/status`;
}

/** Where the carrier asks what to do with a call or a text that comes in, and where it tells what became of the call. */
export function twilioIncomingUrls(publicUrl: string): { voice: string; status: string; message: string } {
  const origin = `${withoutSlash(publicUrl)}/carrier/twilio`;
  return {
    voice: `${origin}/incoming`,
    status: `${origin}/incoming-status`,
    message: `${origin}/incoming-message`,
  };
}

function withoutSlash(publicUrl: string): string {
  return publicUrl.replace(/\/$/, '');
}
