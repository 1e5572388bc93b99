import * as v from 'valibot';
import type { Micros } from '#shared/accounts/account.ts';
import { allOf, expr } from '#shared/platform/table/expressions.ts';
import type { ItemKey } from '#shared/platform/table/table.ts';
import type { Write } from '#shared/platform/table/write.ts';

/** What some calls and SMS of a user hold and cost: those of a widget, of a visitor, or to expensive destinations. */
export interface CallAccount {
  /** Ids of the calls that are not settled. */
  calls: ReadonlySet<number>;
  /** The holds of these calls. */
  held: Micros;
  /** All that was ever held, less what was given back. It tells what other calls have taken since it was read. */
  taken: Micros;
  /** What settled calls cost, by the name of a period. */
  spent: Readonly<Record<string, Micros>>;
}

/** What an account allows to a call, by the account as it was read. */
export interface AccountLimit {
  account: CallAccount;
  /** Undefined: any number. */
  mostCalls?: number | undefined;
  /** What further calls may hold. */
  room: Micros;
}

export const NO_CALLS: CallAccount = { calls: new Set(), held: 0, taken: 0, spent: {} };

/** What an account may cost in any 60 minutes and in any 24 hours. */
export interface SpendCaps {
  perHour: Micros;
  perDay: Micros;
}

const HOUR_MS = 3_600_000;
/** A period that has ended within the window counts as a whole: a cap holds for 60 to 65 minutes, and for 24 to 25 hours. */
const windows = [
  { name: 'five_', periodMs: HOUR_MS / 12, windowMs: HOUR_MS, cap: 'perHour' },
  { name: 'hour_', periodMs: HOUR_MS, windowMs: 24 * HOUR_MS, cap: 'perDay' },
] as const;
type Window = (typeof windows)[number];

/** Longer than a cost counts. */
const KEPT_SECONDS = 26 * 3600;

/** The names of the periods in which the cost of a call that is settled now counts. */
export function periodsAt(now: number): string[] {
  return windows.map(({ name, periodMs }) => `${name}${Math.floor(now / periodMs)}`);
}

/** When a period counts no more, epoch milliseconds. Undefined: the period is of the other window. */
function endOfPeriod(period: string, { name, periodMs, windowMs }: Window): number | undefined {
  if (!period.startsWith(name)) return undefined;
  return (Number(period.slice(name.length)) + 1) * periodMs + windowMs;
}

const counted = ({ spent }: CallAccount, window: Window, now: number) =>
  Object.entries(spent).flatMap(([period, cost]) => {
    const end = endOfPeriod(period, window) ?? now;
    return end > now ? [{ end, cost }] : [];
  });

/**
 * A hold counts until its call is settled, and the cost from then on. So whatever is added up, by the start of calls, by their end or by
 * the second, no window has more than its cap: docs/decisions/0062-what-a-visitor-can-cause.md
 */
export function roomOf(account: CallAccount, caps: SpendCaps, now: number): Micros {
  return Math.max(0, Math.min(...windows.map((window) => roomIn(window, account, caps, now))));
}

function roomIn(window: Window, account: CallAccount, caps: SpendCaps, now: number): Micros {
  const spent = counted(account, window, now).reduce((sum, { cost }) => sum + cost, 0);
  return caps[window.cap] - Math.max(0, account.held) - spent;
}

const SHORTEST_WAIT_SECONDS = 60;

/** When the first cost of a window that is full counts no more; a minute where only calls in progress fill it. */
export function secondsUntilSpendable(account: CallAccount, caps: SpendCaps, now: number): number {
  const room = roomOf(account, caps, now);
  const full = windows.filter((window) => roomIn(window, account, caps, now) <= room);
  const ends = full.flatMap((window) => counted(account, window, now).map(({ end }) => end));
  return ends.length === 0 ? SHORTEST_WAIT_SECONDS : Math.ceil((Math.min(...ends) - now) / 1000);
}

export const CallAccountItem = v.pipe(
  v.looseObject({
    inProgress: v.optional(v.set(v.number()), () => new Set<number>()),
    held: v.optional(v.number(), 0),
    taken: v.optional(v.number(), 0),
  }),
  v.transform(({ inProgress, held, taken, ...others }): CallAccount => {
    const spent = Object.entries(others).flatMap(([name, cost]) => {
      const isPeriod = typeof cost === 'number' && windows.some((window) => name.startsWith(window.name));
      return isPeriod ? [[name, cost] as const] : [];
    });
    return { calls: inProgress, held, taken, spent: Object.fromEntries(spent) };
  }),
);

type AccountWrite = Extract<Write, { update: unknown }>;

/** Names without a condition: nothing of them counts any more. */
function over({ spent }: CallAccount, now: number): string[] {
  return Object.keys(spent).filter((period) => windows.every((window) => (endOfPeriod(period, window) ?? now) <= now));
}

const isUntaken = ({ account, room }: AccountLimit, amount: Micros) =>
  expr`attribute_not_exists(taken) OR taken <= ${account.taken + room - amount}`;

/**
 * Counts a call and its hold, as a part of the transaction that stores it. The condition compares with the account as it was read: no more
 * than its room was taken since. An item has 1 KB at most while an account has some 20 calls at once.
 */
export function holdIn(
  update: ItemKey,
  { id, hold, createdAt }: { id: number; hold: Micros; createdAt: number },
  limit: AccountLimit,
): AccountWrite {
  const { account, mostCalls } = limit;
  const isFree =
    mostCalls === undefined ? undefined : expr`attribute_not_exists(inProgress) OR size(inProgress) < ${mostCalls}`;
  return {
    update,
    add: { held: hold, taken: hold, inProgress: new Set([id]) },
    remove: over(account, createdAt),
    condition: allOf([isFree, isUntaken(limit, hold)]),
  };
}

/** The end of `holdIn`, as a part of the transaction that settles the call once. */
export function settleIn(update: ItemKey, call: { id: number; hold: Micros }, cost: Micros, at: number): AccountWrite {
  return {
    update,
    add: { held: -call.hold, taken: cost - call.hold, ...costAt(at, cost) },
    drop: { inProgress: new Set([call.id]) },
  };
}

/** Counts what is paid when it is ordered, such as an SMS. */
export function spendIn(update: ItemKey, cost: Micros, at: number, limit: AccountLimit): AccountWrite {
  return {
    update,
    add: { taken: cost, ...costAt(at, cost) },
    remove: over(limit.account, at),
    condition: isUntaken(limit, cost),
  };
}

/** The end of `spendIn` if it is refunded. `at`: when it was spent. */
export function refundIn(update: ItemKey, cost: Micros, at: number): AccountWrite {
  return { update, add: { taken: -cost, ...costAt(at, -cost) } };
}

function costAt(at: number, cost: Micros): Record<string, Micros> {
  return cost === 0 ? {} : Object.fromEntries(periodsAt(at).map((period) => [period, cost]));
}

/** DynamoDB deletes an account in which nothing counts any more. */
export const accountExpiry = (at: number) => ({ expiresAt: Math.ceil(at / 1000) + KEPT_SECONDS });
