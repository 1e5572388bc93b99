import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { capacityOf } from '#infra/cloud/stage/capacity.ts';
import { stages } from '#infra/cloud/stage/config.ts';
import { capacityReport, capacityRows, concurrencyFor } from '#infra/generate/limits/capacity-report.ts';
import { limits } from '#infra/generate/limits/limits.ts';
import { simulateCalls } from '#infra/generate/limits/simulate-calls.ts';
import { throttledShare } from '#infra/generate/limits/simulate-throttling.ts';
import { capacityParts, simulationReport, throttlingRows } from '#infra/generate/limits/simulation-report.ts';
import { replacePart } from '#infra/text/generated-part.ts';

const page = resolve(import.meta.dirname, '../../../../docs/capacity.md');

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const simulate = (callsPerSecond: number, largestUser = 0.25) =>
  simulateCalls({ callsPerSecond, largestUser, dialsPerSecond: 1.2 * callsPerSecond, seconds: 900, random: seeded(7) });

describe('the limits', () => {
  it('need nothing without calls, and grow with them', () => {
    for (const limit of limits) {
      const need = (callsPerSecond: number) => limit.needed({ callsPerSecond, largestUser: 0.25 });
      expect({ limit: limit.name, none: need(0) }).toEqual({ limit: limit.name, none: 0 });
      expect(need(200)).toBeGreaterThan(need(20));
      expect(limit.source).toMatch(/^https:/);
    }
  });

  it.each([
    { callsPerDay: 1e4, first: 'new calls of a Twilio account', broken: 0 },
    { callsPerDay: 1e7, first: 'new calls of a Twilio account', broken: 2 },
  ])(
    'at $callsPerDay calls a day, $broken of them need a quota, and $first is the tightest',
    ({ callsPerDay, first, broken }) => {
      const rows = capacityRows({ callsPerDay });
      expect(rows[0]?.limit.name).toBe(first);
      expect(rows.filter(({ share }) => share > 1)).toHaveLength(broken);
      // What no quota raises must hold.
      expect(rows.filter(({ limit, share }) => limit.raise === undefined && share > 0.6)).toEqual([]);
    },
  );

  it.each([
    ['concurrent executions of Lambda', 'lambda, L-B99A9384'],
    ['requests to API Gateway: HTTP, frames and posts to connections', 'apigateway, L-8A5B8E43'],
    ['new WebSocket connections', 'apigateway, L-9ED1E49A'],
    ['write units of the table', 'dynamodb, L-AB614373'],
    ['read units of the table', 'dynamodb, L-CF0CBE56'],
  ])(
    '%s have the quota %s, as https://docs.aws.amazon.com/general/latest/gr/aws-service-information.html links it',
    (name, quota) => {
      expect(limits.find((limit) => limit.name === name)?.raise).toContain(`Service Quotas, ${quota}`);
    },
  );

  it('of one account hold ten thousand calls at once', () => {
    expect(concurrencyFor(10_000, 11_000)).toBeLessThanOrEqual(7500);
    expect(concurrencyFor(10_000, 10_000)).toBeUndefined();
  });

  it('are on the page as the code has them: npm run capacity writes them', async () => {
    const text = await readFile(page, 'utf8');
    const { facts = '', shares = '' } = capacityParts();
    expect(text).toContain(facts);
    expect(text).toContain(shares);
  });

  it.each([
    { callsPerDay: 1e4, shown: '- calls a second: 0.1' },
    { callsPerDay: 3e6, shown: '- calls in progress: 4,167' },
  ])('are reported for $callsPerDay calls a day', ({ callsPerDay, shown }) => {
    expect(capacityReport({ callsPerDay })).toContain(shown);
  });
});

