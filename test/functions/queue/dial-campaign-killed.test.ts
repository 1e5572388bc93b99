import { expect, it } from 'vitest';
import { handler } from '#functions/queue/dial-campaign.ts';
import type { DialerDeps } from '#shared/campaigns/dialler.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/events.ts';
import { campaignKey, createCampaignWorld } from '#test/support/in-memory/service.ts';
import { killAt } from '#test/support/kill.ts';

/** Nothing of a killed run takes longer in memory. */
const MS = 20;

function setup(maxCallsInParallel: number) {
  const leads = Array.from({ length: 4 }, () => ({}));
  const world = createCampaignWorld({ leads, campaign: { maxCallsInParallel } });
  const run = (deps: DialerDeps, message: Record<string, unknown> = {}) =>
    handler.with(deps, createMemoryDeadLetters())(sqsEvent({ ...campaignKey, ...message }));
  /** What the killed run has sent with a delay, as SQS delivers it. */
  async function deliver(ms: number) {
    const from = world.clock.now();
    const due = world.deps.queue.sent.filter(({ queue }) => queue === 'dial-campaign');
    for (const { message, options } of due) {
      const at = (options.delaySeconds ?? 0) * 1000;
      if (at > ms) continue;
      world.clock.move(Math.max(0, from + at - world.clock.now()));
      await run(world.deps, message);
    }
    world.clock.move(Math.max(0, from + ms - world.clock.now()));
  }
  return { ...world, run, deliver };
}

async function kill(step: number, when: 'before' | 'after', maxCallsInParallel: number) {
  const world = setup(maxCallsInParallel);
  const { deps, death } = killAt(world.deps, step, when);
  const ended = await Promise.race([world.run(deps).then(() => 'ended' as const), death]);
  return { ...world, ended };
}

const steps = Array.from({ length: 60 }, (_, index) => index + 1);

it.each([1, 3])(
  'goes on three seconds after its worker was killed, at any step, with %i call slots',
  async (slots) => {
    let killed = 0;
    for (const step of steps) {
      for (const when of ['before', 'after'] as const) {
        const world = await kill(step, when, slots);
        if (world.ended === 'ended') continue;
        killed += 1;
        const hadBegun = (await world.deps.dialer.getCallSlots(7)).slots.length > 0;
        await world.deliver(3_000);
        // One that was killed before it called a lead leaves its message, or the schedule, which comes within a minute.
        if (!hadBegun) await world.run(world.deps);
        const calls = await world.callsOf();
        const called = calls.map(({ leadId }) => leadId);
        expect({ step, when, calls: called.length, leads: new Set(called).size }).toEqual({
          step,
          when,
          calls: slots,
          leads: slots,
        });
      }
    }
    expect(killed).toBeGreaterThan(20);
  },
  30_000,
);

const slowAt = steps.slice(0, 40).flatMap((step) => [true, false].map((hasMoney) => ({ step, hasMoney })));

it.each(slowAt)(
  'calls no lead twice when the next run begins beside one that goes on: %j',
  async ({ step, hasMoney }) => {
    const world = setup(2);
    const { promise: isSlow, resolve: goOn } = Promise.withResolvers<void>();
    let requests = 0;
    const slow = <Store extends object>(store: Store): Store =>
      new Proxy(store, {
        get(target, property) {
          const member: unknown = Reflect.get(target, property);
          if (typeof member !== 'function') return member;
          return (...args: unknown[]) => {
            const run = () => Reflect.apply(member, target, args) as unknown;
            requests += 1;
            return requests === step ? isSlow.then(run) : run();
          };
        },
      });
    const { calls, leads, dialer } = world.deps;
    const first = world.run({ ...world.deps, calls: slow(calls), leads: slow(leads), dialer: slow(dialer) });
    await new Promise((resolve) => setTimeout(resolve, MS));
    const { wallets } = world.deps.calls.state;
    const wallet = wallets.get(7)!;
    if (!hasMoney) wallets.set(7, { ...wallet, available: 0 });
    await world.deliver(3_000);
    wallets.set(7, wallet);
    await world.run(world.deps);
    goOn();
    await first;
    const ofLeads = (await world.callsOf()).map(({ leadId }) => leadId);
    expect(new Set(ofLeads).size).toBe(ofLeads.length);
    expect(ofLeads.length).toBeLessThanOrEqual(2);
  },
);

it('leaves a run alone that has ended, or goes on', async () => {
  const world = setup(1);
  await world.run(world.deps);
  const successor = world.deps.queue.sent.find(({ message }) => 'takesOver' in message);
  expect(successor?.options).toMatchObject({ delaySeconds: 2 });
  const before = await world.deps.dialer.startRun(7, 'other', { now: world.clock.now(), until: world.clock.now() + 1 });
  await world.run(world.deps, successor?.message);
  const after = await world.deps.dialer.startRun(7, 'other', { now: world.clock.now(), until: world.clock.now() + 1 });
  expect(after).toBe((before ?? 0) + 1);
});
