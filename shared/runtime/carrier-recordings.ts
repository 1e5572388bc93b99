import { createTwilioApi } from '#shared/adapters/twilio/twilio-api.ts';
import { createTwilioMedia } from '#shared/adapters/twilio/twilio-media.ts';
import { createTwilioRecordings } from '#shared/adapters/twilio/twilio-recordings.ts';
import type { CarrierRecordings } from '#shared/ports/carrier-recordings.ts';
import { environment } from '#shared/runtime/environment.ts';
import { twilioAuthToken } from '#shared/runtime/twilio-auth-token.ts';

export function carrierRecordings(): CarrierRecordings {
  const { TWILIO_ACCOUNT_SID, TWILIO_API_URL } = environment.carrier();
  const options = { apiUrl: TWILIO_API_URL, accountSid: TWILIO_ACCOUNT_SID, authToken: twilioAuthToken };
  return createTwilioRecordings(createTwilioApi(options), createTwilioMedia(options));
}
