import type { Lines } from '#shared/domain/campaign/lines.ts';
import type { DialerStore } from '#shared/ports/dialer-store.ts';
import type { LeadStore } from '#shared/ports/lead-store.ts';

/** Its leads are those of the given store: an attempt begins on both together. */
export function createMemoryDialerStore(leads: LeadStore): DialerStore {
  const users = new Map<number, Lines>();
  const outcomes = new Map<string, Array<{ from: number; isFailure: boolean }>>();
  const runs = new Map<number, { wanted: number; until: number }>();
  const linesOf = (userId: number) => users.get(userId) ?? { lines: [], version: 0 };
  const campaignOf = ({ userId, campaignId }: { userId: number; campaignId: number }) => `${userId}.${campaignId}`;
  return {
    async lines(userId) {
      return structuredClone(linesOf(userId));
    },
    async begin({ lead: [before, after], lines: [linesBefore, linesAfter] }) {
      if (linesOf(after.userId).version !== linesBefore.version) return 'conflict';
      if ((await leads.replace(before, after)) !== 'replaced') return 'conflict';
      const freed = new Set(linesBefore.lines.map(({ callId }) => callId));
      for (const { callId } of linesOf(after.userId).lines) freed.delete(callId);
      const lines = linesAfter.lines.filter(({ callId }) => !freed.has(callId));
      users.set(after.userId, structuredClone({ ...linesAfter, lines }));
      return 'begun';
    },
    async startRun(userId, now, until) {
      const run = runs.get(userId) ?? { wanted: 0, until: 0 };
      const isFree = run.until <= now;
      runs.set(userId, { wanted: run.wanted + 1, until: isFree ? until : run.until });
      return isFree ? run.wanted + 1 : undefined;
    },
    async endRun(userId, ticket) {
      const run = runs.get(userId);
      if (!run || run.wanted === ticket) {
        runs.set(userId, { wanted: ticket, until: 0 });
        return undefined;
      }
      return run.wanted;
    },
    async freeLine(userId, callId) {
      const { lines, version } = linesOf(userId);
      users.set(userId, { lines: lines.filter((line) => line.callId !== callId), version });
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
