import type { Micros, Wallet } from '#shared/accounts/account.ts';
import type { DayUsage } from '#shared/accounts/day-usage.ts';

/**
 * A part of a wallet, in micro-units. A quiet wallet has one part. Parts lend each other money: `leased` is what the part was
 * lent, less what it has lent, so that the `leased` of all parts adds up to zero.
 */
export interface WalletPart {
  /** The bookings on this part. One part's can be negative; their sum is the balance. */
  balance: Micros;
  /** What can be spent on this part without another one. Never negative. */
  available: Micros;
  leased: Micros;
  /** Changes that name a lower number are refused. It only rises, and all parts have it. */
  watermark: number;
  /** What was charged on the last day on which this part was charged. Earlier days are items of their own. */
  usage?: DayUsage;
}

/** What a transaction adds to one part. */
export interface PartChange {
  part: number;
  balance: Micros;
  available: Micros;
  leased: Micros;
}

/**
 * More parts than spenders that are at it at once: 100 a second, with transactions of 25 ms each, are 2.5 on average. With 16
 * parts about every seventh one meets another.
 */
export const MAX_PARTS = 16;
/** A wallet in contention grows from 1 part to 4, then to 16. */
const GROWTH = 4;
/** A part that has this many times the amount lends half of what it has. One that has less is spent itself. */
const RICH = 4;

/**
 * Adds up the parts. Loans cancel each other out, so that the sum is right although the parts are not read in one instant: a
 * loan that was seen at one end only changes nothing.
 */
export function addUpParts(parts: readonly WalletPart[]): Wallet {
  const sum = (of: (part: WalletPart) => number) => parts.reduce((total, part) => total + of(part), 0);
  return { balance: sum(({ balance }) => balance), available: sum(({ available, leased }) => available - leased) };
}

/**
 * Decides which parts pay. The first of the changes is the booking, on `preferred` if that part has the money or can be lent it; the others
 * lend. Undefined: there is not enough money in all parts. `draw`: a random number of [0, 1), so that spenders spread.
 */
export function planChange(
  parts: readonly WalletPart[],
  preferred: number,
  { balance, available }: Pick<PartChange, 'balance' | 'available'>,
  draw: () => number,
): PartChange[] | undefined {
  const amount = -available;
  const booking = (part: number, lent = 0) => ({ part, balance, available: available + lent, leased: lent });
  const own = parts[preferred]?.available ?? 0;
  if (own >= amount) return [booking(preferred)];
  const withAtLeast = (least: number) => parts.flatMap((part, index) => (part.available >= least ? [index] : []));
  const rich = withAtLeast(RICH * amount);
  const lender = rich[Math.floor(draw() * rich.length)];
  if (lender !== undefined) {
    const loan = Math.floor((parts[lender]?.available ?? 0) / 2);
    return [booking(preferred, loan), lend(lender, loan)];
  }
  const covering = withAtLeast(amount);
  const covered = covering[Math.floor(draw() * covering.length)];
  return covered === undefined ? collect(parts, amount, booking) : [booking(covered)];
}

/** The richest part borrows all that the next richest ones have, until it can pay. */
function collect(
  parts: readonly WalletPart[],
  amount: Micros,
  booking: (part: number, lent: number) => PartChange,
): PartChange[] | undefined {
  const byMoney = parts
    .map(({ available }, index) => ({ available, index }))
    .toSorted((one, other) => other.available - one.available);
  const [target, ...others] = byMoney;
  if (!target) return undefined;
  const loans: PartChange[] = [];
  let lent = 0;
  for (const { available, index } of others) {
    if (target.available + lent >= amount) break;
    lent += available;
    if (available > 0) loans.push(lend(index, available));
  }
  return target.available + lent >= amount ? [booking(target.index, lent), ...loans] : undefined;
}

function lend(part: number, amount: Micros): PartChange {
  return { part, balance: 0, available: -amount, leased: -amount };
}

/** New parts for a wallet in contention, each with an equal share of what part 0 has; and what that takes from part 0. */
export function planGrowth(parts: readonly WalletPart[]): { from: PartChange; added: PartChange[] } | undefined {
  const wanted = Math.min(MAX_PARTS, parts.length * GROWTH);
  const count = wanted - parts.length;
  const [first] = parts;
  if (!first || count <= 0) return undefined;
  const share = Math.floor(first.available / (count + 1));
  const added = Array.from({ length: count }, (_, index) => ({
    part: parts.length + index,
    balance: 0,
    available: share,
    leased: share,
  }));
  return { from: lend(0, share * count), added };
}
