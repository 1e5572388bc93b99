import type { ApiRequest, ApiResponse } from '#line/api-message.ts';
import type { CarrierContext } from '#twilio/context/simulator-context.ts';
import type { IncomingNumber } from '#twilio/journal/journal-entries.ts';
import {
  general,
  isE164,
  notFound,
  oneOf,
  type ParameterRule,
  readForm,
  reporter,
  type Route,
} from '#twilio/rest/api-message.ts';
import { filterList, listPage } from '#twilio/rest/lists.ts';
import { isCallbackUrl, newSid, toRfc2822 } from '#twilio/wire/formats.ts';

const filters = {
  fields: {
    FriendlyName: ({ settings, phoneNumber }: IncomingNumber) => settings['FriendlyName'] ?? phoneNumber,
    Beta: () => 'false',
    Origin: () => 'twilio',
  },
  times: {},
};

/** Numbers that the carrier's own test credentials do not have. */
const refusedNumbers = new Set(['+15005550000', '+15005550001']);

/**
 * The phone numbers of the account. They cannot be bought here: the account has every number, and a number is in the list
 * once its full form was asked for.
 */
export function numberRoutes(context: CarrierContext): Route[] {
  const { accountSid, clock, journal } = context;
  const report = reporter(context);
  const show = (number: IncomingNumber) => ({ status: 200, json: numberResource(number, accountSid) });
  const find = (path: string, sid: string): IncomingNumber => {
    const number = journal.numbers().find((candidate) => candidate.sid === sid);
    if (!number) throw notFound(path);
    return number;
  };
  const add = (phoneNumber: string): void => {
    if (journal.numbers().some((number) => number.phoneNumber === phoneNumber)) return;
    const now = clock.now();
    journal.saveNumber({ sid: newSid('PN'), phoneNumber, settings: {}, createdAt: now, updatedAt: now });
  };
  const list = ({ path, query }: ApiRequest): ApiResponse => {
    const part = query.get('PhoneNumber') ?? '';
    if (isE164(part) && !refusedNumbers.has(part)) add(part);
    const others = new URLSearchParams([...query].filter(([name]) => name !== 'PhoneNumber'));
    const numbers = journal.numbers().filter(({ phoneNumber }) => phoneNumber.includes(part));
    const found = filterList(numbers, filters, others, report);
    const resources = found.map((number) => numberResource(number, accountSid));
    return { status: 200, json: listPage(path, query, 'incoming_phone_numbers', resources) };
  };
  const update = ({ path, body }: ApiRequest, sid: string): ApiResponse => {
    const number = find(path, sid);
    const form = readForm(new URLSearchParams(body), numberParameters, report);
    const changes = Object.entries(form).map(([name, values]) => [name, values.at(-1) ?? ''] as const);
    const settings = { ...number.settings, ...Object.fromEntries(changes) };
    const updated = { ...number, settings, updatedAt: clock.now() };
    journal.saveNumber(updated);
    return show(updated);
  };
  return [
    { path: /^\/IncomingPhoneNumbers\.json$/, methods: { GET: list } },
    {
      path: /^\/IncomingPhoneNumbers\/(PN[\da-f]{32})\.json$/,
      methods: { GET: ({ path }, sid) => show(find(path, sid)), POST: update },
    },
  ];
}

/** A phone number as in the API: settings without a value are '' or null, as the API has them. */
function numberResource(number: IncomingNumber, accountSid: string): Record<string, unknown> {
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

const method = oneOf('GET', 'POST');
/** An empty value removes the setting. */
const address = (code: number): ParameterRule => ({ check: (value) => value === '' || isCallbackUrl(value), code });
const nothing = general((value) => value === '');

/** The parameters of an update of a phone number. Applications and trunks are not simulated. */
export const numberParameters: Record<string, ParameterRule> = {
  FriendlyName: general((value) => value.length <= 64),
  VoiceUrl: address(21_402),
  VoiceMethod: method,
  VoiceFallbackUrl: address(21_402),
  VoiceFallbackMethod: method,
  VoiceCallerIdLookup: oneOf('true', 'false'),
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
