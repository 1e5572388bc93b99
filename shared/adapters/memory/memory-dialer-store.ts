import type { Lines } from '#shared/domain/campaign/lines.ts';
import type { DialerStore } from '#shared/ports/dialer-store.ts';
import type { LeadStore } from '#shared/ports/lead-store.ts';

/** Its leads are those of the given store: an attempt begins on both together. */
export function createMemoryDialerStore(leads: LeadStore): DialerStore {
  const users = new Map<number, Lines>();
  const outcomes = new Map<string, Array<{ from: number; isFailure: boolean }>>();
  const linesOf = (userId: number) => users.get(userId) ?? { lines: [], version: 0 };
  const campaignOf = ({ userId, campaignId }: { userId: number; campaignId: number }) => `${userId}.${campaignId}`;
  return {
    async lines(userId) {
      return structuredClone(linesOf(userId));
    },
    async begin({ lead: [before, after], lines: [linesBefore, linesAfter] }) {
      if (linesOf(after.userId).version !== linesBefore.version) return 'conflict';
      if ((await leads.replace(before, after)) !== 'replaced') return 'conflict';
      users.set(after.userId, structuredClone(linesAfter));
      return 'begun';
    },
    async freeLine(userId, callId) {
      const { lines, version } = linesOf(userId);
      const left = lines.filter((line) => line.callId !== callId);
      if (left.length < lines.length) users.set(userId, { lines: left, version: version + 1 });
    },
    async countOutcome(campaign, from, isFailure) {
      const counted = outcomes.get(campaignOf(campaign)) ?? [];
      outcomes.set(campaignOf(campaign), [...counted, { from, isFailure }]);
    },
    async outcomesSince(campaign, from) {
      const counted = (outcomes.get(campaignOf(campaign)) ?? []).filter((outcome) => outcome.from >= from);
      return { calls: counted.length, failed: counted.filter(({ isFailure }) => isFailure).length };
    },
  };
}
