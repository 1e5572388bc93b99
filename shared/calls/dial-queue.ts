import type { CallKey } from '#shared/calls/call.ts';

/** Calls that somebody waits for go before those of campaigns. */
export type DialPriority = 'interactive' | 'campaign';

/** A call in the line. In each lane the users take turns: nobody gets a second round before everybody had the first. */
export interface DialQueueEntry extends CallKey {
  priority: DialPriority;
  fairnessRound: number;
}

/**
 * The line in front of the carrier, which takes so many calls a second and no more. Turns are given out to whoever asks;
 * whose call it is that is dialled at a turn is decided when it comes.
 */
export interface DialQueue {
  /** Takes the next free turn, for good. Gives its moment, epoch milliseconds: `now` when it has come already. */
  reserveSlot(now: number): Promise<number>;
  enqueue(key: CallKey, lane: DialPriority, now: number): Promise<void>;
  /** Those whose turn it is next, in order. */
  peek(count: number): Promise<DialQueueEntry[]>;
  /** Those that still stand in the line long after the last turn that was given out: nobody will come for them. */
  findStranded(now: number, count: number): Promise<DialQueueEntry[]>;
  /** Takes a call out of the line; `served`: it has had its turn. */
  remove(place: DialQueueEntry, served: boolean): Promise<void>;
}

/** How fast the carrier takes calls. */
export interface DialRate {
  /** On the wall. */
  callsPerSecond: number;
}

/** So long after its moment a turn has been taken, or its worker has died with it. */
export const SLOT_LOST_MS = 120_000;

/** A turn takes so long. */
export function slotMs({ callsPerSecond }: DialRate): number {
  return 1000 / callsPerSecond;
}

/** After a pause the turns of one second may come at once: at one call a second that is one call. */
export function burstMs(pace: DialRate): number {
  return Math.max(0, Math.floor(pace.callsPerSecond) - 1) * slotMs(pace);
}
