import { type PhoneNumber, isSubscriptionActive } from '#shared/domain/phone-number/phone-number.ts';

/**
 * The number that an assistant calls from: its own, else the user's oldest. A number whose subscription has ended calls nobody.
 * `numbers` are all numbers of the user, oldest first. Undefined when there is none.
 */
export function pickCaller(
  assignedId: number | null,
  numbers: readonly PhoneNumber[],
  now: number,
): PhoneNumber | undefined {
  const callable = numbers.filter((number) => isSubscriptionActive(number, now));
  if (assignedId !== null) return callable.find((number) => number.id === assignedId);
  return callable[0];
}
