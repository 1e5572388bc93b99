import type { DialOutcome } from '#shared/calls/carrier.ts';
import {
  isDeferred,
  wakePumps,
  type DialQueue,
  type DialQueueEntry,
  type DialQueueLook,
} from '#shared/calls/dial-queue.ts';
import { accountsOf, pauseMs, rateOf, type AccountRate } from '#shared/calls/dial-rate.ts';
import type { LiveCalls } from '#shared/calls/live-calls.ts';
import type { IdSource } from '#shared/platform/ids.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';
import { leaseWork, type WorkLease } from '#shared/platform/work-lease.ts';
import { limitConversations, type ConversationLimits } from './conversation-limits.ts';
import { dialCall, type DialCallDeps } from './dial-call.ts';

export interface DialWaitingCallsDeps extends DialCallDeps {
  dialQueue: DialQueue;
  liveCalls: LiveCalls;
  ids: Pick<IdSource, 'uuid'>;
  wait: (milliseconds: number) => Promise<void>;
}

/** A run ends after this time, and a message starts the next one. */
const RUN_MS = 20_000;
/** When a call whose dialling threw an error is tried again, doubled each time: it uses up a dial of its account. */
const RETRY_SECONDS = 30;
const RETRY_AT_MOST_SECONDS = 900;
/** At 100 calls a second the next dial is due in 10 ms. */
const POLL_AT_MOST_EVERY_MS = 50;
/** While calls of a user are held back, each poll reads up to 800 entries more. */
const POLL_PAST_HELD_EVERY_MS = 250;
const POLL_WHEN_FULL_EVERY_MS = 500;
/** The first pause of an account after an answer was lost. A carrier that is down would empty the queue: each of its calls is lost. */
const OUTAGE_SECONDS = 2;
/** The first pause of an account that the carrier has closed. Then one call a minute tries whether it is open again. */
const CLOSED_SECONDS = 15;
/** Requests to the carrier take 0.4 s, and 10 s when it hangs: five calls a second go on then. */
const FEWEST_DIALS_AT_ONCE = 50;
/** The calls of one second may come at once, and those of the next one while they are dialled. */
const dialsAtOnce = ({ callsPerSecond }: AccountRate) => Math.max(FEWEST_DIALS_AT_ONCE, 2 * callsPerSecond);
const ENTRIES_AT_ONCE = 20;

/**
 * Dials the waiting calls of each account that has no pump, at its rate, until none is left or the time of the run is up. Safe
 * to run at any time. Accounts do not wait for each other, and dials go on side by side.
 */
export async function dialWaitingCalls(
  { wokenBy }: QueueMessage<'dial-calls'>,
  deps: DialWaitingCallsDeps,
): Promise<void> {
  const pumps = accountsOf(deps.dialQueue.rate).map((account) => runPump(account, wokenBy, deps));
  for (const pump of await Promise.allSettled(pumps)) if (pump.status === 'rejected') throw pump.reason;
}

interface Pump {
  account: string;
  owner: string;
  startedAt: number;
  lease: WorkLease;
  limits: ConversationLimits;
  /** The dials under way, by call id. */
  dialling: Map<number, Promise<void>>;
  /** Calls whose dialling threw an error in this run. */
  failed: Set<number>;
  /** The table did not take that such a call is tried later. */
  hasUndeferred: boolean;
  lastLook?: DialQueueLook;
}

async function runPump(account: string, wokenBy: string, deps: DialWaitingCallsDeps): Promise<void> {
  const { dialQueue, clock, logger, queue } = deps;
  const owner = deps.ids.uuid();
  const pump: Pump = {
    account,
    owner,
    startedAt: clock.now(),
    lease: leaseWork({
      clock,
      lease: (lease) => dialQueue.leasePump(account, owner, lease),
      startSuccessor: (delaySeconds) => wakePumps(queue, 'pump', delaySeconds),
    }),
    limits: limitConversations(deps.liveCalls),
    dialling: new Map(),
    failed: new Set(),
    hasUndeferred: false,
  };
  // Each new call wakes the pumps, and a read costs a fifth of a write that is refused.
  if ((await dialQueue.hasPump(account, pump.startedAt)) || !(await pump.lease.isHeld())) return;
  try {
    try {
      if (wokenBy === 'schedule' && !(await dialQueue.isEmpty(account, clock.now())))
        logger.warn('no pump was running although calls wait', { account });
      await serve(pump, deps);
    } finally {
      await dialQueue.releasePump(account, pump.owner);
    }
    // An entry that came after the last poll found the lease taken. It is visible now.
    if (!(await dialQueue.isEmpty(account, clock.now())))
      await wakePumps(queue, 'pump', pump.hasUndeferred ? RETRY_SECONDS : 0);
  } finally {
    // Lambda stops what goes on when a run ends. A dial that turns out to be unused begins the next one.
    while (pump.dialling.size > 0) await Promise.all(pump.dialling.values());
  }
}

async function serve(pump: Pump, deps: DialWaitingCallsDeps): Promise<void> {
  const { clock, wait } = deps;
  let pollAt = pump.startedAt;
  while (clock.now() - pump.startedAt < RUN_MS && (await pump.lease.isHeld())) {
    if (clock.now() >= pollAt) {
      const next = await poll(pump, deps);
      if (next === 'empty') return;
      pollAt = next;
    }
    await pump.lease.ensureSuccessor();
    const until = Math.min(pollAt, pump.lease.extendAt);
    await wait(Math.max(0, until - clock.now()));
  }
}

