import type { Micros, User, UserStore } from '#shared/accounts/account.ts';
import {
  CallAccountItem,
  NO_CALLS,
  roomOf,
  secondsUntilSpendable,
  type AccountLimit,
  type CallAccount,
} from '#shared/accounts/spend-account.ts';
import type { CallRates } from '#shared/catalog/rate-card.ts';
import {
  isExpensive,
  ratesTo,
  refusalOf,
  segmentPriceTo,
  type DestinationRules,
  type Use,
} from '#shared/destinations/destination-rules.ts';
import { kindOf } from '#shared/destinations/number-kind.ts';
import { countryOf } from '#shared/platform/e164.ts';
import { AppError, fillSentence, invalidFields } from '#shared/platform/errors.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import { perMinute, secondsUntilRoom, type RateStore } from '#shared/platform/rate-limit.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { read, type Table } from '#shared/platform/table/table.ts';

export interface ExpensiveAccounts {
  /** What is read may be old when it is used: its limit is a condition of that write. */
  read(userId: number): Promise<CallAccount>;
}

export interface DestinationDeps {
  rules: DestinationRules;
  users: Pick<UserStore, 'get' | 'addCountry'>;
  expensive: ExpensiveAccounts;
  rates: Pick<RateStore, 'take'>;
  clock: { now: () => number };
  logger: Logger;
  metrics: Metrics;
}

/** A number that a user wants to reach. */
export interface Destination {
  e164: string;
  country: string | undefined;
  /** A sentence about a field. Undefined: the user may reach it. */
  refusal: string | undefined;
  /** Per minute, or per segment. */
  price: Micros;
  /** What may be spent on it; undefined for an ordinary price. */
  limit: AccountLimit | undefined;
  retryAfterSeconds: number;
  user: User | undefined;
}

interface Request {
  userId: number;
  e164: string;
  use: Use;
  /** Read already. */
  user?: User | undefined;
}

/** One read of the user, and beside it one of what was spent, if the price is above an ordinary one. */
export async function openDestination(request: Request, deps: DestinationDeps): Promise<Destination> {
  const { userId, e164, use } = request;
  const { rules, clock } = deps;
  const price = use === 'called' ? ratesTo(e164, rules).carrierPerMinute : segmentPriceTo(e164, rules);
  const [user, account] = await Promise.all([
    request.user ?? deps.users.get(userId),
    isExpensive(price) ? deps.expensive.read(userId) : undefined,
  ]);
  const cap = user?.expensivePerDay ?? rules.expensivePerDay;
  const caps = { perHour: cap, perDay: cap };
  return {
    e164,
    country: countryOf(e164),
    refusal: refusalOf(e164, use, { rules, countries: user?.allowedCountries ?? null }),
    price,
    limit: account && { account, room: roomOf(account, caps, clock.now()) },
    retryAfterSeconds: account ? secondsUntilSpendable(account, caps, clock.now()) : 0,
    user,
  };
}

export function ratesOf({ e164, price }: Destination, rules: DestinationRules): CallRates {
  return { ...ratesTo(e164, rules), carrierPerMinute: price };
}

/** What a call to the destination keeps: that it counts there, and the price of a kind that only the stage has. */
export function marksOf({ e164, limit, price }: Destination): { isExpensive?: true; carrierPerMinute?: Micros } {
  return {
    ...(limit !== undefined && { isExpensive: true }),
    ...(kindOf(e164) !== undefined && { carrierPerMinute: price }),
  };
}

/** Of what the user has, what may be spent there. */
export function spendable({ limit }: Destination, available: Micros): Micros {
  return Math.min(available, limit?.room ?? Number.POSITIVE_INFINITY);
}

/** @throws AppError validation_failed on `field` @param name of the number in the sentence */
export function requireAllowed(sentence: string | undefined, field: string, name = field): void {
  if (sentence !== undefined) throw invalidFields({ [field]: [fillSentence(sentence, name)] });
}

export function spendReached(
  { retryAfterSeconds }: Destination,
  { metrics }: Pick<DestinationDeps, 'metrics'>,
): AppError {
  metrics.count('ExpensiveLimitReached');
  return new AppError('expensive_spend_reached', { retryAfterSeconds });
}

/** Attempts cost nothing while they are not answered, but a thief makes them one after another. */
const ATTEMPTS = perMinute(6, 6);
/** `+` and six digits: the calling code and the beginning of a range, such as +24201 or +882134. */
const PREFIX_LENGTH = 7;

/** Counts an attempt to reach an expensive destination: one write. Returns how long to wait if there are too many; else 0. */
export async function countAttempt(
  userId: number,
  { e164, limit }: Destination,
  deps: DestinationDeps,
): Promise<number> {
  if (limit === undefined) return 0;
  const bucket = `PREFIX#${userId}.${e164.slice(1, PREFIX_LENGTH)}`;
  const now = deps.clock.now();
  const { isAllowed, fullAt } = await deps.rates.take(bucket, ATTEMPTS, now);
  if (isAllowed) return 0;
  deps.metrics.count('ExpensiveLimitReached');
  return secondsUntilRoom(fullAt, ATTEMPTS, now);
}

/** @throws AppError too_many_requests */
export async function requireAttempt(userId: number, destination: Destination, deps: DestinationDeps): Promise<void> {
  const retryAfterSeconds = await countAttempt(userId, destination, deps);
  if (retryAfterSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds });
}

const OLD_MS = 30 * 86_400_000;

/**
 * Remembers the country, with one write, if the user reaches it for the first time. For users of more than 30 days an alarm tells: a token
 * may be stolen. The age of the token is no measure, because a stolen one can create new ones. A user's first country is no news.
 */
export async function rememberCountry(
  userId: number,
  { country, user }: Destination,
  { users, clock, logger, metrics }: Pick<DestinationDeps, 'users' | 'clock' | 'logger' | 'metrics'>,
): Promise<void> {
  const known = user?.reachedCountries ?? new Set<string>();
  if (!user || country === undefined || known.has(country)) return;
  await users.addCountry(userId, country);
  // A run of campaigns makes further calls with this user.
  user.reachedCountries = new Set([...known, country]);
  if (known.size === 0 || clock.now() - user.createdAt < OLD_MS) return;
  metrics.count('NewCountryReached');
  logger.warn('the first call or SMS of a user to a country', { userId, country });
}

export function createDynamoDbExpensiveAccounts(table: Table): ExpensiveAccounts {
  return { read: async (userId) => (await read(table, keys.expensiveSpend(userId), CallAccountItem)) ?? NO_CALLS };
}
