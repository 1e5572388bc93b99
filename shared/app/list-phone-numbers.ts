import type { AssistantType } from '#shared/domain/assistant/assistant.ts';
import { canAnswerInbound } from '#shared/domain/phone-number/phone-number-record.ts';
import type { PhoneNumber } from '#shared/domain/phone-number/phone-number.ts';
import type { PhoneNumberStore } from '#shared/ports/phone-number-store.ts';

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
