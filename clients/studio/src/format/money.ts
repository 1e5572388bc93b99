/** The rate card of the service is written in this currency. */
const CURRENCY = 'USD';

const prices = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: CURRENCY,
  minimumFractionDigits: 4,
  maximumFractionDigits: 6,
});
const sums = new Intl.NumberFormat('en-US', { style: 'currency', currency: CURRENCY });

/** The price of one thing: a call may cost less than a cent, so that four decimals are always shown. */
export const price = (amount: number): string => prices.format(amount);

/** A sum of many prices, or a balance, to the cent. A sum that is not zero is never shown as zero. */
export function sum(amount: number): string {
  return amount !== 0 && Math.abs(amount) < 0.005 ? prices.format(amount) : sums.format(amount);
}

/** Nothing was spent, or not yet: a dash. */
export const priceOrDash = (amount: number): string => (amount === 0 ? '–' : price(amount));

/** Of a file: without a currency and without groups. */
export const amount = (value: number): string => String(toSixDecimals(value));

const toSixDecimals = (amount: number): number => Math.round(amount * 1e6) / 1e6;

/** Sums are exact in the six decimals of the API. */
export const plus = (one: number, other: number): number => toSixDecimals(one + other);

/** The part of a total that is left. */
export const rest = (total: number, part: number): number => toSixDecimals(total - part);

const counts = new Intl.NumberFormat('en-US');
/** A number of things: `12,345`. */
export const count = (value: number): string => counts.format(value);

/** `1 call`, `2 calls`. */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;
