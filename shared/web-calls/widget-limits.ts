import type { Micros } from '#shared/accounts/account.ts';
import { roomOf, secondsUntilSpendable, type AccountLimit, type SpendCaps } from '#shared/accounts/spend-account.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import type { WidgetAccounts } from '#shared/calls/widget-accounts.ts';
import { AppError } from '#shared/platform/errors.ts';
import { hasRoom, perMinute, secondsUntilRoom, type RateLimit, type RateStore } from '#shared/platform/rate-limit.ts';

const USD = 1_000_000;
const WIDGET_CALLS_AT_ONCE = 5;
const VISITOR_CALLS_AT_ONCE = 2;
const LONGEST_CALL_SECONDS = 300;
const WIDGET_CAPS: SpendCaps = { perHour: USD, perDay: 10 * USD };
/** Whatever the widgets of a user may cost. */
const VISITOR_CAPS: SpendCaps = { perHour: USD, perDay: 10 * USD };

type Settings = Pick<Assistant, 'widgetSettings'>;

type WidgetLimit = AccountLimit & { mostCalls: number };

export interface WidgetLimits {
  widget: WidgetLimit;
  visitor: WidgetLimit;
  room: Micros;
  longestSeconds: number;
  /** Until another call may be possible, where money is missing now. */
  retryAfterSeconds: number;
}

/** One visitor leaves a call and half of the money to others. */
export function widgetLimits({ widgetSettings }: Settings, accounts: WidgetAccounts, now: number): WidgetLimits {
  const mostCalls = widgetSettings.calls_at_once ?? WIDGET_CALLS_AT_ONCE;
  const caps = capsOf(widgetSettings);
  const visitorCaps = {
    perHour: Math.min(VISITOR_CAPS.perHour, Math.floor(caps.perHour / 2)),
    perDay: Math.min(VISITOR_CAPS.perDay, Math.floor(caps.perDay / 2)),
  };
  const widget = { account: accounts.widget, mostCalls, room: roomOf(accounts.widget, caps, now) };
  const visitor = {
    account: accounts.visitor,
    mostCalls: Math.max(1, Math.min(VISITOR_CALLS_AT_ONCE, mostCalls - 1)),
    room: roomOf(accounts.visitor, visitorCaps, now),
  };
  const [fuller, fullerCaps] = widget.room < visitor.room ? [widget, caps] : [visitor, visitorCaps];
  return {
    widget,
    visitor,
    room: fuller.room,
    longestSeconds: widgetSettings.max_call_seconds ?? LONGEST_CALL_SECONDS,
    retryAfterSeconds: secondsUntilSpendable(fuller.account, fullerCaps, now),
  };
}

function capsOf({ max_spend_per_hour: hour, max_spend_per_day: day }: Assistant['widgetSettings']): SpendCaps {
  return {
    perHour: hour === undefined ? WIDGET_CAPS.perHour : Math.round(hour * USD),
    perDay: day === undefined ? WIDGET_CAPS.perDay : Math.round(day * USD),
  };
}

export function hasTooManyCalls({ widget, visitor }: WidgetLimits): boolean {
  return [widget, visitor].some(({ account, mostCalls }) => account.calls.size >= mostCalls);
}

/** Calls that one widget may start, of all its visitors and of one of them. */
const WIDGET_RATE = perMinute(60, 20);
const VISITOR_RATE = perMinute(6, 3);

/**
 * `visitor`: of `hashVisitor`, stored for a day. A widget that is busy creates no further buckets, however many addresses ask.
 * @throws AppError too_many_requests
 */
export async function countWidgetCall(
  { userId, id }: Pick<Assistant, 'userId' | 'id'>,
  visitor: string,
  { rates, clock }: { rates: Pick<RateStore, 'take' | 'peek'>; clock: { now: () => number } },
): Promise<void> {
  const widget = `WIDGET#${userId}.${id}`;
  const now = clock.now();
  const known = await rates.peek(widget);
  if (!hasRoom(known, WIDGET_RATE, now)) throw tooMany(known, WIDGET_RATE, now);
  const buckets = [
    [`VISITOR#${id}.${visitor}`, VISITOR_RATE],
    [widget, WIDGET_RATE],
  ] as const;
  for (const [bucket, limit] of buckets) {
    const { isAllowed, fullAt } = await rates.take(bucket, limit, clock.now());
    if (!isAllowed) throw tooMany(fullAt, limit, clock.now());
  }
}

const tooMany = (fullAt: number, limit: RateLimit, now: number) =>
  new AppError('too_many_requests', { retryAfterSeconds: secondsUntilRoom(fullAt, limit, now) });
