import type { CallKey } from '#shared/calls/call.ts';
import { accountsOf, type DialRate } from '#shared/calls/dial-rate.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';

/** `interactive`: requested by a user. */
export type DialPriority = 'interactive' | 'campaign';

/** A stored call that waits for the carrier. */
export interface DialQueueEntry extends CallKey {
  /** The account that owns the number of the caller, and dials the call. */
  carrierAccount: string;
  priority: DialPriority;
  fairnessRound: number;
  /** Set when dialling it threw an error: it waits until then, in epoch milliseconds. */
  retryAt?: number | undefined;
  failures?: number | undefined;
}

export const isDeferred = ({ retryAt = 0 }: DialQueueEntry, now: number): boolean => retryAt > now;

/** The latest round that was served, by priority. */
export type ServedRounds = Readonly<Record<DialPriority, number>>;

/** Where an account of the carrier is in its queue. */
export interface DialState {
  /** When the account takes the next call, in epoch milliseconds. */
  nextAt: number;
  served: ServedRounds;
  /** How often in a row the carrier has refused a call because it had too many requests. */
  refusals: number;
}

/** Whose call is dialled next: entries are served by priority, then by round. In a round they are in the order of users and calls. */
export interface DialOrder {
  /** The first one is served first. */
  readonly priorities: readonly DialPriority[];
  /** Draws the fairness round of a user's next call. `full`: `longest` calls of the user wait already; nothing was drawn. */
  drawRound(
    user: { userId: number; carrierAccount: string; priority: DialPriority; longest?: number | undefined },
    state: DialState,
    now: number,
  ): Promise<number | 'full'>;
  /** How many entries are served before this one. Exact up to 399, an estimate beyond. */
  countAhead(entry: DialQueueEntry, state: DialState): Promise<number>;
  /** The rounds that are served when these entries are dialled. */
  serve(served: ServedRounds, dialled: readonly DialQueueEntry[]): ServedRounds;
}

export interface DialQueueLook {
  entries: DialQueueEntry[];
  passedOver: DialQueueEntry[];
  /** The last entry that was read behind the first ones, by priority. None: the next look begins at the front. */
  readUpTo: Partial<Record<DialPriority, DialQueueEntry>>;
}

/** The accepted calls that wait for the carrier, by its accounts: docs/decisions/0024-dial-queue.md, 0040-carrier-accounts.md */
export interface DialQueue extends Pick<DialOrder, 'drawRound' | 'countAhead'> {
  readonly rate: DialRate;
  readState(account: string): Promise<DialState>;
  /**
   * The next entries of an account for which `isPassedOver` is false. Behind many others it takes several looks to find one: each of
   * them begins where the last one ended.
   */
  peek(
    account: string,
    count: number,
    isPassedOver: (entry: DialQueueEntry) => boolean,
    lastLook?: DialQueueLook,
  ): Promise<DialQueueLook>;
  /** Whether no call waits that may be dialled at `now`. */
  isEmpty(account: string, now: number): Promise<boolean>;
  /** Puts the next attempt off. False: the call does not wait any more. */
  defer(entry: DialQueueEntry, retryAt: number): Promise<boolean>;
  /** Takes as many dials as the account allows now, at most one per entry. The entries count as served. */
  take(
    account: string,
    entries: readonly DialQueueEntry[],
    now: number,
  ): Promise<{ count: number; nextAt: number; refusals: number }>;
  remove(entry: DialQueueEntry): Promise<void>;
  /**
   * Stops dialling until `until`, in epoch milliseconds, after a refusal of a dial that was taken after `refusals` others. Those that were
   * taken together count as one.
   */
  pause(account: string, until: number, refusals: number): Promise<void>;
  endPause(account: string): Promise<void>;
  /** Takes or extends the lease of the account's pump, in epoch milliseconds. False: another owner has it. */
  leasePump(account: string, owner: string, lease: { now: number; until: number }): Promise<boolean>;
  releasePump(account: string, owner: string): Promise<void>;
  hasPump(account: string, now: number): Promise<boolean>;
}

/** Starts the pumps of all accounts, unless they are running. Call it after an entry was stored. */
export async function wakePumps(
  queue: Queue,
  wokenBy: QueueMessage<'dial-calls'>['wokenBy'],
  delaySeconds = 0,
): Promise<void> {
  await queue.send('dial-calls', { wokenBy }, { delaySeconds });
}

export async function waitingAccounts(queue: Pick<DialQueue, 'rate' | 'isEmpty'>, now: number): Promise<string[]> {
  const accounts = accountsOf(queue.rate);
  const isEmpty = await Promise.all(accounts.map((account) => queue.isEmpty(account, now)));
  return accounts.filter((_, index) => isEmpty[index] === false);
}
