import type { Micros, Wallet } from '#shared/accounts/account.ts';
import type { DayUsage } from '#shared/accounts/day-usage.ts';

/** Parts lend each other money. `leased`: what the part was lent, less what it has lent; zero over all parts. */
export interface WalletPart {
  /** Can be negative; the sum of the parts is the balance. */
  balance: Micros;
  /** Without another part. Never negative. */
  available: Micros;
  leased: Micros;
  /** Changes that name a lower number are refused. It only rises, and all parts have it. */
  watermark: number;
  /** Of the last day on which this part was charged. Earlier days are items of their own. */
  usage?: DayUsage;
}

export interface PartChange {
  part: number;
  balance: Micros;
  available: Micros;
  leased: Micros;
}

/** 100 spenders a second, with transactions of 25 ms, are 2.5 at once: of 16 parts, about every seventh is shared. */
export const MAX_PARTS = 16;
const GROWTH = 4;
/** A part with this many times the amount lends half of what it has. One that has less is spent itself. */
const LENDER_HAS = 4;

/** Loans cancel out, so that the sum is right although parts are not read in one instant. */
export function addUpParts(parts: readonly WalletPart[]): Wallet {
  const sum = (of: (part: WalletPart) => number) => parts.reduce((total, part) => total + of(part), 0);
  return { balance: sum(({ balance }) => balance), available: sum(({ available, leased }) => available - leased) };
}

/** The booking, then the lenders. Undefined: all parts have too little. `draw`: random of [0, 1): spenders spread. */
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
  const lenders = withAtLeast(LENDER_HAS * amount);
  const lender = lenders[Math.floor(draw() * lenders.length)];
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

/** Equal shares of what part 0 has; and what that takes from part 0. */
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
