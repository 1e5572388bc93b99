import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdCalls } from '#test/slow/line/hold-calls.ts';
import { type HeldCall, invariants } from '#test/slow/line/invariants.ts';
import { planCall } from '#test/slow/line/plan-call.ts';
import { startTopicModel } from '#test/slow/line/topic-model.ts';
import { useLocalStack } from '#test/support/local-stack.ts';
import { patience } from '#test/support/patience.ts';

const CALLS = 500;
const SPEED = Number(process.env['LINE_SPEED'] ?? 4);
const PARALLEL = Number(process.env['LINE_PARALLEL'] ?? 16);
const TIMEOUT_MS = patience(30 * 60_000);
/** All calls take ten minutes; CI makes a part of them, `npm run test:slow` all. `LINE_SEED=17` makes one. */
const seed = process.env['LINE_SEED'];
const count = Math.ceil(CALLS * Number(process.env['LINE_SHARE'] ?? 1));
const seeds = seed === undefined ? Array.from({ length: count }, (_, index) => index + 1) : seed.split(',').map(Number);
const plans = seeds.map(planCall);

describe('calls with generated customers', () => {
  let model: Awaited<ReturnType<typeof startTopicModel>>;
  const running = useLocalStack(async () => {
    const topics = new Map(plans.map((plan) => [plan.seed, plan.topics]));
    model = await startTopicModel((one) => topics.get(one) ?? [], SPEED);
    const developer = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: '', CARRIER_CALLS_PER_SECOND: '20' };
    return { simulatorSpeed: SPEED, reactionMs: 250, developer };
  });
  let held: HeldCall[] = [];
  beforeAll(async () => {
    held = await holdCalls(plans, { running: running(), model, speed: SPEED, parallel: PARALLEL });
  }, TIMEOUT_MS);
  afterAll(() => model.stop());

  it.each(Object.entries(invariants))('%s', (_, check) => {
    const broken = held.flatMap((call) => check(call).map((why) => `${call.plan.seed} ${call.plan.kind}: ${why}`));
    expect(broken).toEqual([]);
  });

  it('leaves the carrier nothing to complain about', async () => expect(await running().violations()).toEqual([]));
});
