import type { CallKey } from '#shared/calls/call.ts';
import {
  grantDials,
  pumpCount,
  rateOf,
  type DialPace,
  type DialPriority,
  type DialQueue,
  type DialQueueEntry,
  type DialRate,
} from '#shared/calls/dial-queue.ts';
import type { LeadStore } from '#shared/campaigns/lead.ts';
import { keys } from '#shared/platform/table/keys.ts';

/** What the call store and the dial queue share: waiting calls and live calls. */
export interface MemoryLine {
  /** The leads that calls are made for. */
  leads?: LeadStore;
  entries: DialQueueEntry[];
  live: Array<CallKey & { shard: number }>;
  ofWidgets: Array<CallKey & { assistantId: number; visitor?: string }>;
}

const priorities: readonly DialPriority[] = ['interactive', 'campaign'];
export const isSameCall = (one: CallKey, other: CallKey) => one.userId === other.userId && one.callId === other.callId;

function inOrder(one: DialQueueEntry, other: DialQueueEntry): number {
  return (
    priorities.indexOf(one.priority) - priorities.indexOf(other.priority) ||
    one.fairnessRound - other.fairnessRound ||
    one.userId - other.userId ||
    one.callId - other.callId
  );
}

export function createMemoryDialQueue(rate: DialRate, line: MemoryLine): DialQueue {
  const paces = new Map<string, DialPace>();
  const paceOf = (account: string): DialPace =>
    paces.get(account) ?? { nextAt: 0, served: { interactive: 0, campaign: 0 }, refusals: 0 };
  const rounds = new Map<string, number>();
  const pumps = new Map<number, { owner: string; until: number }>();
  const claimPlace = (place: number, owner: string, now: number, until: number) => {
    const holder = pumps.get(place);
    if (holder && holder.owner !== owner && holder.until > now) return undefined;
    pumps.set(place, { owner, until });
    const running = [...pumps].filter(([, pump]) => pump.until > now).map(([other]) => other);
    return { place, running: running.toSorted((one, other) => one - other) };
  };
  const waiting = (account: string) =>
    line.entries.filter(({ carrierAccount }) => carrierAccount === account).toSorted(inOrder);
  return {
    rate,
    readPace: async (account) => structuredClone(paceOf(account)),
    async drawRound({ userId, carrierAccount, priority, longest = Number.POSITIVE_INFINITY }, { served }) {
      const name = `${carrierAccount}.${priority}.${userId}`;
      const last = rounds.get(name) ?? -1;
      const own = waiting(carrierAccount).filter(
        (entry) => entry.userId === userId && entry.priority === priority && entry.fairnessRound >= served[priority],
      );
      if (last >= served[priority] + longest && own.length >= longest) return 'full';
      const round = last >= served[priority] ? last + 1 : served[priority];
      rounds.set(name, round);
      return round;
    },
    countAhead: async (entry) => waiting(entry.carrierAccount).filter((other) => inOrder(other, entry) < 0).length,
    peek: async (account, count, isHeld) =>
      structuredClone(waiting(account).filter(({ userId }) => !isHeld(userId))).slice(0, count),
    isEmpty: async () => line.entries.length === 0,
    async take(account, entries, _known, now, { fromReserve = false } = {}) {
      const pace = paceOf(account);
      const { count, nextAt } = grantDials(pace, entries.length, rateOf(rate, account), { now, fromReserve });
      if (count === 0) return { count, nextAt };
      const served = { ...pace.served };
      for (const { priority, fairnessRound } of entries.slice(0, count))
        served[priority] = Math.max(served[priority], fairnessRound);
      paces.set(account, { ...pace, nextAt, served });
      return { count, nextAt };
    },
    async remove(entry) {
      line.entries = line.entries.filter((other) => !isSameCall(entry, other));
    },
    async pause(account, until) {
      const pace = paceOf(account);
      if (until > pace.nextAt) paces.set(account, { ...pace, nextAt: until, refusals: pace.refusals + 1 });
    },
    async endPause(account) {
      paces.set(account, { ...paceOf(account), refusals: 0 });
    },
    async openPump(owner, now, until) {
      for (let place = 0; place < pumpCount(rate); place += 1) {
        const pump = claimPlace(place, owner, now, until);
        if (pump) return pump;
      }
      return undefined;
    },
    extendPump: async (place, owner, now, until) => claimPlace(place, owner, now, until),
    async closePump(place, owner) {
      if (pumps.get(place)?.owner === owner) pumps.delete(place);
    },
    isServed: async (now) => [...pumps.values()].some(({ until }) => until > now),
    readLiveCalls: async (partition) => {
      const { shardsPerPartition } = keys.liveCalls;
      const inPartition = line.live.filter(({ shard }) => Math.floor(shard / shardsPerPartition) === partition);
      return [...Map.groupBy(inPartition, ({ shard }) => shard)].map(([shard, calls]) => ({
        shard,
        calls: new Map(
          [...Map.groupBy(calls, ({ userId }) => userId)].map(([userId, own]) => [
            userId,
            new Set(own.map(({ callId }) => callId)),
          ]),
        ),
      }));
    },
  };
}
