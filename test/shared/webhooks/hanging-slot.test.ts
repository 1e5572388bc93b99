import { describe, expect, it } from 'vitest';
import { createSmsLimits } from '#shared/sms/sms-deps.ts';
import { deliverWebhook } from '#shared/webhooks/deliver-webhook.ts';
import { createHangingSlot } from '#shared/webhooks/hanging-slot.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { answered, createSettledCall } from '#test/support/in-memory/ended-calls.ts';
import { createMemoryRateStore } from '#test/support/memory/platform.ts';

/** The slot as several instances of Lambda have it. */
function setup() {
  const clock = createFixedClock();
  const rates = createMemoryRateStore();
  return { clock, rates, instance: () => createHangingSlot({ rates, clock }) };
}

describe('the slot of workers that wait for receivers', () => {
  it('is held by one worker at a time, and free when its wait is over', async () => {
    const { instance, clock } = setup();
    const [one, other] = [instance(), instance()];
    const hanging = Promise.withResolvers<string>();
    const held = one.whileHeld(() => hanging.promise);
    await expect(other.whileHeld(async () => 'sent')).resolves.toBeUndefined();
    clock.move(3000);
    hanging.resolve('answered');
    await expect(held).resolves.toEqual({ result: 'answered' });
    await expect(other.whileHeld(async () => 'sent')).resolves.toEqual({ result: 'sent' });
  });

  it('is held by all deliveries of a batch together, until the last one is over', async () => {
    const { instance } = setup();
    const [one, other] = [instance(), instance()];
    const waits = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
    const batch = waits.map(({ promise }) => one.whileHeld(() => promise));
    waits[0]!.resolve(1);
    await batch[0];
    await expect(other.whileHeld(async () => 2)).resolves.toBeUndefined();
    waits[1]!.resolve(2);
    await expect(Promise.all(batch)).resolves.toEqual([{ result: 1 }, { result: 2 }]);
    await expect(other.whileHeld(async () => 3)).resolves.toEqual({ result: 3 });
  });

  it('is free again when a wait fails, and 20 s after its worker was killed', async () => {
    const { instance, clock } = setup();
    await expect(instance().whileHeld(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    void instance().whileHeld(() => new Promise(() => undefined));
    await Promise.resolve();
    await expect(instance().whileHeld(async () => 1)).resolves.toBeUndefined();
    clock.move(20_000);
    await expect(instance().whileHeld(async () => 1)).resolves.toEqual({ result: 1 });
  });
});

describe('a delivery while another worker waits', () => {
  const taken = { whileHeld: async () => undefined };

  it('of an endpoint that is not known to be quick goes to the slow queue', async () => {
    const { deps, message, queue } = await createSettledCall([answered(200)]);
    await deliverWebhook(message(1), { ...deps, hanging: taken });
    expect(deps.transport.requests).toEqual([]);
    expect(queue.sent).toMatchObject([{ queue: 'deliver-slow-webhook', message: message(1) }]);
  });

  it('of an endpoint that is quick is posted', async () => {
    const { deps, message } = await createSettledCall([answered(500), answered(200)]);
    await deliverWebhook(message(1), deps);
    await deliverWebhook(message(2), { ...deps, hanging: taken });
    expect(deps.transport.requests).toHaveLength(2);
  });

  it('in the slow queue waits there, and is posted when the slot is free', async () => {
    const { deps, message, delivery } = await createSettledCall([answered(200)]);
    const blocked = deliverWebhook(message(1), { ...deps, hanging: taken }, 'deliver-slow-webhook');
    await expect(blocked).rejects.toMatchObject({ name: 'RetryLater', delaySeconds: 15 });
    await deliverWebhook(message(1), deps, 'deliver-slow-webhook');
    await expect(delivery()).resolves.toMatchObject({ status: 'delivered' });
  });
});

it('lets one request of all users wait for the outcome of its SMS, where the account has room for one', async () => {
  const { clock, rates } = setup();
  const users = { get: async () => undefined };
  const limits = createSmsLimits({
    rates,
    users,
    clock,
    perSecondPerUser: undefined,
    waitingPerUser: 1,
    waitingAtOnce: 1,
  });
  const end = await limits.startWaiting(1);
  await expect(limits.startWaiting(2)).resolves.toBeUndefined();
  await end?.();
  // The place of the refused user was given back.
  await expect(limits.startWaiting(2)).resolves.toBeDefined();
});
