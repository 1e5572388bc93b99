import type { CallKey } from '#shared/calls/call.ts';
import { liveCallShards, type LiveCalls, type LiveCallSlot } from '#shared/calls/live-calls.ts';
import { keys } from '#shared/platform/table/keys.ts';

/** How many outbound calls may begin now, as far as one pump knows. The claim of each call holds the limits. */
export interface ConversationLimits {
  /** Reads the next partition of live calls, if the last one was read a second ago or has no free slot. */
  refresh(now: number): Promise<void>;
  /** The calls of all users that may begin. */
  free(): number;
  hasRoom(userId: number): boolean;
  /** Chooses a slot for a call. Undefined if nothing is limited: then it is not counted. */
  begin(call: CallKey): LiveCallSlot | undefined;
  /** The slot was taken by another call. */
  refuse(slot: LiveCallSlot): void;
}

const READ_EVERY_MS = 1000;

export function limitConversations(liveCalls: LiveCalls): ConversationLimits {
  const { isLimited, partitions } = liveCallShards(liveCalls.atOnce);
  if (!isLimited) return unlimited;
  let slots: Slots | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let partition: number | undefined;
  const free = () => slots?.free() ?? 0;
  return {
    async refresh(now) {
      if (now - readAt < READ_EVERY_MS && free() > 0) return;
      // Runs are short while few calls wait: they begin at different partitions.
      partition = (partition === undefined ? now : partition + 1) % partitions;
      slots = await readSlots(liveCalls, partition);
      readAt = now;
    },
    free,
    hasRoom: (userId) => slots?.hasRoom(userId) ?? false,
    begin(call) {
      const slot = slots?.take(call);
      if (!slot) throw new Error(`there is no slot for a call of user ${call.userId}`);
      return slot;
    },
    refuse: (slot) => slots?.close(slot),
  };
}

const unlimited: ConversationLimits = {
  refresh: async () => undefined,
  free: () => Number.POSITIVE_INFINITY,
  hasRoom: () => true,
  begin: () => undefined,
  refuse: () => undefined,
};

/** A slot for a call that is not dialled, but begins at once. Undefined: nothing is limited, so that it is not counted. */
export async function findCallSlot(liveCalls: LiveCalls, call: CallKey): Promise<LiveCallSlot | 'full' | undefined> {
  const { isLimited, partitions } = liveCallShards(liveCalls.atOnce);
  if (!isLimited) return undefined;
  for (let offset = 0; offset < partitions; offset += 1) {
    const slots = await readSlots(liveCalls, (call.callId + offset) % partitions);
    const slot = slots.take(call);
    if (slot) return slot;
  }
  return 'full';
}

type Slots = Awaited<ReturnType<typeof readSlots>>;

/** The slots of one partition as they are stored, without those that are taken from here on. */
async function readSlots(liveCalls: LiveCalls, partition: number) {
  const { count, slotIn } = liveCallShards(liveCalls.atOnce);
  const { shardsPerPartition } = keys.liveCalls;
  const stored = new Map((await liveCalls.read(partition)).map(({ shard, calls }) => [shard, calls]));
  const first = partition * shardsPerPartition;
  const shards = Array.from({ length: Math.min(shardsPerPartition, count - first) }, (_, index) => {
    const ofUsers = [...(stored.get(first + index) ?? [])].map(([userId, ids]) => [userId, ids.size] as const);
    return { shard: first + index, live: ofUsers.reduce((sum, [, size]) => sum + size, 0), byUser: new Map(ofUsers) };
  });
  /** From the call's own shard on, so that calls that begin at once are in different ones. */
  const find = ({ userId, callId }: CallKey) => {
    const own = callId % shards.length;
    return [...shards.slice(own), ...shards.slice(0, own)].find(({ shard, live, byUser }) => {
      const { most, mostOfUser } = slotIn(shard, userId);
      return live < most && (byUser.get(userId) ?? 0) < mostOfUser;
    });
  };
  return {
    free: () => shards.reduce((sum, { shard, live }) => sum + Math.max(0, slotIn(shard, 0).most - live), 0),
    hasRoom: (userId: number) => find({ userId, callId: 0 }) !== undefined,
    take(call: CallKey): LiveCallSlot | undefined {
      const found = find(call);
      if (!found) return undefined;
      found.live += 1;
      found.byUser.set(call.userId, (found.byUser.get(call.userId) ?? 0) + 1);
      return slotIn(found.shard, call.userId);
    },
    close(slot: LiveCallSlot) {
      const index = shards.findIndex(({ shard }) => shard === slot.shard);
      if (index !== -1) shards.splice(index, 1);
    },
  };
}