describe('the simulation of whole calls', () => {
  it.each([
    { load: '10,000 calls at once', callsPerSecond: 10_000 / 120, atOnce: 10_000 },
    { load: '10 million calls a day', callsPerSecond: 1e7 / 86_400, atOnce: 13_889 },
  ])('of $load breaks no limit', ({ callsPerSecond, atOnce }) => {
    const { measures, conflicts, callsAtOnce, dialWait, finishWait } = simulate(callsPerSecond);
    // They ring for ten seconds on average before they talk.
    expect(callsAtOnce / atOnce).toBeGreaterThan(1);
    expect(callsAtOnce / atOnce).toBeLessThan(1.2);
    const over = measures.filter(({ most, limit }) => most > 0.6 * limit);
    expect(over).toEqual([]);
    expect(conflicts.failures).toBe(0);
    expect(conflicts.attempts / conflicts.transactions).toBeLessThan(1.3);
    expect(dialWait).toBeLessThan(2);
    expect(finishWait).toBeLessThan(1);
  });

  it('finds what breaks: one user with all the calls of ten million a day', () => {
    const { measures } = simulate(1e7 / 86_400, 1);
    expect(measures.filter(({ most, limit }) => most > limit).map(({ what }) => what)).toEqual([
      'calls of the largest user, write units',
    ]);
  });

  it('stands on the page as it is', async () => {
    const text = await readFile(page, 'utf8');
    expect(replacePart(text, 'simulation', simulationReport())).toBe(text);
  });
});

describe('the workers that dial', () => {
  const workersOf = (accountConcurrency: number, further: number) => {
    const account = { accountSid: `AC${'0'.repeat(32)}`, callsPerSecond: 1 };
    const carrierAccounts = Object.fromEntries(Array.from({ length: further }, (_, index) => [`a${index}`, account]));
    return capacityOf({ ...stages.production, accountConcurrency, carrierAccounts }).workersAtOnce['dial-calls'];
  };

  it('are one more than carrier accounts at least, and more in a large account', () => {
    expect([workersOf(10, 0), workersOf(10, 3), workersOf(4000, 3)]).toEqual([2, 5, 20]);
  });
});

describe('the frames that Lambda refuses, which are lost speech', () => {
  it.each(throttlingRows([10, 100, 1000]))('are fewer than 0.1 %: $what', ({ shares }) => {
    for (const share of shares) expect(share).toBeLessThan(0.001);
  });

  it('were 40 % and more in a new account, before receivers and SMS had one execution each', () => {
    const capacity = capacityOf({ ...stages.production, accountConcurrency: 10 });
    const before = { ...capacity, oneWaitsForReceivers: false, smsWaitingAtOnce: 2, scheduleWorkers: 4 };
    const beside = { schedules: true, hangingReceivers: true, waitingSms: true, finishingCalls: true };
    const input = { accountConcurrency: 10, calls: 3, beside, frames: 50_000, random: seeded(7) };
    expect(throttledShare({ ...input, capacity: before })).toBeGreaterThan(0.4);
    expect(throttledShare(input)).toBeLessThan(0.0015);
  });

  it.each([10, 100, 1000])('are few because %i executions are divided: nothing has more than its share', (account) => {
    const { scheduleWorkers, smsWaitingAtOnce, oneWaitsForReceivers, conversationsAtOnce } = capacityOf({
      ...stages.production,
      accountConcurrency: account,
    });
    expect({ scheduleWorkers, smsWaitingAtOnce, oneWaitsForReceivers, conversationsAtOnce }).toEqual(
      {
        10: { scheduleWorkers: 1, smsWaitingAtOnce: 1, oneWaitsForReceivers: true, conversationsAtOnce: 3 },
        100: { scheduleWorkers: 1, smsWaitingAtOnce: 10, oneWaitsForReceivers: false, conversationsAtOnce: 149 },
        1000: {
          scheduleWorkers: 10,
          smsWaitingAtOnce: undefined,
          oneWaitsForReceivers: false,
          conversationsAtOnce: 2275,
        },
      }[account],
    );
  });
});
