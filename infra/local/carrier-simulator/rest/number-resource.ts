import type { IncomingNumber } from '#infra/local/carrier-simulator/journal/journal-entries.ts';
import { toRfc2822 } from '#infra/local/carrier-simulator/rfc2822.ts';

/** A phone number as the API shows it: what is not set is an empty text, or null where the API has it so. */
export function numberResource(number: IncomingNumber, accountSid: string): Record<string, unknown> {
  const setting = (name: string, otherwise: string | null = '') => number.settings[name] || otherwise;
  return {
    sid: number.sid,
    account_sid: accountSid,
    api_version: '2010-04-01',
    friendly_name: setting('FriendlyName', number.phoneNumber),
    phone_number: number.phoneNumber,
    origin: 'twilio',
    beta: false,
    capabilities: { voice: true, sms: true, mms: false, fax: false },
    status: 'in-use',
    type: 'local',
    date_created: toRfc2822(number.createdAt),
    date_updated: toRfc2822(number.updatedAt),
    voice_url: setting('VoiceUrl', null),
    voice_method: setting('VoiceMethod', 'POST'),
    voice_fallback_url: setting('VoiceFallbackUrl', null),
    voice_fallback_method: setting('VoiceFallbackMethod', 'POST'),
    voice_caller_id_lookup: number.settings['VoiceCallerIdLookup'] === 'true',
    voice_application_sid: null,
    voice_receive_mode: 'voice',
    trunk_sid: null,
    status_callback: setting('StatusCallback'),
    status_callback_method: setting('StatusCallbackMethod', 'POST'),
    sms_url: setting('SmsUrl'),
    sms_method: setting('SmsMethod', 'POST'),
    sms_fallback_url: setting('SmsFallbackUrl'),
    sms_fallback_method: setting('SmsFallbackMethod', 'POST'),
    sms_application_sid: null,
    address_requirements: 'none',
    address_sid: null,
    bundle_sid: null,
    identity_sid: null,
    emergency_status: 'Inactive',
    emergency_address_sid: null,
    emergency_address_status: 'unregistered',
    uri: `/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers/${number.sid}.json`,
  };
}
