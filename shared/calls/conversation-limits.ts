import type { CallKey } from '#shared/calls/call.ts';
import { limitsConversations, type DialQueue, type LiveCalls } from '#shared/calls/dial-queue.ts';

/** How many outbound calls may begin now, for one pump. */
export interface ConversationLimits {
  /**
   * Counts the live calls again if the last count is a second old. Calls of this pump count from `begin` on: until their dial
   * is over they may not be stored as live yet.
   */
  refresh(now: number, isDialling: (callId: number) => boolean): Promise<void>;
  /** Whether the user has as many calls as allowed. */
  isHeld(userId: number): boolean;
  /** Whether a user was held since the last refresh. */
  isHolding(): boolean;
  /** How many calls may begin, of all users together. */
  free(): number;
  begin(call: CallKey): void;
}

const COUNT_EVERY_MS = 1000;

/** Without limits nothing is counted. One count reads 80 bytes per live call: 98 read units at 10,000 of them. */
export function limitConversations(queue: DialQueue): ConversationLimits {
  const { total: most = Number.POSITIVE_INFINITY, perUser = Number.POSITIVE_INFINITY } =
    queue.rate.conversationsAtOnce ?? {};
  let countedAt = 0;
  let live: LiveCalls = [];
  let begun: CallKey[] = [];
  let hasHeld = false;
  const counted = () => {
    const known = new Set(live.map(nameOf));
    return [...live, ...begun.filter((call) => !known.has(nameOf(call)))];
  };
  return {
    async refresh(now, isDialling) {
      hasHeld = false;
      if (!limitsConversations(queue.rate) || now - countedAt < COUNT_EVERY_MS) return;
      live = await queue.readLiveCalls();
      begun = begun.filter(({ callId }) => isDialling(callId));
      countedAt = now;
    },
    isHeld(userId) {
      if (!Number.isFinite(perUser)) return false;
      const isHeld = counted().filter((call) => call.userId === userId).length >= perUser;
      hasHeld ||= isHeld;
      return isHeld;
    },
    isHolding: () => hasHeld,
    free: () => (Number.isFinite(most) ? most - counted().length : most),
    begin(call) {
      if (limitsConversations(queue.rate)) begun.push(call);
    },
  };
}

const nameOf = ({ userId, callId }: CallKey) => `${userId}.${callId}`;
