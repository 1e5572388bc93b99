import * as v from 'valibot';
import type { Carrier, CarrierNumber } from '#shared/calls/carrier.ts';
import {
  twilioFallbackUrl,
  twilioIncomingUrls,
  expectAnswer,
  expectSuccess,
  type TwilioApi,
} from '#shared/integrations/twilio/twilio-api.ts';

const text = v.nullish(v.string(), '');

const NumberResource = v.object({
  sid: v.string(),
  phone_number: v.string(),
  voice_url: text,
  voice_method: text,
  voice_fallback_url: text,
  voice_fallback_method: text,
  status_callback: text,
  status_callback_method: text,
  /** If either of these is set, Twilio ignores the voice URL. */
  voice_application_sid: text,
  trunk_sid: text,
  sms_url: text,
  sms_method: text,
  /** If this is set, Twilio ignores the SMS URL. */
  sms_application_sid: text,
});
const NumberList = v.object({ incoming_phone_numbers: v.array(NumberResource) });

/** Phone numbers on Twilio's REST API. */
export function createTwilioNumbers(api: TwilioApi): Pick<Carrier, 'findNumber' | 'pointNumber'> {
  return {
    async findNumber(phoneNumber, publicUrl) {
      const query = new URLSearchParams({ PhoneNumber: phoneNumber });
      const answer = expectAnswer(await api('GET', 'IncomingPhoneNumbers.json', query));
      const { incoming_phone_numbers: numbers } = v.parse(NumberList, expectSuccess(answer));
      // Twilio's filter also matches parts of numbers.
      const number = numbers.find((one) => one.phone_number === phoneNumber);
      return number && toCarrierNumber(number, publicUrl);
    },
    async pointNumber(carrierNumberId, publicUrl) {
      const urls = twilioIncomingUrls(publicUrl);
      const parameters = new URLSearchParams({
        VoiceUrl: urls.voice,
        VoiceMethod: 'POST',
        VoiceFallbackUrl: twilioFallbackUrl(publicUrl),
        VoiceFallbackMethod: 'POST',
        StatusCallback: urls.status,
        StatusCallbackMethod: 'POST',
        VoiceApplicationSid: '',
        TrunkSid: '',
        SmsUrl: urls.message,
        SmsMethod: 'POST',
        SmsApplicationSid: '',
      });
      expectSuccess(expectAnswer(await api('POST', `IncomingPhoneNumbers/${carrierNumberId}.json`, parameters)));
    },
  };
}

function toCarrierNumber(number: v.InferOutput<typeof NumberResource>, publicUrl: string): CarrierNumber {
  const urls = twilioIncomingUrls(publicUrl);
  const { sid, phone_number: phoneNumber, voice_url: voiceUrl, voice_application_sid: app, trunk_sid: trunk } = number;
  const elsewhere = app || trunk;
  return {
    carrierNumberId: sid,
    phoneNumber,
    callsGoTo: elsewhere || voiceUrl || null,
    isPointed:
      elsewhere === '' &&
      voiceUrl === urls.voice &&
      number.voice_method === 'POST' &&
      number.voice_fallback_url === twilioFallbackUrl(publicUrl) &&
      number.voice_fallback_method === 'POST' &&
      number.status_callback === urls.status &&
      number.status_callback_method === 'POST' &&
      number.sms_application_sid === '' &&
      number.sms_url === urls.message &&
      number.sms_method === 'POST',
  };
}
