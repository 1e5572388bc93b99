import type { UserStore } from '#shared/accounts/account.ts';
import { requireUser } from '#shared/accounts/users.ts';
import type { AssistantType } from '#shared/assistants/assistant.ts';
import type { Carrier } from '#shared/calls/carrier.ts';
import { countryOf, toE164 } from '#shared/platform/e164.ts';
import { canAnswerInbound } from '#shared/numbers/phone-number-api.ts';
import type { PhoneNumber, PhoneNumberStore, PhoneNumberType } from '#shared/numbers/phone-number.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { OperatorError } from '#shared/platform/errors.ts';
import type { IdSource } from '#shared/platform/ids.ts';

export interface ListPhoneNumbersDeps {
  phoneNumbers: PhoneNumberStore;
}

/** The user's numbers; for `inbound` only those that a new inbound assistant can have. */
export async function listPhoneNumbers(
  input: { userId: number; type?: AssistantType | undefined },
  deps: ListPhoneNumbersDeps,
): Promise<PhoneNumber[]> {
  const numbers = await deps.phoneNumbers.list(input.userId);
  return input.type === 'inbound' ? numbers.filter(canAnswerInbound) : numbers;
}

export interface AddNumberInput {
  userId: number;
  /** As the operator typed it. */
  phoneNumber: string;
  type: PhoneNumberType;
  smsCapable: boolean;
  /** Epoch milliseconds; null = no end. */
  subscriptionExpiresAt: number | null;
  /** Needed only where the number does not tell. */
  countryCode?: string | undefined;
}

export interface AddNumberDeps {
  users: UserStore;
  phoneNumbers: PhoneNumberStore;
  clock: Clock;
  ids: IdSource;
}

/** @throws OpsRefusal when the number is not valid, or taken, or there is no such user */
export async function addNumber(input: AddNumberInput, deps: AddNumberDeps): Promise<PhoneNumber> {
  const phoneNumber = toE164(input.phoneNumber);
  if (phoneNumber === undefined) {
    throw new OperatorError(`${input.phoneNumber} is not a valid phone number in E.164 format, such as +12025550001`);
  }
  const countryCode = countryOf(phoneNumber) ?? input.countryCode;
  if (countryCode === undefined) throw new OperatorError(`${phoneNumber} belongs to no country: name one`);
  await requireUser(input.userId, deps.users);
  const number: PhoneNumber = {
    id: deps.ids.recordId(),
    userId: input.userId,
    phoneNumber,
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

export interface PointNumberInput {
  /** E.164 */
  phoneNumber: string;
  /** The origin of the service. */
  publicUrl: string;
  /** Look, and change nothing. */
  isDryRun: boolean;
}

export interface PointedNumber {
  phoneNumber: string;
  /** `pointed`: now; `points_elsewhere`: still, because nothing was to be changed; `not_at_carrier`: not in its account. */
  outcome: 'pointed' | 'was_pointed' | 'points_elsewhere' | 'not_at_carrier';
  /** Where its calls went before. */
  before: string | null;
}

/** Sends the calls to a number to this service, if they do not go there already. */
export async function pointNumber(
  { phoneNumber, publicUrl, isDryRun }: PointNumberInput,
  { carrier }: { carrier: Pick<Carrier, 'findNumber' | 'pointNumber'> },
): Promise<PointedNumber> {
  const number = await carrier.findNumber(phoneNumber, publicUrl);
  if (!number) return { phoneNumber, outcome: 'not_at_carrier', before: null };
  const before = number.callsGoTo;
  if (number.isPointed) return { phoneNumber, outcome: 'was_pointed', before };
  if (isDryRun) return { phoneNumber, outcome: 'points_elsewhere', before };
  await carrier.pointNumber(number.carrierNumberId, publicUrl);
  return { phoneNumber, outcome: 'pointed', before };
}
