import { describe, expect, it } from 'vitest';
import { handler as endHandler } from '#functions/http/calls/end-call.ts';
import { endReasonOf } from '#shared/calls/call-end.ts';
import { makeDue } from '#shared/campaigns/lead-turn.ts';
import { askerOf } from '#test/support/http-event.ts';
import { createTelephoneLines, type Rung } from '#test/support/in-memory/telephone-lines.ts';

const ADA = '+12025550100';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Three seconds until the line is looked at, and a second for each message. */
const SOON_MS = 6_000;
/** A waiter that has left the line and does not come, because of a kill. */
const ADMITTED_MS = 10_000;

/** The seconds between the end of a call and the next one to the same number. */
const gaps = (rung: readonly Rung[]) =>
  rung.slice(1).map((one, index) => one.at - (rung[index]!.endedAt ?? Number.POSITIVE_INFINITY));

const threeWays = () =>
  createTelephoneLines({
    campaigns: [4001, 4002],
    leads: [
      { phoneNumber: ADA, campaignId: 4001 },
      { phoneNumber: ADA, campaignId: 4002 },
    ],
    maxRetries: 0,
  });

async function ringThreeWays(lines: ReturnType<typeof threeWays>) {
  await Promise.all([lines.wakeCampaign(4001), lines.wakeCampaign(4002), lines.call(ADA)]);
  await lines.run(5 * MINUTE);
}

/** Claimed by a process that was killed before it asked the carrier: nobody knows that it did not, so the call fails. */
function lostCalls({ calls }: ReturnType<typeof threeWays>): number[] {
  const lost: number[] = [];
  const fail = calls.failLost;
  calls.failLost = async (...about) => {
    const failed = await fail(...about);
    if (failed) lost.push(failed.id);
    return failed;
  };
  return lost;
}

it('rings a customer one call at a time, who is called in three ways at the same moment, and soon again', async () => {
  const lines = threeWays();
  await ringThreeWays(lines);
  expect(lines.rung).toHaveLength(3);
  expect(lines.mostAtOnce()).toBe(1);
  for (const gap of gaps(lines.rung)) expect(gap).toBeLessThan(SOON_MS);
});

// A record of a failed call, and its webhook, tell a user of a call that nobody has tried to make.
it.each([1, 3])('fails no call of a lead whose number somebody else is let to: %i calls before', async (before) => {
  const leads = [4001, 4002, 4001, 4002].map((campaignId) => ({ phoneNumber: ADA, campaignId }));
  const lines = createTelephoneLines({ campaigns: [4001, 4002], leads, maxRetries: 0 });
  const cancelled: unknown[] = [];
  const cancel = lines.calls.cancelDialling;
  lines.calls.cancelDialling = (...about) => cancel(...about).finally(() => cancelled.push(about[1]));
  for (let index = 0; index < before; index += 1) await lines.call(ADA);
  await lines.run(1_000);
  // The leads of both come back while the calls, or each other, are on their way to the number.
  for (let second = 0; second < 8 * 60; second += 1) {
    for (const id of [6001, 6002, 6003, 6004]) await makeDue(7, id, lines);
    await Promise.all([lines.wakeCampaign(4001), lines.wakeCampaign(4002)]);
    await lines.run(1_000);
  }
  expect({ cancelled, most: lines.mostAtOnce() }).toEqual({ cancelled: [], most: 1 });
  expect(lines.rung.length).toBeGreaterThanOrEqual(before + 3);
});

describe.each(['check-call', 'dial-calls', 'dial-campaign'])('when a worker of %s is killed', (queue) => {
  const steps = Array.from({ length: 20 }, (_, index) => index + 1);
  it.each(steps)('the customer is rung one call at a time, and every call is made: request %i', async (step) => {
    for (const when of ['before', 'after'] as const) {
      const lines = threeWays();
      const lost = lostCalls(lines);
      lines.killNext(queue, step, when);
      await ringThreeWays(lines);
      await lines.run(10 * MINUTE);
      const found = { step, when, made: lines.rung.length + lost.length, most: lines.mostAtOnce() };
      expect(found).toEqual({ step, when, made: 3, most: 1 });
      expect(lost.length).toBeLessThanOrEqual(queue === 'dial-calls' ? 1 : 0);
      // Its third request sends its next message: SQS delivers this one again after two minutes.
      const longest = step > 3 ? SOON_MS + ADMITTED_MS : 2 * MINUTE + SOON_MS;
      const late = queue === 'check-call' ? gaps(lines.rung).filter((gap) => gap >= longest) : [];
      expect({ step, when, late }).toEqual({ step, when, late: [] });
    }
  });
});

