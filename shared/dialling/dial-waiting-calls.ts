import type { IdSource } from '#shared/platform/ids.ts';
import { limitConversations, type ConversationLimits } from './conversation-limits.ts';
import type { DialOutcome } from '#shared/calls/carrier.ts';
import { dialCall, type DialCallDeps } from './dial-call.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';
import {
  accountsOf,
  isTurnOf,
  pauseMs,
  wakePump,
  type DialPace,
  type DialQueueEntry,
  type LiveCallPlace,
  type PumpPlace,
} from '#shared/calls/dial-queue.ts';

export interface DialWaitingCallsDeps extends DialCallDeps {
  ids: IdSource;
  /** Waits for this many milliseconds. */
  wait: (milliseconds: number) => Promise<void>;
}

/** A run ends after this time, and a message starts the next one. */
const RUN_MS = 20_000;
/** The lease of a pump's place, and how often it is extended. */
const LEASE_MS = 2_000;
const EXTEND_MS = 500;
/** The first time comes sooner: a burst of calls wakes all pumps at once, and each has to learn of the others. */
const FIRST_EXTEND_MS = 100;
/** A pump that serves more than one call keeps a message on its way that starts another pump if it crashes. */
const WAKE_EVERY_MS = 1_000;
/** The last such message comes when the lease is over: 1 s and a look after it was sent, at most, plus the lease. */
const WAKE_SECONDS = 4;
/** When calls whose dialling threw an error are tried again, if no other call comes first. */
const RETRY_SECONDS = 30;
/** A pump looks again at least this often, so that a new entry of another user is seen in time. */
const LOOK_AGAIN_MS = 500;
/** At the pace of a large account the next dial is due in 10 ms. Five pumps that look so often would read 3,000 units a second. */
const LOOK_AT_MOST_EVERY_MS = 50;
/** While calls of a user are held back, each look reads up to 800 entries more. A late pump catches up. */
const LOOK_PAST_HELD_EVERY_MS = 250;
/** The first pause of an account after an answer was lost. A carrier that is down would empty the queue: each of its calls is lost. */
const OUTAGE_SECONDS = 2;
/** The first pause of an account that the carrier has closed. Then one call a minute tries whether it is open again. */
const CLOSED_SECONDS = 15;
/** By one account. Requests to the carrier take 0.4 s, and 10 s when it hangs. */
const DIALS_AT_ONCE = 50;
const ENTRIES_AT_ONCE = 20;

/**
 * Runs a pump: dials the waiting calls of all accounts, at the rate of each, until none is left or its time is up. Safe to run at
 * any time. Dials go on side by side, so that a request that hangs delays no other call. A newcomer may take the reserve of its
 * account's pace; where enough pumps are running, it alone is dialled.
 */
export async function dialWaitingCalls(
  { wokenBy, newcomer }: QueueMessage<'dial-calls'>,
  deps: DialWaitingCallsDeps,
): Promise<void> {
  const owner = deps.ids.uuid();
  const now = deps.clock.now();
  const pump = await deps.dialQueue.openPump(owner, now, now + LEASE_MS);
  const dials: Dials = {
    limits: limitConversations(deps.dialQueue, pump?.place ?? newcomer?.callId),
    dialling: new Map(),
    failed: new Set(),
    putBack: new Set(),
  };
  if (pump) {
    const { place } = pump;
    if (wokenBy === 'schedule') deps.logger.warn('no pump was running although calls wait', { place });
    const extendedAt = now - EXTEND_MS + FIRST_EXTEND_MS;
    await runPump({ ...dials, owner, pump, newcomer, startedAt: now, extendedAt, looks: 0 }, deps);
  } else if (newcomer) {
    await dialFromReserve(newcomer, dials, deps);
  }
  // One that turns out to be unused begins the next one.
  while (dials.dialling.size > 0) await Promise.all([...dials.dialling.values()].map(({ done }) => done));
  if (dials.putBack.size > 0) await wakePump(deps.queue, 'pump');
}

/** The dials of one run. */
interface Dials {
  limits: ConversationLimits;
  /** The dials under way, by call id. */
  dialling: Map<number, { carrierAccount: string; done: Promise<void> }>;
  /** Calls whose dialling threw an error in this run. */
  failed: Set<number>;
  /** Calls that the carrier did not take, and that are on the queue again. */
  putBack: Set<number>;
}

