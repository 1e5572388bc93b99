import { beforeAll, describe, expect, it } from 'vitest';
import {
  CALLS_ALLOWED,
  places,
  rules,
  simulateCampaign,
  type Simulation,
} from '#test/support/campaign-simulation/simulated-campaign.ts';
import type { LoggedCall } from '#test/support/campaign-simulation/simulated-carrier.ts';

/** Half an hour before the end of a Saturday in Berlin; in the night that follows, clocks in Europe go forward. */
const START = Date.UTC(2026, 2, 28, 18, 30, 0);

const none = { kill: 0, twice: 0, late: 0, lost: 0 };
const bad = { kill: 0.06, twice: 0.05, late: 0.02, lost: 0.04 };
const worse = { kill: 0.2, twice: 0.2, late: 0.05, lost: 0.1 };
const worlds = [
  { name: 'good luck', seed: 1, leads: 120, callsPerSecond: 1, luck: none },
  { name: 'bad luck', seed: 2, leads: 500, callsPerSecond: 1, luck: bad },
  { name: 'worse luck', seed: 4, leads: 150, callsPerSecond: 0.2, luck: worse },
];

/** What the clock of the called person's place shows, told without any of our own code. */
function localMinutes(number: string, at: number): number {
  const place = places.find(({ prefix }) => number.startsWith(prefix))!;
  const [hours, minutes] = new Date(at)
    .toLocaleTimeString('en-GB', { timeZone: place.zone, hour: '2-digit', minute: '2-digit' })
    .split(':')
    .map(Number);
  return hours! * 60 + minutes!;
}

