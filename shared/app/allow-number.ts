import { AppError } from '#shared/domain/errors/app-error.ts';
import { toSearchedNumber } from '#shared/domain/phone-number/to-e164.ts';
import type { DoNotCallStore } from '#shared/ports/do-not-call-store.ts';

export interface AllowNumberDeps {
  doNotCall: DoNotCallStore;
}

/**
 * Takes a number off the user's do-not-call list. Its leads stay `blacklisted` until somebody sets them to `created`.
 * @throws AppError phone_number_not_found
 */
export async function allowNumber(
  { userId, phoneNumber }: { userId: number; phoneNumber: string },
  { doNotCall }: AllowNumberDeps,
): Promise<void> {
  const number = toSearchedNumber(phoneNumber);
  const outcome = number === '' ? 'not_found' : await doNotCall.remove(userId, number);
  if (outcome === 'not_found') throw new AppError('phone_number_not_found');
}