interface PumpRun extends Dials {
  owner: string;
  pump: PumpPlace;
  /** The entry that the pump was woken for, if it need not wait for a slot. */
  newcomer: QueueMessage<'dial-calls'>['newcomer'];
  startedAt: number;
  extendedAt: number;
  /** When the last message was sent that starts another pump if this one crashes. */
  wokenAt?: number | undefined;
  /** How often the queue was looked at. */
  looks: number;
}

async function runPump(run: PumpRun, deps: DialWaitingCallsDeps): Promise<void> {
  try {
    await serve(run, deps);
  } finally {
    await deps.dialQueue.closePump(run.pump.place, run.owner);
  }
  // An entry that came after the last look found no free place for a pump of its own. It is visible now.
  const delaySeconds = run.failed.size > 0 ? RETRY_SECONDS : 0;
  if (!(await deps.dialQueue.isEmpty())) await wakePump(deps.queue, 'pump', { delaySeconds });
}

/** The pumps see the entry, too: the claim decides who dials it. */
async function dialFromReserve(entry: DialQueueEntry, dials: Dials, deps: DialWaitingCallsDeps): Promise<void> {
  const { dialQueue, clock } = deps;
  const { carrierAccount, userId } = entry;
  if (!accountsOf(dialQueue.rate).includes(carrierAccount)) return;
  const [pace] = await Promise.all([
    dialQueue.readPace(carrierAccount),
    dials.limits.refresh(clock.now(), () => false),
  ]);
  if (dials.limits.free() === 0 || !dials.limits.hasRoom(userId)) return;
  const { count } = await dialQueue.take(carrierAccount, [entry], pace, clock.now(), { fromReserve: true });
  if (count > 0) startDial([entry], dials, pace, deps);
}

async function serve(run: PumpRun, deps: DialWaitingCallsDeps): Promise<void> {
  while (deps.clock.now() - run.startedAt < RUN_MS && (await isStillOurs(run, deps))) {
    await run.limits.refresh(deps.clock.now(), (callId) => run.dialling.has(callId));
    const looks = await Promise.all(accountsOf(deps.dialQueue.rate).map((account) => look(account, run, deps)));
    const waiting = looks.reduce((sum, one) => sum + one.waiting, 0);
    if (waiting === 0 && !run.limits.isHolding()) return;
    const [{ dials, nextAt }] = await Promise.all([
      dialByAccounts(inTurn(looks, run), run, deps),
      waiting > 1 ? ensureSuccessor(run, deps) : undefined,
    ]);
    if (dials === 0) await ensureSuccessor(run, deps);
    const untilNext = dials > 0 ? 0 : nextAt - deps.clock.now();
    const atLeast = run.limits.isHolding() ? LOOK_PAST_HELD_EVERY_MS : LOOK_AT_MOST_EVERY_MS;
    await deps.wait(Math.min(LOOK_AGAIN_MS, Math.max(atLeast, untilNext)));
  }
}

/** What waits for an account, and its pace. */
interface Look {
  account: string;
  pace: DialPace;
  /** How many entries there are, with those of other pumps. */
  waiting: number;
  /** Of this pump, in order. */
  entries: DialQueueEntry[];
}

async function look(account: string, run: PumpRun, deps: DialWaitingCallsDeps): Promise<Look> {
  const [pace, entries] = await Promise.all([deps.dialQueue.readPace(account), nextEntries(account, run, deps)]);
  return { account, pace, waiting: entries.length, entries: entries.filter((entry) => isTurnOf(run.pump, entry)) };
}

/** Each account is the first one in turn: where few conversations may begin, the first one has them. */
function inTurn(looks: readonly Look[], run: PumpRun): Look[] {
  run.looks += 1;
  const first = run.looks % looks.length;
  return [...looks.slice(first), ...looks.slice(0, first)];
}

/** Starts the dials that are due. Returns how many, and when the next one is due. */
async function dialByAccounts(looks: readonly Look[], run: PumpRun, deps: DialWaitingCallsDeps) {
  let dials = 0;
  let nextAt = deps.clock.now() + LOOK_AGAIN_MS;
  // One after the other: what one account starts counts as a conversation for the next one.
  for (const { account, pace, entries } of looks) {
    const busy = [...run.dialling.values()].filter(({ carrierAccount }) => carrierAccount === account).length;
    const room = Math.max(0, Math.min(DIALS_AT_ONCE - busy, run.limits.free()));
    const newcomer = entries.find(({ callId }) => callId === run.newcomer?.callId);
    const wanted = (newcomer ? [newcomer] : entries).slice(0, room);
    if (wanted.length === 0) continue;
    const fromReserve = newcomer !== undefined;
    const taken = await deps.dialQueue.take(account, wanted, pace, deps.clock.now(), { fromReserve });
    // One that turns out to be unused begins the next one: behind a newcomer come the others.
    const next = newcomer ? [newcomer, ...entries.filter((entry) => entry !== newcomer)] : entries;
    for (let dial = 0; dial < taken.count; dial += 1) startDial(next, run, pace, deps);
    dials += taken.count;
    nextAt = Math.min(nextAt, taken.nextAt);
  }
  return { dials, nextAt };
}

