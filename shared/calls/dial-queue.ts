import type { Call, CallKey } from '#shared/calls/call.ts';
import { DEFAULT_CARRIER_ACCOUNT } from '#shared/platform/environment.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';

/** `interactive`: requested by a user; dialled before campaign calls. */
export type DialPriority = 'interactive' | 'campaign';

/**
 * An entry of the dial queue: a stored call that waits for the carrier. Within a priority, users take turns: a user's second
 * call has a later fairness round than every other user's first call.
 */
export interface DialQueueEntry extends CallKey {
  /** The account that owns the number of the caller, and dials the call. */
  carrierAccount: string;
  priority: DialPriority;
  fairnessRound: number;
}

/** The entry of a waiting call. Undefined if the call was stored by a release that did not note its round. */
export function entryOf(call: Call): DialQueueEntry | undefined {
  const { userId, id: callId, carrierAccount, campaignId, fairnessRound } = call;
  if (fairnessRound === undefined) return undefined;
  return { userId, callId, carrierAccount, priority: campaignId === null ? 'interactive' : 'campaign', fairnessRound };
}

/** How fast an account of the carrier accepts calls. */
interface AccountRate {
  /** Per second of real time, also when the clock is scaled. */
  callsPerSecond: number;
}

/** How fast the accounts of the carrier accept calls, and how many conversations the service may hold at once. */
export interface DialRate extends AccountRate {
  /** The rates of the accounts beside the default one, by name. */
  furtherAccounts?: Readonly<Record<string, AccountRate>>;
  /** Outbound calls at once, of all users and of one user. Undefined: no limit. */
  conversationsAtOnce?: { total?: number | undefined; perUser?: number | undefined } | undefined;
}

/** What all pumps share about an account of the carrier. */
export interface DialPace {
  /** When the account takes the next call, in epoch milliseconds. */
  nextAt: number;
  /** By priority: the latest fairness round that was served. */
  served: Readonly<Record<DialPriority, number>>;
  /** How often the carrier has refused a call in a row because it had too many requests. */
  refusals: number;
}

/** How long a new call has to wait for the carrier, as far as it can be told. */
export interface DialWait {
  /** 1: the next one. */
  queuePosition: number;
  estimatedSeconds: number;
}

/** The place of a pump, and the places of all that run, in order: each pump serves the entries of its turn. */
export interface PumpPlace {
  place: number;
  running: readonly number[];
}

/** A part of the outbound calls that hold a conversation, or are being dialled. */
export interface LiveCallShard {
  shard: number;
  /** Ids of calls by user. */
  calls: ReadonlyMap<number, ReadonlySet<number>>;
}

/** A shard for a call, with the number of calls that it may hold: of all users, and of this one. */
export interface LiveCallPlace {
  shard: number;
  most: number;
  mostOfUser: number;
}

/**
 * The queue of accepted calls that wait for the carrier. An entry is written in the transaction that stores its call, and
 * deleted in the transaction that claims the call, so that a call waits exactly as long as its entry exists. Each account of the
 * carrier has a queue, rounds and a pace of its own. Pumps serve the first entries of all accounts as fast as each accepts calls.
 * Several pumps may run at once: they share the paces.
 * Why: docs/decisions/0024-dial-queue.md, 0040-carrier-accounts.md
 */
export interface DialQueue {
  readonly rate: DialRate;
  readPace(account: string): Promise<DialPace>;
  /**
   * Draws the fairness round of a user's next call: after the user's last one, and not before the round that is served now.
   * `full`: `longest` calls of the user wait already; nothing was drawn.
   */
  drawRound(
    user: { userId: number; carrierAccount: string; priority: DialPriority; longest?: number | undefined },
    pace: DialPace,
    now: number,
  ): Promise<number | 'full'>;
  /** How many entries are served before this one. Exact up to 399, an estimate beyond. */
  countAhead(entry: DialQueueEntry, pace: DialPace): Promise<number>;
  /** The next entries of an account to serve, in order, without those of users for whom `isHeld` is true. */
  peek(account: string, count: number, isHeld: (userId: number) => boolean): Promise<DialQueueEntry[]>;
  /** Whether no call waits, for any account. */
  isEmpty(): Promise<boolean>;
  /**
   * Takes as many dials from the pace of an account as it allows now, at most one per entry, with its reserve if that may be used. The
   * entries count as served. `nextAt`: when the account takes the next one, in epoch milliseconds.
   */
  take(
    account: string,
    entries: readonly DialQueueEntry[],
    pace: DialPace,
    now: number,
    options?: { fromReserve?: boolean },
  ): Promise<{ count: number; nextAt: number }>;
  /** Removes an entry whose call no longer waits. */
  remove(entry: DialQueueEntry): Promise<void>;
  /** Stops dialling by an account until `until` (epoch milliseconds), because it has too many requests. */
  pause(account: string, until: number): Promise<void>;
  /** The account accepts calls again after it had too many requests. */
  endPause(account: string): Promise<void>;
  /** Claims one of the places for pumps until `until` (epoch milliseconds). Undefined if enough pumps are running. */
  openPump(owner: string, now: number, until: number): Promise<PumpPlace | undefined>;
  /** Extends the claim of a place. Undefined if another pump has it by now. */
  extendPump(place: number, owner: string, now: number, until: number): Promise<PumpPlace | undefined>;
  closePump(place: number, owner: string): Promise<void>;
  /** Whether a pump is running. */
  isServed(now: number): Promise<boolean>;
  /** The shards of live calls in a partition. One without any call may be missing. */
  readLiveCalls(partition: number): Promise<LiveCallShard[]>;
}

/**
 * Starts a pump, unless enough of them are running. Call it after an entry was stored.
 * @param newcomer the entry, if its user has no other call ahead of it: it may take the reserve of the pace
 */