/** Starts the dials that are due. Returns when to poll next, in epoch milliseconds; `empty` if no call waits. */
async function poll(pump: Pump, deps: DialWaitingCallsDeps): Promise<number | 'empty'> {
  const { account, limits, dialling, failed, lastLook } = pump;
  const { clock, dialQueue } = deps;
  const free = dialsAtOnce(rateOf(dialQueue.rate, account)) - dialling.size;
  if (free <= 0) return clock.now() + POLL_AT_MOST_EVERY_MS;
  await limits.refresh(clock.now());
  const isLate = (entry: DialQueueEntry) => isDeferred(entry, clock.now());
  const isHeld = ({ userId }: DialQueueEntry) => limits.free() > 0 && !limits.hasRoom(userId);
  const isPassedOver = (entry: DialQueueEntry) => isLate(entry) || isHeld(entry);
  const look = await dialQueue.peek(account, ENTRIES_AT_ONCE + dialling.size + failed.size, isPassedOver, lastLook);
  pump.lastLook = look;
  const isHolding = look.passedOver.some((entry) => !isLate(entry));
  const entries = look.entries.filter(({ callId }) => !dialling.has(callId) && !failed.has(callId));
  if (entries.length === 0 && !isHolding) return 'empty';
  pump.lease.needsSuccessor = true;
  const wanted = entries.slice(0, Math.min(free, limits.free()));
  if (wanted.length === 0) return clock.now() + POLL_WHEN_FULL_EVERY_MS;
  const { count, nextAt, refusals } = await dialQueue.take(account, wanted, clock.now());
  pump.lease.needsSuccessor = entries.length > 1 || count === 0;
  for (let dial = 0; dial < count; dial += 1) startDial(entries, refusals, pump, deps);
  const earliest = clock.now() + (look.passedOver.length > 0 ? POLL_PAST_HELD_EVERY_MS : POLL_AT_MOST_EVERY_MS);
  // Without a further call, the run ends as soon as these are claimed.
  return entries.length === 0 ? earliest : Math.max(earliest, nextAt);
}

/** Dials the first entry that is due, in the background. If its call does not wait any more, the next one is dialled instead. */
function startDial(entries: DialQueueEntry[], refusals: number, pump: Pump, deps: DialWaitingCallsDeps): void {
  let entry = entries.shift();
  // A later poll may have found it, too, and the calls before it may have used up its user's limit.
  while (entry && (pump.dialling.has(entry.callId) || !pump.limits.hasRoom(entry.userId))) entry = entries.shift();
  if (!entry) return;
  const { callId } = entry;
  const dial = async () => {
    const isUsed = await tryEntry(entry, refusals, pump, deps);
    pump.dialling.delete(callId);
    if (!isUsed) startDial(entries, refusals, pump, deps);
  };
  pump.dialling.set(callId, dial());
}

/** Returns whether the carrier was asked, or may have been. */
async function tryEntry(entry: DialQueueEntry, refusals: number, pump: Pump, deps: DialWaitingCallsDeps) {
  const { userId, callId } = entry;
  const callSlot = pump.limits.begin(entry);
  try {
    const outcome = await dialCall(entry, callSlot, deps);
    if (outcome === 'full' && callSlot) pump.limits.refuse(callSlot);
    if (outcome === undefined || outcome === 'full') return false;
    await conclude(entry, outcome, refusals, deps);
  } catch (error) {
    // A claimed call has a watchdog. Any other one still has its entry, for the next run.
    pump.failed.add(callId);
    deps.metrics.count('CallNotDialled', { cause: 'failed' });
    deps.logger.error('dialling failed', { userId, callId, error });
    await defer(entry, deps).catch(() => {
      pump.hasUndeferred = true;
    });
  }
  return true;
}

async function defer(entry: DialQueueEntry, { dialQueue, clock, queue }: DialWaitingCallsDeps): Promise<void> {
  const seconds = Math.min(RETRY_AT_MOST_SECONDS, RETRY_SECONDS * 2 ** (entry.failures ?? 0));
  const isDeferredNow = await dialQueue.defer(entry, clock.now() + seconds * 1000);
  if (isDeferredNow) await wakePumps(queue, 'pump', seconds);
}

async function conclude(entry: DialQueueEntry, outcome: DialOutcome, refusals: number, deps: DialWaitingCallsDeps) {
  const { carrierAccount } = entry;
  const pause = (seconds: number) =>
    deps.dialQueue.pause(carrierAccount, deps.clock.now() + pauseMs(seconds, refusals), refusals);
  if (outcome.kind === 'accepted' && refusals > 0) await deps.dialQueue.endPause(carrierAccount);
  if (outcome.kind === 'unknown') await pause(OUTAGE_SECONDS);
  if (outcome.kind !== 'retry' && outcome.kind !== 'closed') return;
  await pause(outcome.kind === 'retry' ? outcome.afterSeconds : CLOSED_SECONDS);
  await deps.calls.putBack(entry);
  // The pump may have ended.
  await wakePumps(deps.queue, 'pump');
}
