import { isCallbackUrl, isOneOf } from '#infra/local/carrier-simulator/service/callback-url.ts';
import type { ParameterRule } from './read-form.ts';

const general = (check: ParameterRule['check']): ParameterRule => ({ check, code: 20_001 });
const method = general(isOneOf('GET', 'POST'));
/** An empty one takes the setting away. */
const address = (code: number): ParameterRule => ({ check: (value) => value === '' || isCallbackUrl(value), code });
const nothing = general((value) => value === '');

/** What an update of a phone number may say. Applications and trunks are not simulated: there are none to name. */
export const numberParameters: Record<string, ParameterRule> = {
  FriendlyName: general((value) => value.length <= 64),
  VoiceUrl: address(21_402),
  VoiceMethod: method,
  VoiceFallbackUrl: address(21_402),
  VoiceFallbackMethod: method,
  VoiceCallerIdLookup: general(isOneOf('true', 'false')),
  StatusCallback: address(21_609),
  StatusCallbackMethod: method,
  SmsUrl: address(21_402),
  SmsMethod: method,
  SmsFallbackUrl: address(21_402),
  SmsFallbackMethod: method,
  VoiceApplicationSid: nothing,
  TrunkSid: nothing,
  SmsApplicationSid: nothing,
};
