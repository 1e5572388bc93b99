import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { callTypes } from '#shared/calls/call-items.ts';
import type { CallOutcome } from '#shared/calls/call-reasons.ts';
import { isFinal, type CallStatus } from '#shared/calls/call-status.ts';
import { type Call } from '#shared/calls/call.ts';
import { matchesFilter, type CallFilter } from '#shared/calls/listing/call-groups.ts';
import { nextVersion, putSummary, readSummaries, readSummaryVersion } from '#shared/calls/listing/change-summaries.ts';
import type { ListSizes, SummaryRow } from '#shared/calls/listing/summary.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { transact } from '#shared/platform/table/write.ts';
import { createCalls, storeWallet } from '#test/stores/call-stores.ts';
import { buildAssistant, buildCall } from '#test/support/builders.ts';
import type { Random } from '#test/support/fakes.ts';
import { withSend } from '#test/support/table-faults.ts';

/** Small enough that every way of storing a group, and every overflow, occurs among a few calls. */
export const smallSizes: ListSizes = {
  first: 2,
  growth: 3,
  levels: 4,
  inlineLevels: 1,
  newest: 4,
  groupRows: 2,
  chunk: 3,
  listedChunks: 1,
  changes: 2,
  open: 6,
  mostChanges: 4,
};
const configuration = { assistant: buildAssistant(), variables: {} };
const body = { variables: {}, turns: [], evaluation: {}, webhookResponse: null };
const numbers = ['+12025550100', '+12025550101', '+12025550102', '+12025550150'];
const HOUR_MS = 3_600_000;

/** The next status of a call on its way, each with what may follow. */
const nextStatuses: Partial<Record<CallStatus, CallStatus[]>> = {
  initiated: ['ringing', 'busy', 'failed'],
  ringing: ['in-progress', 'no-answer'],
  'in-progress': ['ended', 'ended', 'failed'],
};

const someOutcomes: CallOutcome[] = ['talked', 'goal_reached', 'mailbox', 'failed'];
const outcomes: Partial<Record<CallStatus, CallOutcome[]>> = {
  busy: ['busy', 'cancelled'],
  'no-answer': ['no_answer', 'cancelled'],
  failed: ['failed', 'cancelled'],
};

/** Dies at the nth request from now on, before or after its effect; every later one fails too, until it is revived. */
export function createMortalClient(client: DynamoDBDocumentClient) {
  let left = Number.POSITIVE_INFINITY;
  let dead = false;
  let when: 'before' | 'after' = 'before';
  const send = async (command: Parameters<DynamoDBDocumentClient['send']>[0]) => {
    left -= 1;
    if (left === 0) dead = true;
    if (dead && (left < 0 || when === 'before')) throw new Error('killed');
    const output = await client.send(command);
    if (dead) throw new Error('killed');
    return output;
  };
  return {
    client: withSend(client, send),
    kill(requests: number, moment: 'before' | 'after') {
      left = requests;
      when = moment;
    },
    revive() {
      left = Number.POSITIVE_INFINITY;
      dead = false;
    },
  };
}