async function ensureSuccessor(run: PumpRun, { queue, clock }: DialWaitingCallsDeps): Promise<void> {
  const now = clock.now();
  if (run.wokenAt !== undefined && now - run.wokenAt < WAKE_EVERY_MS) return;
  run.wokenAt = now;
  await wakePump(queue, 'pump', { delaySeconds: WAKE_SECONDS });
}

/** Extends the lease of the pump's place, and learns which other pumps run: a new one takes its turn, that of a dead one passes on. */
async function isStillOurs(run: PumpRun, { dialQueue, clock }: DialWaitingCallsDeps): Promise<boolean> {
  const now = clock.now();
  if (now - run.extendedAt < EXTEND_MS) return true;
  run.extendedAt = now;
  const pump = await dialQueue.extendPump(run.pump.place, run.owner, now, now + LEASE_MS);
  run.pump = pump ?? run.pump;
  return pump !== undefined;
}

/** The first entries in order. */
async function nextEntries(account: string, run: PumpRun, { dialQueue }: DialWaitingCallsDeps) {
  const count = ENTRIES_AT_ONCE * run.pump.running.length + run.dialling.size + run.failed.size;
  const entries = await dialQueue.peek(account, count, (userId) => run.limits.isHeld(userId));
  return entries.filter(({ callId }) => !run.dialling.has(callId) && !run.failed.has(callId));
}

/** Dials the first entry that is due, in the background. */
function startDial(entries: DialQueueEntry[], run: Dials, pace: DialPace, deps: DialWaitingCallsDeps): void {
  let entry = entries.shift();
  // A later look at the queue may have found it, too, and the calls before it may have used up its user's limit.
  while (entry && (run.dialling.has(entry.callId) || !run.limits.hasRoom(entry.userId))) entry = entries.shift();
  if (!entry) return;
  const { userId, callId, carrierAccount } = entry;
  const liveCall = run.limits.begin({ userId, callId });
  const dial = async () => {
    const isUsed = await tryEntry(entry, liveCall, run, pace, deps);
    run.dialling.delete(callId);
    if (!isUsed) startDial(entries, run, pace, deps);
  };
  run.dialling.set(callId, { carrierAccount, done: dial() });
}

/** Returns whether the carrier was asked, or may have been. */
async function tryEntry(
  entry: DialQueueEntry,
  place: LiveCallPlace | undefined,
  run: Dials,
  pace: DialPace,
  deps: DialWaitingCallsDeps,
) {
  try {
    const outcome = await dialCall(entry, place, deps);
    if (outcome !== 'full') return await conclude(entry, outcome, run, pace, deps);
    run.limits.refuse(entry.callId);
    return false;
  } catch (error) {
    // A claimed call has a watchdog. Any other one still has its entry, for the next run.
    const { userId, callId } = entry;
    run.failed.add(callId);
    deps.metrics.count('DialFailed');
    deps.logger.error('dialling failed', { userId, callId, error });
    return true;
  }
}

async function conclude(
  entry: DialQueueEntry,
  outcome: DialOutcome | undefined,
  run: Dials,
  pace: DialPace,
  deps: DialWaitingCallsDeps,
) {
  const pause = (seconds: number) =>
    deps.dialQueue.pause(entry.carrierAccount, deps.clock.now() + pauseMs(seconds, pace.refusals));
  if (outcome?.kind === 'retry' || outcome?.kind === 'closed') {
    await pause(outcome.kind === 'retry' ? outcome.afterSeconds : CLOSED_SECONDS);
    await deps.calls.putBack(entry);
    run.putBack.add(entry.callId);
  } else if (outcome?.kind === 'unknown') {
    await pause(OUTAGE_SECONDS);
  } else if (outcome?.kind === 'accepted' && pace.refusals > 0) {
    await deps.dialQueue.endPause(entry.carrierAccount);
  }
  return outcome !== undefined;
}