export async function wakePump(
  queue: Queue,
  wokenBy: QueueMessage<'dial-calls'>['wokenBy'],
  { delaySeconds = 0, newcomer }: { delaySeconds?: number; newcomer?: DialQueueEntry | undefined } = {},
): Promise<void> {
  await queue.send('dial-calls', { wokenBy, ...(newcomer && { newcomer }) }, { delaySeconds });
}

/**
 * Whether the call of a user is served next among the user's own: the round that it has drawn is served already. Later calls of
 * the same user draw later rounds, whether or not this one still waits.
 */
export function isNewcomer({ priority, fairnessRound }: DialQueueEntry, { served }: DialPace): boolean {
  return priority === 'interactive' && fairnessRound <= served.interactive;
}

/** A pump may be this late and still keep the pace. Calls are then as much closer to each other. */
const CATCH_UP_MS = 100;
/** One pump dials about this many calls per second: six requests each, in 512 MB. */
const CALLS_PER_PUMP = 20;

/** The time between two dials in milliseconds. */
export function dialIntervalMs({ callsPerSecond }: AccountRate): number {
  return 1000 / callsPerSecond;
}

/**
 * How many of the wanted calls the carrier takes now, and when it takes the next one. After a pause the calls of one second
 * may come at once, all but the last of them. That one is the reserve: it is there while others wait for their slots. At one call
 * per second there is neither, and while the carrier refuses calls there is no reserve.
 */
export function grantDials(
  { nextAt, refusals }: Pick<DialPace, 'nextAt' | 'refusals'>,
  wanted: number,
  rate: AccountRate,
  { now, fromReserve }: { now: number; fromReserve: boolean },
): { count: number; nextAt: number } {
  const interval = dialIntervalMs(rate);
  const reserve = rate.callsPerSecond >= 2 ? 1 : 0;
  const burst = Math.max(0, Math.floor(rate.callsPerSecond) - 1 - reserve) * interval;
  const from = Math.max(nextAt, now - Math.max(burst, CATCH_UP_MS));
  const due = Math.floor((now - from) / interval) + 1 + (fromReserve && refusals === 0 ? reserve : 0);
  const count = Math.max(0, Math.min(wanted, due));
  return { count, nextAt: from + count * interval };
}

/**
 * How many calls of a user wait, at most. Each has a round of its own: behind the entries, in order, there are at most as many as
 * rounds up to the user's last one.
 * @param lastRound undefined if there are no more entries
 */
export function mostWaiting(userId: number, entries: readonly DialQueueEntry[], lastRound: number | undefined): number {
  const own = entries.filter((entry) => entry.userId === userId).length;
  const last = entries.at(-1);
  return last && lastRound !== undefined ? own + Math.max(0, lastRound - last.fairnessRound + 1) : own;
}

/** Entries that were counted, and their rounds. */
interface CountedRounds {
  count: number;
  from: number;
  to: number;
}

/** All entries up to the last ones. Users leave one after the other: the rounds between are as full as front and back on average. */
export function estimateEntries(front: CountedRounds, back: CountedRounds): number {
  const perRound = ({ count, from, to }: CountedRounds) => count / Math.max(1, to - from);
  const between = ((back.from - front.to) * (perRound(front) + perRound(back))) / 2;
  return Math.round(front.count + between + back.count);
}

/** How many pumps may run at once. Each serves all accounts. */
export function pumpCount(rate: DialRate): number {
  const callsPerSecond = accountsOf(rate).reduce((sum, account) => sum + rateOf(rate, account).callsPerSecond, 0);
  return Math.max(1, Math.ceil(callsPerSecond / CALLS_PER_PUMP));
}

/**
 * Whether an entry is that of this pump. Pumps that all try the first entries take them from each other: at 100 calls a second by
 * five pumps, each call was claimed three times and read 19 times.
 */
export function isTurnOf({ place, running }: PumpPlace, { callId }: Pick<DialQueueEntry, 'callId'>): boolean {
  return running[callId % running.length] === place;
}

/** The names of the carrier accounts. */
export function accountsOf({ furtherAccounts = {} }: DialRate): string[] {
  return [DEFAULT_CARRIER_ACCOUNT, ...Object.keys(furtherAccounts)];
}

/** @throws Error if the stage has no such account */
export function rateOf(rate: DialRate, account: string): AccountRate {
  const found = account === DEFAULT_CARRIER_ACCOUNT ? rate : rate.furtherAccounts?.[account];
  if (!found) throw new Error(`the stage has no carrier account ${account}`);
  return found;
}

/** The paces of all accounts, by name. */
export async function readPaces(queue: Pick<DialQueue, 'rate' | 'readPace'>): Promise<ReadonlyMap<string, DialPace>> {
  const accounts = accountsOf(queue.rate);
  const paces = await Promise.all(accounts.map(async (account) => [account, await queue.readPace(account)] as const));
  return new Map(paces);
}

/** The pause after the carrier has refused calls `refusals` times in a row: its own wish, doubled each time, a minute at most. */
export function pauseMs(wishedSeconds: number, refusals: number): number {
  return Math.min(60, Math.max(1, wishedSeconds) * 2 ** Math.min(refusals, 6)) * 1000;
}

/** The wait of a call that has this many calls ahead, in whole seconds of real time. 0: it is dialled now. */
export function waitSeconds(ahead: number, pace: DialPace, rate: AccountRate, now: number): number {
  const untilNextMs = Math.max(0, pace.nextAt - now);
  if (ahead === 0 && untilNextMs <= 1000) return 0;
  return Math.max(1, Math.ceil((untilNextMs + ahead * dialIntervalMs(rate)) / 1000));
}
