/** Money in micro-units: 1,000,000 = one currency unit. Always an integer, so that sums are exact. */
export type Micros = number;

export const MICROS_PER_UNIT = 1_000_000;

/** Returns the amount in currency units, with at most 6 decimals. */
export function toDecimal(amount: Micros): number {
  return Number((amount / MICROS_PER_UNIT).toFixed(6));
}

/** Parses a decimal such as `12.5` or `-3`. Returns undefined for anything but an amount with at most 6 decimals. */
export function parseMicros(text: string): Micros | undefined {
  const match = /^(-?)(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, sign, whole = '0', fraction = ''] = match;
  const micros = Number(whole) * MICROS_PER_UNIT + Number(fraction.padEnd(6, '0'));
  return sign === '-' && micros !== 0 ? -micros : micros;
}
