import * as v from 'valibot';
import type { CallKey } from '#shared/calls/call.ts';
import type { DialQueueEntry } from '#shared/calls/dial-queue.ts';
import { DEFAULT_CARRIER_ACCOUNT } from '#shared/platform/environment.ts';
import { present } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { Write } from '#shared/platform/table/write.ts';

/** What the pumps share about a carrier account. Every change moves `nextAt`, or is conditional on it. */
export const DialPaceItem = v.object({
  nextAt: v.number(),
  /** By priority: the latest fairness round that was served. */
  interactive: v.optional(v.number(), 0),
  campaign: v.optional(v.number(), 0),
  refusals: v.optional(v.number(), 0),
});

/** The last fairness round that was drawn for a user. */
export const DialRoundItem = v.object({ round: v.number(), expiresAt: v.number() });

/** A call that waits for the carrier. */
export const DialQueueEntryItem = v.object({
  userId: v.number(),
  callId: v.number(),
  carrierAccount: v.optional(v.string(), DEFAULT_CARRIER_ACCOUNT),
  priority: v.picklist(['interactive', 'campaign']),
  fairnessRound: v.number(),
});

/** A call that is being dialled or holds a conversation. */
export const LiveCallItem = v.object({ userId: v.number(), callId: v.number() });

export function entryKey({ carrierAccount, priority, fairnessRound, userId, callId }: DialQueueEntry) {
  return keys.dialQueue.entry(carrierAccount, priority, fairnessRound, userId, callId);
}

/** Puts a call on the queue, as a part of the transaction that stores it or puts it back. */
export function addEntry({ userId, callId, carrierAccount, priority, fairnessRound }: DialQueueEntry): Write {
  const entry = { userId, callId, carrierAccount, priority, fairnessRound };
  return { put: { ...entryKey(entry), ...entry } };
}

/** Takes a call off the queue, as a part of the transaction that claims it. */
export function takeEntry(entry: DialQueueEntry): Write {
  return { remove: entryKey(entry), condition: present };
}

/** Counts a call as one of the conversations at once, as a part of the same transaction. */
export function addLiveCall({ userId, callId }: CallKey): Write {
  return { put: { ...keys.liveCall.key(userId, callId), userId, callId } };
}