describe.each(worlds)('a campaign in a world of $name', ({ seed, leads: count, callsPerSecond, luck }) => {
  let world: Simulation;
  /** The calls of the campaign in the carrier's log, in order. */
  let dialled: LoggedCall[];
  const between = (one: LoggedCall) => [one.dialledAt, one.endedAt ?? Number.POSITIVE_INFINITY] as const;
  const ofNumber = (number: string) => dialled.filter((call) => call.to === number);
  /** Calls that we cancelled before an answer count as none. */
  const triesOf = (number: string) =>
    ofNumber(number).filter((call) => !(call.hungUpByUs && call.answeredAt === null)).length;

  beforeAll(async () => {
    world = await simulateCampaign({ seed, leads: count, start: START, callsPerSecond, luck });
    dialled = world.log.filter((call) => !world.byHand.has(call.key.callId));
  });

  it('comes to its end, with no lead forgotten', async () => {
    expect(world.leads.filter((lead) => !world.isFinal(lead))).toEqual([]);
    expect(world.leads).toHaveLength(count);
    expect(world.campaign?.status).toBe('completed');
    const { slots } = await world.service.deps.dialer.getCallSlots(world.userId);
    expect(slots).toEqual([]);
  });

  it('dials no call twice', () => {
    const ids = world.log.map(({ key }) => key.callId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('never calls a number while it is being called', () => {
    const isDuring = (call: LoggedCall, other: LoggedCall) =>
      other !== call && other.dialledAt >= call.dialledAt && other.dialledAt < between(call)[1];
    expect(dialled.filter((call) => ofNumber(call.to).some((other) => isDuring(call, other)))).toEqual([]);
  });

  it('makes no call outside of the hours of the place where they live', () => {
    const outside = dialled.filter(({ to, dialledAt }) => {
      const minutes = localMinutes(to, dialledAt);
      return minutes < 9 * 60 || minutes >= 20 * 60;
    });
    expect(outside).toEqual([]);
    // Clocks went forward in Berlin: by summer time 9:00 is 7:00 UTC.
    const berlin = dialled.filter(({ to }) => to.startsWith('+49')).map(({ dialledAt }) => new Date(dialledAt));
    const isEarly = berlin.some((at) => at.getUTCDate() === 29 && at.getUTCHours() === 7);
    expect(isEarly || count < 500).toBe(true);
  });

  it('waits between two attempts', () => {
    const hasty = dialled.filter((call) => {
      const before = ofNumber(call.to).findLast((other) => other.dialledAt < call.dialledAt && !other.hungUpByUs);
      return before !== undefined && call.dialledAt - between(before)[1] < rules.retryIntervalMinutes * 60_000 - 2000;
    });
    expect(hasty).toEqual([]);
  });

  it('tries no number more often than it may', () => {
    const numbers = new Set(dialled.map(({ to }) => to));
    expect([...numbers].filter((number) => triesOf(number) > rules.maxRetries + 1)).toEqual([]);
  });

  it('does not stop trying too soon', () => {
    const { service, dropped } = world;
    const missing = world.leads
      .filter((lead) => lead.status === 'reached-max-retries')
      .map((lead) => Math.max(0, rules.maxRetries + 1 - triesOf(lead.phoneNumber)))
      .reduce((sum, tries) => sum + tries, 0);
    // Only an attempt that got lost on its way to the carrier is no call.
    const lost = dropped.filter(({ kind }) => kind === 'lost').length;
    expect(missing).toBeLessThanOrEqual(lost + service.statistics.kills);
  });

  it('never calls again a lead who was reached or is on the do-not-call list', () => {
    const reached = world.leads.filter(({ status }) => status === 'completed').map(({ phoneNumber }) => phoneNumber);
    // Reached under this number, by the carrier's log: a person answered, and the goal was reached.
    const again = reached.filter((number) => {
      const calls = ofNumber(number);
      const done = calls.findIndex(
        ({ key, answeredAt }) => answeredAt !== null && world.service.isGoalReached.get(key.callId) === true,
      );
      return done >= 0 && done < calls.length - 1 && world.callees.get(number) !== 'voicemail';
    });
    expect(again).toEqual([]);
    expect(reached.length).toBeGreaterThan(count / 4);
    const late = dialled.filter(({ to, dialledAt }) => dialledAt > (world.listed.get(to) ?? Number.POSITIVE_INFINITY));
    expect(late).toEqual([]);
    const listed = world.leads.filter(({ phoneNumber }) => world.listed.has(phoneNumber));
    expect(listed.every(({ status }) => status === 'blacklisted')).toBe(true);
    expect(listed.length).toBeGreaterThan(count / 50);
  });

  it('keeps to the call slots of the campaign and the user', () => {
    const edges = dialled.flatMap((call) => [[between(call)[0], 1] as const, [between(call)[1], -1] as const]);
    let live = 0;
    let most = 0;
    for (const [, change] of edges.toSorted((one, other) => one[0] - other[0] || one[1] - other[1])) {
      live += change;
      most = Math.max(most, live);
    }
    expect(most).toBeLessThanOrEqual(Math.min(rules.maxCallsInParallel, CALLS_ALLOWED));
    expect(most).toBeGreaterThan(1);
  });

  it('keeps to the pace of the carrier', () => {
    const times = world.log.map(({ dialledAt }) => dialledAt);
    for (const seconds of [1, 10, 60]) {
      const allowed = Math.ceil(seconds * callsPerSecond) + 2;
      const tooFast = times.filter(
        (at, index) => (times[index + allowed] ?? Number.POSITIVE_INFINITY) - at < seconds * 1000,
      );
      expect(tooFast).toEqual([]);
    }
  });

  it('settles every call: nothing is held, and the ledger is the balance', async () => {
    const { calls } = world.service.deps;
    const wallet = calls.state.wallets.get(world.userId);
    expect(wallet?.available).toBe(wallet?.balance);
    for (const { key } of dialled) {
      await expect(calls.get(key)).resolves.toMatchObject({ hold: 0, campaignId: 4001 });
    }
  });

  it('was as unlucky as it is called', () => {
    const { statistics } = world.service;
    expect(statistics.kills).toBeGreaterThanOrEqual(luck.kill > 0 ? 30 : 0);
    expect(statistics.doubled).toBeGreaterThanOrEqual(luck.twice > 0 ? 100 : 0);
    // In a world of worse luck one message in 3,000 is killed five times; what the other tests see holds all the same.
    expect(statistics.dead).toBeLessThanOrEqual(luck.kill > bad.kill ? 2 : 0);
    const counted = (name: string) => world.service.observers.counts.filter((count) => count.name === name).length;
    expect(world.log.some(({ hungUpByUs }) => hungUpByUs)).toBe(true);
    expect(counted('CampaignStopped')).toBeGreaterThan(0);
    expect(counted('CallCancelled')).toBeGreaterThanOrEqual(luck.late > 0 ? 1 : 0);
    expect(counted('AttemptReconciled')).toBeGreaterThanOrEqual(luck.kill > 0 ? 1 : 0);
  });
});
