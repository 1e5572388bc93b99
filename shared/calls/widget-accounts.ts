import * as v from 'valibot';
import type { Micros } from '#shared/accounts/account.ts';
import { accountKeys, endOfPeriod, windows, type CallAccount, type Window } from '#shared/calls/live-calls.ts';
import { read, type ItemKey, type Table } from '#shared/platform/table/table.ts';

/** What the calls of a widget, or of a visitor, may cost in any 60 minutes and in any 24 hours. */
export interface SpendCaps {
  perHour: Micros;
  perDay: Micros;
}

export interface WidgetAccounts {
  widget: CallAccount;
  visitor: CallAccount;
}

export interface WidgetAccountStore {
  /** @param visitor a hash. What is read may be old when a call is stored: its limits are conditions of that write. */
  read(userId: number, assistantId: number, visitor: string): Promise<WidgetAccounts>;
}

export const NO_CALLS: CallAccount = { calls: new Set(), held: 0, taken: 0, spent: {} };

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
  const rooms = windows.map((window) => {
    const spent = counted(account, window, now).reduce((sum, { cost }) => sum + cost, 0);
    return caps[window.cap] - Math.max(0, account.held) - spent;
  });
  return Math.max(0, Math.min(...rooms));
}

const SHORTEST_WAIT_SECONDS = 60;

/** When the first cost of a window that is full counts no more; a minute where only calls in progress fill it. */
export function secondsUntilSpendable(account: CallAccount, caps: SpendCaps, now: number): number {
  const full = windows.filter((window) => {
    const spent = counted(account, window, now).reduce((sum, { cost }) => sum + cost, 0);
    return caps[window.cap] - account.held - spent <= roomOf(account, caps, now);
  });
  const ends = full.flatMap((window) => counted(account, window, now).map(({ end }) => end));
  return ends.length === 0 ? SHORTEST_WAIT_SECONDS : Math.ceil((Math.min(...ends) - now) / 1000);
}

const AccountItem = v.pipe(
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

export function createDynamoDbWidgetAccounts(table: Table): WidgetAccountStore {
  const readAccount = async (key: ItemKey) => (await read(table, key, AccountItem)) ?? NO_CALLS;
  return {
    async read(userId, assistantId, visitor) {
      const [widgetKey, visitorKey] = accountKeys({ userId, assistantId }, visitor);
      const [widget, ofVisitor] = await Promise.all([readAccount(widgetKey), readAccount(visitorKey)]);
      return { widget, visitor: ofVisitor };
    },
  };
}
