import type { CallKey } from '#shared/calls/call.ts';

/** Calls that somebody waits for go before those of campaigns. */
export type DialLane = 'interactive' | 'campaign';

/** A call in the line. In each lane the users take turns: nobody gets a second round before everybody had the first. */
export interface DialPlace extends CallKey {
  lane: DialLane;
  round: number;
}

/**
 * The line in front of the carrier, which takes so many calls a second and no more. Turns are given out to whoever asks;
 * whose call it is that is dialled at a turn is decided when it comes.
 */
export interface DialLine {
  /** Takes the next free turn, for good. Gives its moment, epoch milliseconds: `now` when it has come already. */
  takeTurn(now: number): Promise<number>;
  enter(key: CallKey, lane: DialLane, now: number): Promise<void>;
  /** Those whose turn it is next, in order. */
  first(count: number): Promise<DialPlace[]>;
  /** Those that still stand in the line long after the last turn that was given out: nobody will come for them. */
  orphans(now: number, count: number): Promise<DialPlace[]>;
  /** Takes a call out of the line; `served`: it has had its turn. */
  leave(place: DialPlace, served: boolean): Promise<void>;
}

/** How fast the carrier takes calls. */
export interface DialPace {
  /** On the wall. */
  callsPerSecond: number;
}

/** So long after its moment a turn has been taken, or its worker has died with it. */
export const TURN_LOST_MS = 120_000;

/** A turn takes so long. */
export function turnMs({ callsPerSecond }: DialPace): number {
  return 1000 / callsPerSecond;
}

/** After a pause the turns of one second may come at once: at one call a second that is one call. */
export function burstMs(pace: DialPace): number {
  return Math.max(0, Math.floor(pace.callsPerSecond) - 1) * turnMs(pace);
}
