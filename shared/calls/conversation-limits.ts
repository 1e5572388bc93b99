import { limitsConversations, type DialQueue, type LiveCalls } from '#shared/calls/dial-queue.ts';

/** How many outbound calls may begin now, for one pump. */
export interface ConversationLimits {
  /** Counts the live calls again if the last count is a second old. */
  refresh(now: number): Promise<void>;
  /** Whether the user has as many calls as allowed. */
  isHeld(userId: number): boolean;
  /** Whether entries were passed over because of a limit since the last refresh. */
  isHolding(): boolean;
  /** How many calls may begin, of all users together. */
  free(): number;
  begin(userId: number): void;
}

const COUNT_EVERY_MS = 1000;

/** Without limits nothing is counted. One count reads 60 bytes per live call: 73 read units at 10,000 of them. */
export function limitConversations(queue: DialQueue): ConversationLimits {
  const { total: most = Number.POSITIVE_INFINITY, perUser = Number.POSITIVE_INFINITY } =
    queue.rate.conversationsAtOnce ?? {};
  let countedAt = 0;
  let live: LiveCalls = { total: 0, byUser: new Map() };
  let begun = new Map<number, number>();
  let hasHeld = false;
  const begunBy = (userId: number) => begun.get(userId) ?? 0;
  const limits: ConversationLimits = {
    async refresh(now) {
      hasHeld = false;
      if (!limitsConversations(queue.rate) || now - countedAt < COUNT_EVERY_MS) return;
      live = await queue.readLiveCalls();
      begun = new Map();
      countedAt = now;
    },
    isHeld(userId) {
      const isHeld = (live.byUser.get(userId) ?? 0) + begunBy(userId) >= perUser;
      hasHeld ||= isHeld;
      return isHeld;
    },
    isHolding: () => hasHeld || limits.free() <= 0,
    free: () => most - live.total - [...begun.values()].reduce((sum, count) => sum + count, 0),
    begin(userId) {
      begun.set(userId, begunBy(userId) + 1);
    },
  };
  return limits;
}
