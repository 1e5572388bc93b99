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

/** Where the carrier asks what to do with a call that comes in, and where it tells what became of it. */
export function twilioIncomingUrls(publicUrl: string): { voice: string; status: string } {
  const origin = withoutSlash(publicUrl);
  return { voice: `${origin}/carrier/twilio/incoming`, status: `${origin}/carrier/twilio/incoming-status` };
}

function withoutSlash(publicUrl: string): string {
  return publicUrl.replace(/\/$/, '');
}
