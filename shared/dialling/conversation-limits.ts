import type { CallKey } from '#shared/calls/call.ts';
import type { DialQueue, DialRate, LiveCallPlace, LiveCallShard } from '#shared/calls/dial-queue.ts';
import { keys } from '#shared/platform/table/keys.ts';

/**
 * How many outbound calls may begin now, as far as one pump knows. The claim of each call is what holds the limits: its
 * transaction fails if the place is full.
 */
export interface ConversationLimits {
  /**
   * Reads the next partition of live calls, if the last look is a second old or found no room. Calls of this pump count from
   * `begin` on: until their dial is over they may not be stored as live yet.
   */
  refresh(now: number, isDialling: (callId: number) => boolean): Promise<void>;
  /** Whether the user has as many calls as allowed. */
  isHeld(userId: number): boolean;
  /** Whether a user was held since the last refresh. */
  isHolding(): boolean;
  /** How many calls may begin, of all users together. */
  free(): number;
  /** Whether a call of the user may begin. */
  hasRoom(userId: number): boolean;
  /** Finds a place for a call. Undefined if nothing is limited: then the call is not counted. */
  begin(call: CallKey): LiveCallPlace | undefined;
  /** The place of a call that had begun was full. */
  refuse(callId: number): void;
}

const LOOK_EVERY_MS = 1000;
/** 48 ids of 10 bytes with the names of as many users are less than 1 KB, which is one unit. */
const CALLS_PER_SHARD = 48;
/** Where only the calls of one user are limited, shards grow: 10,000 calls are 160 in each, below 4 KB. */
const SHARDS_WITHOUT_TOTAL = 64;

/** How the limits are divided among shards. The parts of all shards add up to the limit, so that none is ever exceeded. */
export function liveCallShards({ conversationsAtOnce }: Pick<DialRate, 'conversationsAtOnce'>) {
  const { total = Number.POSITIVE_INFINITY, perUser = Number.POSITIVE_INFINITY } = conversationsAtOnce ?? {};
  const count = Number.isFinite(total) ? Math.max(1, Math.ceil(total / CALLS_PER_SHARD)) : SHARDS_WITHOUT_TOTAL;
  const part = (limit: number, shard: number) =>
    Number.isFinite(limit) ? Math.floor((limit * (shard + 1)) / count) - Math.floor((limit * shard) / count) : limit;
  return {
    count,
    isLimited: Number.isFinite(total) || Number.isFinite(perUser),
    isUserLimited: Number.isFinite(perUser),
    partitions: Math.ceil(count / keys.liveCalls.shardsPerPartition),
    /** The calls of a few of one user are in other shards than those of the next one. */
    placeIn: (shard: number, userId: number): LiveCallPlace => ({
      shard,
      most: part(total, shard),
      mostOfUser: part(perUser, (shard + userId) % count),
    }),
  };
}

/** What a pump has seen of one partition, and what it has begun since. */
function createView({ count, placeIn }: ReturnType<typeof liveCallShards>) {
  let seen: Array<{ shard: number; live: number; byUser: Map<number, number> }> = [];
  return {
    free: () => seen.reduce((sum, { shard, live }) => sum + Math.max(0, placeIn(shard, 0).most - live), 0),
    /** From the call's own shard on, so that pumps take different ones. */
    placeFor(userId: number, callId: number): LiveCallPlace | undefined {
      const first = callId % Math.max(1, seen.length);
      for (const { shard, live, byUser } of [...seen.slice(first), ...seen.slice(0, first)]) {
        const place = placeIn(shard, userId);
        if (live < place.most && (byUser.get(userId) ?? 0) < place.mostOfUser) return place;
      }
      return undefined;
    },
    add(userId: number, shard: number) {
      const entry = seen.find((one) => one.shard === shard);
      if (!entry) return;
      entry.live += 1;
      entry.byUser.set(userId, (entry.byUser.get(userId) ?? 0) + 1);
    },
    leaveOut(shard: number | undefined) {
      seen = seen.filter((one) => one.shard !== shard);
    },
    /** Shows what is stored. A shard that is missing there holds no call. */
    show(partition: number, stored: ReadonlyMap<number, LiveCallShard['calls']>) {
      const first = partition * keys.liveCalls.shardsPerPartition;
      const last = Math.min(count, first + keys.liveCalls.shardsPerPartition);
      seen = Array.from({ length: last - first }, (_, index) => {
        const calls = [...(stored.get(first + index) ?? [])];
        const live = calls.reduce((sum, [, ids]) => sum + ids.size, 0);
        return { shard: first + index, live, byUser: new Map(calls.map(([userId, ids]) => [userId, ids.size])) };
      });
    },
  };
}

/** @param firstPartition where to look first: pumps that run side by side begin at different ones */
export function limitConversations(queue: DialQueue, firstPartition = 0): ConversationLimits {
  const shards = liveCallShards(queue.rate);
  if (!shards.isLimited) return unlimited;
  const view = createView(shards);
  const begun = new Map<number, { userId: number; shard: number }>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let next = firstPartition % shards.partitions;
  let hasHeld = false;
  const hasRoom = (userId: number) => view.placeFor(userId, 0) !== undefined;
  return {
    async refresh(now, isDialling) {
      hasHeld = false;
      if (now - lookedAt < LOOK_EVERY_MS && view.free() > 0) return;
      const stored = new Map((await queue.readLiveCalls(next)).map(({ shard, calls }) => [shard, calls]));
      view.show(next, stored);
      for (const [callId, { userId, shard }] of begun) {
        if (!isDialling(callId)) begun.delete(callId);
        else if (stored.get(shard)?.get(userId)?.has(callId) !== true) view.add(userId, shard);
      }
      next = (next + 1) % shards.partitions;
      lookedAt = now;
    },
    isHeld(userId) {
      const isHeld = shards.isUserLimited && view.free() > 0 && !hasRoom(userId);
      hasHeld ||= isHeld;
      return isHeld;
    },
    isHolding: () => hasHeld,
    free: view.free,
    hasRoom,
    begin({ userId, callId }) {
      const place = view.placeFor(userId, callId);
      if (!place) throw new Error(`there is no place for a call of user ${userId}`);
      begun.set(callId, { userId, shard: place.shard });
      view.add(userId, place.shard);
      return place;
    },
    refuse(callId) {
      // Another pump was faster. What is free there shows at the next look.
      view.leaveOut(begun.get(callId)?.shard);
      begun.delete(callId);
    },
  };
}

/** A place for a call that is not dialled, but begins at once. Undefined: nothing is limited, so that it is not counted. */
export async function findPlace(queue: DialQueue, call: CallKey): Promise<LiveCallPlace | 'full' | undefined> {
  const shards = liveCallShards(queue.rate);
  if (!shards.isLimited) return undefined;
  const view = createView(shards);
  for (let look = 0; look < shards.partitions; look += 1) {
    const partition = (call.callId + look) % shards.partitions;
    view.show(partition, new Map((await queue.readLiveCalls(partition)).map(({ shard, calls }) => [shard, calls])));
    const place = view.placeFor(call.userId, call.callId);
    if (place) return place;
  }
  return 'full';
}

/** Without limits nothing is counted. */
const unlimited: ConversationLimits = {
  refresh: async () => undefined,
  isHeld: () => false,
  isHolding: () => false,
  free: () => Number.POSITIVE_INFINITY,
  hasRoom: () => true,
  begin: () => undefined,
  refuse: () => undefined,
};