it('calls all who wait for one number, one after the other, in their order', async () => {
  const lines = createTelephoneLines({ callSeconds: 5 });
  const made = [];
  for (let index = 0; index < 30; index += 1) made.push((await lines.call(ADA)).call.id);
  await lines.run(10 * MINUTE);
  expect(lines.mostAtOnce()).toBe(1);
  expect(lines.rung.map(({ callId }) => callId)).toEqual(made);
  await expect(lines.numberLines.look(7, ADA)).resolves.toMatchObject({ waiting: [] });
});

it('does not hold up calls to other numbers, and takes no slot of the user', async () => {
  const lines = createTelephoneLines({
    leads: [{ phoneNumber: ADA }, { phoneNumber: '+12025550101' }, { phoneNumber: '+12025550102' }],
    maxCallsInParallel: 1,
    maxRetries: 0,
  });
  await lines.call(ADA);
  for (let index = 0; index < 20; index += 1) await lines.call(ADA);
  await lines.call('+12025550109');
  await lines.run(1_000);
  expect(lines.rung.map(({ to }) => to).toSorted()).toEqual([ADA, '+12025550109']);
  expect(lines.calls.line.entries).toEqual([]);
  await lines.wakeCampaign();
  await lines.run(5_000);
  expect(lines.rung.map(({ to }) => to)).toContain('+12025550101');
});

it('counts a number as one, however it is written', async () => {
  const lines = createTelephoneLines();
  for (const form of [ADA, '+1 (202) 555-0100', '+1.202.555.0100', ' +1-202-555-0100 ']) await lines.call(form);
  await lines.run(4 * MINUTE);
  expect(lines.mostAtOnce()).toBe(1);
  expect(new Set(lines.rung.map(({ to }) => to))).toEqual(new Set([ADA]));
  expect(lines.rung).toHaveLength(4);
});

it('lets users call one number at the same time', async () => {
  const lines = createTelephoneLines({ users: [7, 8] });
  await lines.call(ADA);
  await lines.call(ADA, { userId: 8 });
  await lines.run(5_000);
  expect(lines.rung.map(({ userId }) => userId).toSorted((one, other) => one - other)).toEqual([7, 8]);
});

it('dials a call that may run in parallel, and lets the next one wait for both', async () => {
  const lines = createTelephoneLines();
  await lines.call(ADA);
  await lines.run(10_000);
  await lines.call(ADA, { allowsParallel: true });
  await lines.run(2_000);
  await lines.call(ADA);
  await lines.run(5 * MINUTE);
  const [first, parallel, next] = lines.rung;
  expect(parallel!.at).toBeLessThan(first!.endedAt!);
  expect(next!.at).toBeGreaterThanOrEqual(parallel!.endedAt!);
});

it('treats main and secondary numbers alike', async () => {
  const lines = createTelephoneLines({ leads: [{ phoneNumber: '+12025550101', contactIds: [7001] }], maxRetries: 0 });
  const contact = { ...(await lines.leads.get(7, 6001))!, id: 7001, leadId: 6001, phoneNumber: ADA };
  lines.leads.listContacts = async () => [contact];
  await lines.wakeCampaign();
  await lines.run(HOUR);
  while (lines.rung.length < 2) await lines.run(1_000);
  await lines.call(ADA);
  await lines.run(2 * MINUTE);
  expect(lines.rung.map(({ to }) => to)).toEqual(['+12025550101', ADA, ADA]);
  expect(lines.mostAtOnce()).toBe(1);
  expect((await lines.numberLines.read(7, ADA)).attempts.size).toBe(1);
});

it('ends a call that its user does not want while it waits, and lets the next one go on', async () => {
  const lines = createTelephoneLines();
  await lines.call(ADA);
  await lines.run(1_000);
  const { call } = await lines.call(ADA);
  await lines.call(ADA);
  await lines.run(2_000);
  const end = askerOf(endHandler.with(lines));
  expect((await end({ userId: 7, id: call.id, method: 'POST' })).status).toBe(200);
  await lines.run(2 * MINUTE);
  expect(lines.rung.map(({ callId }) => callId)).not.toContain(call.id);
  expect(lines.rung).toHaveLength(2);
  await expect(lines.numberLines.look(7, ADA)).resolves.toMatchObject({ waiting: [] });
});

