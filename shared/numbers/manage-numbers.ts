import * as v from 'valibot';
import type { UserStore } from '#shared/accounts/account.ts';
import { requireUser } from '#shared/accounts/users.ts';
import type { CarrierNumbers } from '#shared/numbers/carrier-account.ts';
import {
  canAnswerInbound,
  isSubscriptionActive,
  phoneNumberTypes,
  type PhoneNumber,
  type PhoneNumberStore,
  type PhoneNumberType,
  type AssistantType,
} from '#shared/numbers/phone-number.ts';
import { toIsoMicroseconds, type Clock } from '#shared/platform/clock.ts';
import { countryOf, toE164 } from '#shared/platform/e164.ts';
import { DEFAULT_CARRIER_ACCOUNT } from '#shared/platform/environment.ts';
import { OperatorError } from '#shared/platform/errors.ts';
import { countryCode, isoTime, phoneNumberText, recordId } from '#shared/platform/http/record-fields.ts';
import type { IdSource } from '#shared/platform/ids.ts';

export const PhoneNumberRecord = v.pipe(
  v.strictObject({
    id: recordId(),
    phone_number: phoneNumberText('+12025550199'),
    country_code: countryCode('US'),
    type_label: v.picklist(phoneNumberTypes),
    is_available: v.pipe(v.boolean(), v.description('If true, a new inbound assistant can answer on this number.')),
  }),
  v.title('PhoneNumberRecord'),
);
export type PhoneNumberRecord = v.InferOutput<typeof PhoneNumberRecord>;

export function toPhoneNumberRecord(number: PhoneNumber, now: number): PhoneNumberRecord {
  return {
    id: number.id,
    phone_number: number.phoneNumber,
    country_code: number.countryCode,
    type_label: number.type,
    is_available: canAnswerInbound(number, now),
  };
}

const typeWords = { Normal: 'normal', SIP: 'sip', 'Caller ID': 'caller_id' } as const;

/** What some clients need of a number besides, in the form that they read. */
export const PhoneNumberDetail = v.pipe(
  v.strictObject({
    id: recordId(),
    phone_number: phoneNumberText('+12025550199'),
    nickname: v.pipe(v.null(), v.description('The value is always null. Existing clients expect the field.')),
    country_code: countryCode('US'),
    type: v.picklist(Object.values(typeWords)),
    type_label: v.picklist(phoneNumberTypes),
    sms_capable: v.boolean(),
    region: v.pipe(v.null(), v.description('The value is always null. Existing clients expect the field.')),
    has_active_subscription: v.boolean(),
    created_at: isoTime(),
  }),
  v.title('PhoneNumberDetail'),
);

export function toPhoneNumberDetail(number: PhoneNumber, now: number): v.InferOutput<typeof PhoneNumberDetail> {
  return {
    id: number.id,
    phone_number: number.phoneNumber,
    nickname: null,
    country_code: number.countryCode,
    type: typeWords[number.type],
    type_label: number.type,
    sms_capable: number.smsCapable,
    region: null,
    has_active_subscription: isSubscriptionActive(number, now),
    created_at: toIsoMicroseconds(number.createdAt),
  };
}

interface NumberDeps {
  phoneNumbers: PhoneNumberStore;
  users: UserStore;
  carrier: CarrierNumbers;
  clock: Clock;
  ids: IdSource;
}

export type ListPhoneNumbersDeps = Pick<NumberDeps, 'phoneNumbers' | 'clock'>;

/** With type `inbound`: those that a new inbound assistant can have. */
export async function listPhoneNumbers(
  input: { userId: number; type?: AssistantType | undefined },
  deps: ListPhoneNumbersDeps,
): Promise<PhoneNumber[]> {
  const numbers = await deps.phoneNumbers.list(input.userId);
  const now = deps.clock.now();
  return input.type === 'inbound' ? numbers.filter((number) => canAnswerInbound(number, now)) : numbers;
}

interface AddNumberInput {
  userId: number;
  /** As the operator typed it. */
  phoneNumber: string;
  carrierAccount?: string | undefined;
  type: PhoneNumberType;
  smsCapable: boolean;
  /** Epoch milliseconds; null = no expiry. */
  subscriptionExpiresAt: number | null;
  /** ISO 3166 alpha-2. Required for numbers without a country, such as +800. */
  countryCode?: string | undefined;
}

/** Lists without pages show all numbers of a user: 1.6 MB. Only operators add numbers, one after the other. */
export const MOST_NUMBERS = 10_000;

/** @throws OperatorError when the number is invalid or taken, or the user does not exist or has too many */
export async function addNumber(
  input: AddNumberInput,
  deps: Pick<NumberDeps, 'users' | 'phoneNumbers' | 'clock' | 'ids'>,
): Promise<PhoneNumber> {
  const phoneNumber = toE164(input.phoneNumber);
  if (phoneNumber === undefined) {
    throw new OperatorError(`${input.phoneNumber} is not a valid phone number in E.164 format, such as +12025550001`);
  }
  const countryCode = countryOf(phoneNumber) ?? input.countryCode;
  if (countryCode === undefined) throw new OperatorError(`${phoneNumber} belongs to no country: name one`);
  await requireUser(input.userId, deps.users);
  if ((await deps.phoneNumbers.list(input.userId)).length >= MOST_NUMBERS) {
    throw new OperatorError(`user ${input.userId} has ${MOST_NUMBERS} numbers: remove one first`);
  }
  const number: PhoneNumber = {
    id: deps.ids.recordId(),
    userId: input.userId,
    phoneNumber,
    carrierAccount: input.carrierAccount ?? DEFAULT_CARRIER_ACCOUNT,
    countryCode,
    type: input.type,
    smsCapable: input.smsCapable,
    subscriptionExpiresAt: input.subscriptionExpiresAt,
    inboundAssistantId: null,
    createdAt: deps.clock.now(),
  };
  if ((await deps.phoneNumbers.add(number)) === 'taken') throw new OperatorError(`${phoneNumber} is already in use`);
  return number;
}

interface PointNumberInput {
  phoneNumber: string;
  publicUrl: string;
  isDryRun: boolean;
}

export interface PointedNumber {
  phoneNumber: string;
  /** `points_elsewhere`: not changed in a dry run. `not_at_carrier`: not in the carrier account. */
  outcome: 'pointed' | 'was_pointed' | 'points_elsewhere' | 'not_at_carrier';
  before: string | null;
}

export async function pointNumber(
  { phoneNumber, publicUrl, isDryRun }: PointNumberInput,
  { carrier }: Pick<NumberDeps, 'carrier'>,
): Promise<PointedNumber> {
  const number = await carrier.findNumber(phoneNumber, publicUrl);
  if (!number) return { phoneNumber, outcome: 'not_at_carrier', before: null };
  const before = number.callsGoTo;
  if (number.isPointed) return { phoneNumber, outcome: 'was_pointed', before };
  if (isDryRun) return { phoneNumber, outcome: 'points_elsewhere', before };
  await carrier.pointNumber(number.carrierNumberId, publicUrl);
  return { phoneNumber, outcome: 'pointed', before };
}
