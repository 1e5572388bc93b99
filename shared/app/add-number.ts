import { requireUser } from '#shared/app/require-user.ts';
import { OpsRefusal } from '#shared/domain/errors/ops-refusal.ts';
import { countryOf } from '#shared/domain/phone-number/country-of.ts';
import type { PhoneNumber, PhoneNumberType } from '#shared/domain/phone-number/phone-number.ts';
import { toE164 } from '#shared/domain/phone-number/to-e164.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { IdSource } from '#shared/ports/id-source.ts';
import type { PhoneNumberStore } from '#shared/ports/phone-number-store.ts';
import type { UserStore } from '#shared/ports/user-store.ts';

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
    throw new OpsRefusal(`${input.phoneNumber} is not a valid phone number in E.164 format, such as +12025550001`);
  }
  const countryCode = countryOf(phoneNumber) ?? input.countryCode;
  if (countryCode === undefined) throw new OpsRefusal(`${phoneNumber} belongs to no country: name one`);
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
  if ((await deps.phoneNumbers.add(number)) === 'taken') throw new OpsRefusal(`${phoneNumber} is already in use`);
  return number;
}
