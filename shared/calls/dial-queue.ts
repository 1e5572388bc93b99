import type { CallKey } from '#shared/calls/call.ts';

/** `interactive`: requested by a user; dialled before campaign calls. */
export type DialPriority = 'interactive' | 'campaign';

/**
 * An entry of the dial queue. Within a priority, users are served round-robin: a user's second call waits until every
 * other user's first call was dialled.
 */
export interface DialQueueEntry extends CallKey {
  priority: DialPriority;
  fairnessRound: number;
}

/**
 * The queue of calls that wait for the carrier. The carrier accepts a fixed number of calls per second. Each dial slot is
 * reserved in advance; which call uses it is decided when the slot starts.
 * Why: docs/decisions/0017-dialler.md
 */
export interface DialQueue {
  /** Reserves the next free dial slot. Returns its start in epoch milliseconds; `now` if it is free already. */
  reserveSlot(now: number): Promise<number>;
  enqueue(key: CallKey, priority: DialPriority, now: number): Promise<void>;
  /** The next entries to serve, in order. */
  peek(count: number): Promise<DialQueueEntry[]>;
  /** Entries that are still queued although every reserved slot has passed. No worker will pick them up; requeue them. */
  findStranded(now: number, count: number): Promise<DialQueueEntry[]>;
  /** Removes an entry. `served`: it used a dial slot, so its fairness round counts. */
  remove(entry: DialQueueEntry, served: boolean): Promise<void>;
}

/** How fast the carrier accepts calls. */
export interface DialRate {
  /** Per second of real time, also when the clock is scaled. */
  callsPerSecond: number;
}

/** A dial slot that is this old was used, or its worker crashed. */
export const SLOT_LOST_MS = 120_000;

/** The duration of one dial slot in milliseconds. */
export function slotMs({ callsPerSecond }: DialRate): number {
  return 1000 / callsPerSecond;
}

/** After a pause the slots of one second may be used at once, in milliseconds. At one call per second that is no burst. */
export function burstMs(rate: DialRate): number {
  return Math.max(0, Math.floor(rate.callsPerSecond) - 1) * slotMs(rate);
}
