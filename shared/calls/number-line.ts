import { hasEnded } from '#shared/calls/call-status.ts';
import type { Call, CallKey } from '#shared/calls/call.ts';
import type { DialQueueEntry } from '#shared/calls/dial-queue.ts';
import { sortableId } from '#shared/platform/table/user-keys.ts';

/** A number, and the calls of one user to it. Times are epoch milliseconds. */
export interface CalledNumber {
  /** Grows with each claim. 0: no call was dialled for days. */
  version: number;
  /** Calls that were dialled. Each may be over by now. */
  calls: readonly number[];
  /** The calls that campaigns dialled on `day`, in the time zone of the number. */
  attempts: ReadonlySet<number>;
  day?: string | undefined;
  /** Who was first in the line is being dialled, and no other one leaves it until then. */
  nextUntil: number;
  /** Its name. */
  next?: string | undefined;
}

/** What the claim of a call makes of its number, if the number still has this version. */
export interface NumberClaim extends Pick<CalledNumber, 'version' | 'calls'> {
  phoneNumber: string;
  /** Of a campaign's call. */
  attempts?: { day: string; calls: ReadonlySet<number> } | undefined;
}

/** A call with its place in the dial queue, or a lead, that waits until no other call to its number is on the line. */
export type Waiter = { since: number } & (
  | { entry: DialQueueEntry; lead?: undefined }
  | { lead: { campaignId: number; leadId: number }; entry?: undefined }
);

/** Calls before leads, the oldest first. A lead has one place, however often it enters. */
export function nameOfWaiter({ entry, lead }: Waiter): string {
  return entry ? nameOfWaitingCall(entry.callId) : `2#${sortableId(lead.leadId)}`;
}

export const nameOfWaitingCall = (callId: number): string => `1#${sortableId(callId)}`;

/** Call seconds between two looks at the line, for each waiter up to the one that looks: together all look every three seconds. */
export const LINE_LOOK_SECONDS = 3;

/** Waiters that one look finds. */
export const MOST_SEEN = 25;

/** The numbers that a user calls: one call at a time, and a limited number of campaigns in a day. */
export interface NumberLines {
  read(userId: number, phoneNumber: string): Promise<CalledNumber>;
  /** With the first waiters, in order. */
  look(userId: number, phoneNumber: string): Promise<{ number: CalledNumber; waiting: Waiter[] }>;
  /** Moves a call from the dial queue to the line, in one transaction. Does nothing to one that does not wait in the queue. */
  enter(userId: number, phoneNumber: string, waiter: Waiter): Promise<void>;
  /** Takes a waiter off the line. A call goes back to the dial queue, in the same transaction. False: it has left. */
  admit(userId: number, phoneNumber: string, waiter: Waiter, nextUntil: number): Promise<boolean>;
  leave(userId: number, phoneNumber: string, waiter: Waiter): Promise<void>;
  /** The call of a campaign was no attempt. Idempotent. */
  uncount(call: Pick<Call, 'userId' | 'id' | 'clientPhoneNumber'>): Promise<void>;
}

/** How often campaigns of a user may dial a number in a day. */
export interface AttemptLimit {
  /** Unless the user has a limit of its own. */
  most: number;
  /** `2026-11-27` */
  dayOf: (phoneNumber: string, now: number) => string;
}

/** A call that went back to the dial queue is not on the line. */
function isOnLine(call: Call | undefined): boolean {
  return call !== undefined && call.claimedAt !== null && !hasEnded(call.status);
}

/** Those that ring or talk, or whose answer of the carrier is not known. */
export async function callsOnLine(
  userId: number,
  { calls: ids }: Pick<CalledNumber, 'calls'>,
  calls: { get: (key: CallKey) => Promise<Call | undefined> },
): Promise<number[]> {
  const found = await Promise.all(ids.map(async (callId) => isOnLine(await calls.get({ userId, callId }))));
  return ids.filter((_, index) => found[index]);
}

/** Whether another waiter has left the line for the number, and is being dialled. */
export function isLetToAnother(
  { next, nextUntil }: Pick<CalledNumber, 'next' | 'nextUntil'>,
  name: string,
  now: number,
) {
  return nextUntil > now && next !== undefined && next !== name;
}

export function attemptsOn(number: CalledNumber, day: string): ReadonlySet<number> {
  return number.day === day ? number.attempts : new Set();
}
