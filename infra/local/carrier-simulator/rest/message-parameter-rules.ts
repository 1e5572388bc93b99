import { isCallbackUrl, isOneOf } from '#infra/local/carrier-simulator/service/callback-url.ts';
import type { ParameterRule } from './read-form.ts';

const GENERAL = 20_001;
const MAX_BODY_CHARACTERS = 1600;

const general = (check: ParameterRule['check']): ParameterRule => ({ check, code: GENERAL });
const oneOf = (...allowed: string[]) => general(isOneOf(...allowed));
const text = general(() => true);
const notSimulated = general(() => false);

/** What a request to send may say; anything else is ignored and reported. */
export const messageParameters: Record<string, ParameterRule> = {
  To: text,
  From: text,
  Body: { check: (value) => value.length <= MAX_BODY_CHARACTERS, code: 21_617 },
  StatusCallback: { check: isCallbackUrl, code: 21_609 },
  ValidityPeriod: general((value) => /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 36_000),
  Attempt: general((value) => /^\d+$/.test(value)),
  ProvideFeedback: oneOf('true', 'false'),
  ForceDelivery: oneOf('true', 'false'),
  RiskCheck: oneOf('enable', 'disable'),
  ContentRetention: oneOf('retain', 'discard'),
  AddressRetention: oneOf('retain', 'obfuscate'),
  TrafficType: oneOf('free'),
  SmartEncoded: oneOf('false'),
  ShortenUrls: oneOf('false'),
  SendAsMms: oneOf('false'),
  /** This account has no messaging services. */
  MessagingServiceSid: { check: () => false, code: 21_705 },
  ApplicationSid: notSimulated,
  ContentSid: notSimulated,
  ContentVariables: notSimulated,
  FallbackFrom: notSimulated,
  MediaUrl: notSimulated,
  PersistentAction: notSimulated,
  ScheduleType: notSimulated,
  SendAt: notSimulated,
};