/** A user whose calls come and go at random, and what brute force says about them. */
export async function createHistory(table: Table, userId: number, random: Random, sizes = smallSizes) {
  const mortal = createMortalClient(table.client);
  const doomed: Table = { ...table, client: mortal.client };
  const store = createCalls(table, sizes);
  const mortalStore = createCalls(doomed, sizes);
  await storeWallet(table, userId, { balance: 1e12, available: 1e12 });
  const truth = new Map<number, Call>();
  const history = { now: Date.UTC(2026, 5, 28) + random.below(24) * HOUR_MS };
  const idAt = (time: number) => createRecordId(time, random.next);

  async function refresh(callId: number): Promise<void> {
    const call = await store.get({ userId, callId });
    if (call) truth.set(callId, call);
    else truth.delete(callId);
  }

  /** Runs a write that may be killed, and looks afterwards what became of it. */
  async function write(callId: number, run: (subject: typeof store) => Promise<unknown>): Promise<void> {
    const isKilled = random.chance(0.1);
    if (isKilled) mortal.kill(1 + random.below(4), random.pick(['before', 'after']));
    const outcome = run(isKilled ? mortalStore : store);
    await (isKilled ? outcome.catch(() => undefined) : outcome);
    mortal.revive();
    await refresh(callId);
  }

  async function create(late: boolean): Promise<void> {
    history.now += random.pick([1, 20_000, 300_000, HOUR_MS, 8 * HOUR_MS]);
    const id = idAt(late ? history.now - random.below(48 * HOUR_MS) : history.now);
    const call = buildCall({
      id,
      userId,
      type: random.pick(callTypes),
      assistantId: random.pick([501, 502, 503]),
      campaignId: random.pick([null, 31, 32]),
      clientPhoneNumber: random.pick(numbers),
    });
    await write(id, (subject) => subject.createWithHold(call, configuration));
  }

  async function settle(call: Call): Promise<void> {
    const status = isFinal(call.status) ? call.status : random.pick<CallStatus>(['completed', 'ended_by_customer']);
    const free = { carrierCost: 0, totalCost: 0, hold: call.hold, entry: null, body, at: history.now };
    // An older release settles without.
    const outcome = random.chance(0.7) ? random.pick(outcomes[status] ?? someOutcomes) : undefined;
    await write(call.id, (subject) => subject.settle({ key: { userId, callId: call.id }, status, outcome, ...free }));
  }

  async function advance(): Promise<void> {
    const open = [...truth.values()].filter(({ hold }) => hold > 0);
    if (open.length === 0) return;
    const call = random.pick(open);
    const next = nextStatuses[call.status];
    if (!next) return settle(call);
    await advanceTo(call, random.pick(next));
  }

  async function advanceTo({ id, status: before }: Call, status: CallStatus): Promise<void> {
    await write(id, (subject) => subject.change({ userId, callId: id }, { status }, history.now, [before]));
  }

  /** The longest open call takes its way to the end. */
  async function finishOldest(): Promise<void> {
    for (let tries = 0; tries < 12; tries += 1) {
      const oldest = [...truth.values()].filter(({ hold }) => hold > 0).toSorted((one, other) => one.id - other.id)[0];
      const next = oldest && nextStatuses[oldest.status];
      if (!oldest) return;
      if (!next) return settle(oldest);
      await advanceTo(oldest, random.pick(next));
    }
  }

  async function remove(): Promise<void> {
    const final = [...truth.values()].filter(({ hold }) => hold === 0);
    if (final.length === 0) return;
    const { id } = random.pick(final);
    // The emulator forgets by the real clock what is to be forgotten.
    await write(id, (subject) => subject.remove({ userId, callId: id }, Date.now()));
  }

  async function closeSegments(): Promise<void> {
    if (random.chance(0.3)) {
      mortal.kill(1 + random.below(12), random.pick(['before', 'after']));
      await mortalStore.closeSegments(userId, history.now, 1 + random.below(4)).catch(() => undefined);
      mortal.revive();
    } else {
      await store.closeSegments(userId, history.now, 1 + random.below(8));
    }
  }

  /** An older release changes summaries: what they know of outcomes is lost. */
  async function forgetOutcomes(): Promise<void> {
    const blank = (rows: readonly SummaryRow[]) => rows.map((row) => ({ ...row, outcome: null }));
    const { version } = await readSummaryVersion(table, userId);
    const writes = (await readSummaries(table, userId)).flatMap((summary) => {
      const [rows, added, removed] = [blank(summary.rows), blank(summary.added), blank(summary.removed)];
      return [putSummary(userId, { ...summary, layout: 1, rows, added, removed }, version)];
    });
    await transact(table, [nextVersion(userId, version, writes), ...writes]);
  }

  return {
    store,
    truth,
    history,
    create,
    advance,
    seal: closeSegments,
    async step(): Promise<void> {
      const dice = random.next();
      if (dice < 0.45) return create(false);
      if (dice < 0.455) return create(true);
      if (dice < 0.47) return remove();
      if (dice < 0.49) return forgetOutcomes();
      if (dice < 0.65) return advance();
      if (dice < 0.8) return finishOldest();
      return closeSegments();
    },
    bruteForce(filter: CallFilter): number[] {
      const matching = [...truth.values()].filter((call) => matchesFilter(call, filter));
      return matching.map(({ id }) => id).toSorted((one, other) => other - one);
    },
    randomFilter(): CallFilter {
      const some = <T>(values: readonly T[]) => (random.chance(0.35) ? random.pick(values) : undefined);
      const days = () => Date.UTC(2026, 5, 27 + random.below(12));
      if (random.chance(0.1)) return { outcome: random.pick(someOutcomes) };
      const [from, before] = [days(), days() + 24 * HOUR_MS * random.below(3)];
      return {
        status: some<CallStatus>(['initiated', 'ringing', 'ended', 'busy', 'completed', 'ended_by_customer', 'failed']),
        type: some(callTypes),
        outcome: some<CallOutcome>(['talked', 'goal_reached', 'mailbox', 'failed', 'busy', 'no_answer', 'cancelled']),
        assistantId: some([501, 502, 503, 504]),
        campaignId: some([31, 32]),
        phoneNumber: random.chance(0.2) ? random.pick(numbers) : undefined,
        from: random.chance(0.25) ? from : undefined,
        before: random.chance(0.25) ? before + random.pick([0, 12_345_678]) : undefined,
        ...(random.chance(0.1) && { isLive: true }),
      };
    },
  };
}
