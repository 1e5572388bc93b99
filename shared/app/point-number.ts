import type { Carrier } from '#shared/ports/carrier.ts';

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
