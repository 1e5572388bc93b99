import type { FailedCalls, KeylessRequest } from '#shared/call-life/repeated-call.ts';
import type { CallKey } from '#shared/calls/call.ts';
import { isDeferred, type DialQueue, type DialQueueEntry, type DialState } from '#shared/calls/dial-queue.ts';
import { grantDials, rateOf, type DialRate } from '#shared/calls/dial-rate.ts';
import type { ConversationsAtOnce, LiveCalls } from '#shared/calls/live-calls.ts';
import { servedWith } from '#shared/calls/users-in-turn.ts';
import type { LeadStore } from '#shared/campaigns/lead.ts';
import { fingerprint } from '#shared/platform/http/idempotency.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { MemoryNumbers } from '#test/support/memory/number-lines.ts';

/** What the call store and the dial queue share: waiting calls and live calls. */
export interface MemoryLine {
  /** The leads that calls are made for. */
  leads?: LeadStore;
  entries: DialQueueEntry[];
  live: Array<CallKey & { shard: number }>;
  ofWidgets: Array<CallKey & { assistantId: number; visitor: string }>;
  numbers: MemoryNumbers;
}

export const isSameCall = (one: CallKey, other: CallKey) => one.userId === other.userId && one.callId === other.callId;

const priorities = ['interactive', 'campaign'];

function inOrder(one: DialQueueEntry, other: DialQueueEntry): number {
  return (
    priorities.indexOf(one.priority) - priorities.indexOf(other.priority) ||
    one.fairnessRound - other.fairnessRound ||
    one.userId - other.userId ||
    one.callId - other.callId
  );
}

export function createMemoryDialQueue(rate: DialRate, line: MemoryLine): DialQueue {
  const states = new Map<string, DialState>();
  const stateOf = (account: string): DialState =>
    states.get(account) ?? { nextAt: 0, served: { interactive: 0, campaign: 0 }, refusals: 0 };
  const rounds = new Map<string, number>();
  const pumps = new Map<string, { owner: string; until: number }>();
  const waiting = (account: string) =>
    line.entries.filter(({ carrierAccount }) => carrierAccount === account).toSorted(inOrder);
  return {
    rate,
    readState: async (account) => structuredClone(stateOf(account)),
    async drawRound({ userId, carrierAccount, priority, longest = Number.POSITIVE_INFINITY }, { served }) {
      const name = `${carrierAccount}.${priority}.${userId}`;
      const last = rounds.get(name);
      const earliest = Math.max(0, served[priority] - 1);
      const own = waiting(carrierAccount).filter(
        (entry) => entry.userId === userId && entry.priority === priority && entry.fairnessRound >= earliest,
      );
      if (last !== undefined && last >= earliest + longest && own.length >= longest) return 'full';
      const round = Math.max((last ?? -1) + 1, earliest);
      rounds.set(name, round);
      return round;
    },
    countAhead: async (entry) => waiting(entry.carrierAccount).filter((other) => inOrder(other, entry) < 0).length,
    async peek(account, count, isPassedOver) {
      const all = structuredClone(waiting(account));
      const entries = all.filter((entry) => !isPassedOver(entry)).slice(0, count);
      return { entries, passedOver: all.filter(isPassedOver), readUpTo: {} };
    },
    isEmpty: async (account, now) => waiting(account).every((entry) => isDeferred(entry, now)),
    async defer(entry, retryAt) {
      const stored = line.entries.find((other) => isSameCall(entry, other));
      if (stored) Object.assign(stored, { retryAt, failures: (stored.failures ?? 0) + 1 });
      return stored !== undefined;
    },
    async take(account, entries, now) {
      const state = stateOf(account);
      const { count, nextAt } = grantDials(state.nextAt, entries.length, rateOf(rate, account), now);
      const served = servedWith(state.served, entries.slice(0, count));
      if (count > 0) states.set(account, { ...state, nextAt, served });
      return { count, nextAt, refusals: state.refusals };
    },
    async remove(entry) {
      line.entries = line.entries.filter((other) => !isSameCall(entry, other));
    },
    async pause(account, until, taken) {
      const state = stateOf(account);
      if (until > state.nextAt && state.refusals <= taken + 1)
        states.set(account, { ...state, nextAt: until, refusals: taken + 1 });
    },
    async endPause(account) {
      states.set(account, { ...stateOf(account), refusals: 0 });
    },
    async leasePump(account, owner, { now, until }) {
      const holder = pumps.get(account);
      if (holder && holder.owner !== owner && holder.until > now) return false;
      pumps.set(account, { owner, until });
      return true;
    },
    async releasePump(account, owner) {
      if (pumps.get(account)?.owner === owner) pumps.delete(account);
    },
    hasPump: async (account, now) => (pumps.get(account)?.until ?? 0) > now,
  };
}

export function createMemoryLiveCalls(line: MemoryLine, atOnce: ConversationsAtOnce = {}): LiveCalls {
  return {
    atOnce,
    async read(partition) {
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

export function createMemoryFailedCalls(): FailedCalls {
  const known = new Map<string, Awaited<ReturnType<FailedCalls['find']>>>();
  const nameOf = ({ userId, phoneNumber, assistantId, variables }: KeylessRequest) =>
    fingerprint([userId, phoneNumber, assistantId, variables]);
  return {
    find: async (request) => known.get(nameOf(request)),
    remember: async (request, call) => void known.set(nameOf(request), call),
  };
}