it('cancels a call whose number is not free for an hour, with the reason, and its time was not over', async () => {
  const lines = createTelephoneLines({ callSeconds: 11 * 60 });
  const keepBusy = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 10) {
      await lines.call(ADA, { allowsParallel: true });
      await lines.run(Math.min(10, minutes - minute) * MINUTE);
    }
  };
  await keepBusy(1);
  const { call } = await lines.call(ADA);
  await keepBusy(59);
  await expect(lines.calls.get({ userId: 7, callId: call.id })).resolves.toMatchObject({ status: 'initiated' });
  await keepBusy(3);
  const over = (await lines.calls.get({ userId: 7, callId: call.id }))!;
  expect(over).toMatchObject({ status: 'failed', notDialled: 'number_busy', reason: 'number_busy', hold: 0 });
  expect(endReasonOf(over)).toBe('cancelled');
  expect(lines.rung.map(({ callId }) => callId)).not.toContain(call.id);
  // The messages of its line have ended.
  await lines.run(HOUR);
  await expect(lines.numberLines.look(7, ADA)).resolves.toMatchObject({ waiting: [] });
});

describe('the attempts of a day', () => {
  const twoCampaigns = (start?: number) =>
    createTelephoneLines({
      campaigns: [4001, 4002],
      leads: [
        { phoneNumber: ADA, campaignId: 4001 },
        { phoneNumber: ADA, campaignId: 4002 },
      ],
      maxRetries: 20,
      ...(start !== undefined && { start }),
    });

  it('are three over all campaigns, and go on at midnight where the number is', async () => {
    // 10 o'clock in the evening in Washington is two in the morning in UTC.
    const lines = twoCampaigns(Date.UTC(2026, 6, 1, 2));
    await Promise.all([lines.wakeCampaign(4001), lines.wakeCampaign(4002)]);
    await lines.run(2 * HOUR - MINUTE);
    expect(lines.rung).toHaveLength(3);
    const midnight = Date.UTC(2026, 6, 1, 4);
    const waiting = await Promise.all([6001, 6002].map((id) => lines.leads.get(7, id)));
    expect(waiting.map((lead) => lead?.dialing.nextAttemptAt)).toContain(midnight);
    expect(waiting.every((lead) => lead?.status === 'rescheduled')).toBe(true);
    await lines.run(5 * HOUR);
    expect(lines.rung).toHaveLength(6);
    expect(lines.rung[3]!.at).toBeGreaterThanOrEqual(midnight);
    expect(lines.rung[3]!.at).toBeLessThan(midnight + MINUTE);
  });

  it('do not count what a user calls, nor what was never dialled', async () => {
    const lines = twoCampaigns();
    for (let index = 0; index < 5; index += 1) await lines.call(ADA);
    await lines.run(4 * MINUTE);
    await Promise.all([lines.wakeCampaign(4001), lines.wakeCampaign(4002)]);
    await lines.run(6 * HOUR);
    expect(lines.rung).toHaveLength(8);
  });

  it('may be more for a user', async () => {
    const lines = twoCampaigns();
    await lines.users.update(7, { attemptsPerDay: 5 });
    await Promise.all([lines.wakeCampaign(4001), lines.wakeCampaign(4002)]);
    await lines.run(10 * HOUR);
    expect(lines.rung).toHaveLength(5);
  });

  it('do not count a call that a stop takes back while it rings', async () => {
    const lines = twoCampaigns();
    lines.carrier.hangUp = async () => undefined;
    await lines.wakeCampaign(4001);
    await lines.run(1_000);
    const [ringing] = lines.rung;
    const key = { userId: 7, callId: ringing!.callId };
    expect((await lines.numberLines.read(7, ADA)).attempts.has(key.callId)).toBe(true);
    await lines.calls.recordEndedBy(key, 'assistant', 'campaign_stopped');
    await lines.calls.change(key, { status: 'no-answer', wasCancelled: true, endedAt: 1 }, 1);
    await lines.queue.send('finish-call', key);
    await lines.run(1_000);
    expect((await lines.numberLines.read(7, ADA)).attempts.has(key.callId)).toBe(false);
  });
});
