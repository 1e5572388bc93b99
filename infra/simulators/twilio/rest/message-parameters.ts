import type { MessageRequest } from '#twilio/message/messages.ts';
import {
  general,
  isE164,
  oneOf,
  type ParameterRule,
  readForm,
  type Report,
  RestError,
  text,
} from '#twilio/rest/api-message.ts';
import { isCallbackUrl } from '#twilio/wire/formats.ts';

const MAX_BODY_CHARACTERS = 1600;

const notSimulated = general(() => false);

/** The parameters of a request to send. Others are ignored and reported. */
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

/** Senders that the carrier's own test credentials refuse. */
const refusedFrom: Record<string, number> = {
  '+15005550000': 21_606,
  '+15005550001': 21_212,
  '+15005550007': 21_606,
};

/** The message of a request to send. @throws RestError as the carrier refuses it */
export function readMessageParameters(form: URLSearchParams, report: Report): MessageRequest {
  const parameters = readForm(form, messageParameters, report);
  const valueOf = (name: string) => parameters[name]?.[0] ?? '';
  const [to, from, body, statusCallback] = ['To', 'From', 'Body', 'StatusCallback'].map(valueOf);
  checkTo(to ?? '');
  checkFrom(from ?? '', to ?? '');
  if (!body) throw new RestError(400, 21_602, 'Message body is required.');
  return { to: to ?? '', from: from ?? '', body, ...(statusCallback ? { statusCallback } : {}) };
}

function checkTo(to: string): void {
  if (to === '') throw new RestError(400, 21_604, "A 'To' phone number is required.");
  if (!isE164(to)) throw new RestError(400, 21_211, `Invalid 'To' Phone Number: ${to}`);
}

function checkFrom(from: string, to: string): void {
  if (from === '') throw new RestError(400, 21_603, "A 'From' phone number is required.");
  if (!isE164(from)) throw new RestError(400, 21_212, `Invalid From Number: ${from}`);
  const code = refusedFrom[from];
  if (code) throw new RestError(400, code, `The 'From' number ${from} is not yours, or cannot send messages.`);
  if (from === to) throw new RestError(400, 21_266, "'To' and 'From' number cannot be the same");
}
