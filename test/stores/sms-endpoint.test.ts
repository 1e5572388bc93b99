import { expect, it } from 'vitest';
import { handler } from '#functions/http/sms/send-sms.ts';
import type { PhoneNumber } from '#shared/numbers/phone-number.ts';
import { createSmsLimits } from '#shared/sms/sms-deps.ts';
import { submitSms } from '#shared/sms/submit-sms.ts';
import { fundUser } from '#test/stores/stored-sms.ts';
import { buildDoNotCallEntry, buildPhoneNumber, buildUser } from '#test/support/builders.ts';
import { askerOf } from '#test/support/http-event.ts';
import { memoryService } from '#test/support/in-memory/service.ts';
import { createMemoryDoNotCallStore } from '#test/support/memory/campaigns.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const request = { from: 1001, to: '+12025550100', body: 'See you on Tuesday.' };

interface Parts {
  balance: number;
  number: Partial<PhoneNumber>;
  /** Whether a worker works on the queue. */
  works: boolean;
  perSecondPerUser: number;
  waitingPerUser: number;
}

async function setup({ balance = 1_000_000, number = {}, works = true, ...limits }: Partial<Parts> = {}) {
  const { userId, messages, ledger, spent } = await fundUser(table, balance);
  const service = memoryService({ numbers: [buildPhoneNumber({ userId, ...number })] });
  const { clock, queue, rates } = service;
  const pauses: number[] = [];
  const deps = {
    ...service,
    messages,
    limits: createSmsLimits({
      rates,
      users: { get: async () => buildUser({ smsPerSecond: null }) },
      clock,
      perSecondPerUser: limits.perSecondPerUser,
      waitingPerUser: limits.waitingPerUser,
    }),
    async pause(milliseconds: number) {
      pauses.push(milliseconds);
      clock.move(milliseconds);
      const sent = queue.sent.at(-1);
      if (works && sent?.queue === 'send-sms') {
        const key = sent.message as { userId: number; smsId: number };
        await submitSms(key, { ...service, messages, doNotCall: createMemoryDoNotCallStore() });
      }
    },
  };
  const ask = askerOf(handler.with(deps));
  const post = (body: unknown, headers: Record<string, string> = {}) => ask({ userId, body, headers });
  return { ...deps, userId, post, pauses, ledger, spent, observers: service };
}

const refusal = (message: string) => ({ status: 400, body: { message } });

it.each(['', 'erased '])(
  'answers 500 for a recipient %son the do-not-call list, charges nothing and sends nothing',
  async (how) => {
    const { post, doNotCall, userId, queue, spent } = await setup();
    await doNotCall.add(buildDoNotCallEntry({ userId, phoneNumber: request.to }));
    if (how !== '') await doNotCall.erase(userId, request.to);
    expect(await post(request)).toEqual({
      status: 500,
      body: { message: 'Failed to send SMS', error: 'The recipient is on the do-not-call list.' },
    });
    expect({ sent: queue.sent, spent: await spent() }).toEqual({ sent: [], spent: 0 });
    await doNotCall.remove(userId, request.to);
    await doNotCall.add(buildDoNotCallEntry({ userId: userId + 1, phoneNumber: request.to }));
    expect((await post(request)).status).toBe(200);
  },
);

it('answers `sent` also when the message has been delivered by then', async () => {
  const { post, messages } = await setup();
  const { get } = messages;
  messages.get = async (key) => {
    const sms = await get(key);
    return sms?.status === 'sent' ? { ...sms, status: 'delivered' } : sms;
  };
  expect(await post(request)).toMatchObject({ status: 200, body: { data: { status: 'sent' } } });
});

it('answers 200 `queued` when the outcome is open after ten seconds', async () => {
  const { userId, post, pauses, spent, queue } = await setup({ works: false });
  expect(await post(request)).toMatchObject({
    status: 200,
    body: { message: 'SMS sent successfully', data: { status: 'queued', sms_sid: '' } },
  });
  expect(pauses.slice(0, 8)).toEqual([40, 60, 90, 135, 202.5, 303.75, 400, 400]);
  expect(pauses.reduce((sum, one) => sum + one, 0)).toBe(10_000);
  expect(await spent()).toBe(10_000);
  expect(queue.sent).toMatchObject([{ queue: 'send-sms', options: { groupId: String(userId) } }]);
});

it('answers 429 beyond the SMS per second of the user, and charges nothing', async () => {
  const { post, clock, spent } = await setup({ perSecondPerUser: 1 });
  expect((await post(request)).status).toBe(200);
  clock.move(-40);
  expect(await post(request)).toEqual({ status: 429, body: { message: 'Too Many Requests', retry_after: 1 } });
  expect(await spent()).toBe(10_000);
  clock.move(1000);
  expect((await post(request)).status).toBe(200);
});

it('lets one request of the user wait at a time where two may, and answers `queued` to the others at once', async () => {
  const { post, limits, pauses, userId } = await setup({ waitingPerUser: 2, works: false });
  const stopWaiting = await limits.startWaiting(userId);
  expect(await post(request)).toMatchObject({ status: 200, body: { data: { status: 'queued' } } });
  expect(pauses).toEqual([]);
  await stopWaiting?.();
  await post(request);
  expect(pauses.reduce((sum, one) => sum + one, 0)).toBe(10_000);
});

it('sets the watch before anything is stored', async () => {
  const { userId, post, messages, timer, clock } = await setup();
  messages.createWithCharge = async () => {
    throw new Error('the table is gone');
  };
  expect(await post(request)).toEqual({ status: 500, body: { message: 'Internal server error' } });
  // After the five minutes of the worker.
  expect(timer.timers).toMatchObject([{ queue: 'send-sms', message: { userId }, dueAt: clock.now() + 305_000 }]);
});

it.each([
  ['a sender of another user', { userId: 999 }, 'From number not found'],
  ['a sender that sends no SMS', { smsCapable: false, subscriptionExpiresAt: 1 }, 'From number is not SMS capable'],
  ['a sender whose subscription has ended', { subscriptionExpiresAt: 1 }, 'From number subscription has expired'],
  ['a recipient without a country', {}, 'Invalid to phone number'],
])('answers 400 to %s, in this order, and sends nothing', async (_, number, message) => {
  const { post, queue, spent } = await setup({ number });
  expect(await post({ ...request, to: '2025550100' })).toEqual(refusal(message));
  expect({ sent: queue.sent, spent: await spent() }).toEqual({ sent: [], spent: 0 });
});

it('answers 400 when the balance is short by the smallest amount, and checks it last', async () => {
  const { post, spent } = await setup({ balance: 9_999 });
  expect(await post({ ...request, to: 'unknown' })).toEqual(refusal('Invalid to phone number'));
  expect(await post(request)).toEqual(refusal('Insufficient balance'));
  expect(await spent()).toBe(0);
});

it('goes on with the message of a run that died before it was queued', async () => {
  const { post, queue, carrier, ledger } = await setup();
  const send = queue.send;
  queue.send = async () => {
    queue.send = send;
    throw new Error('the queue is gone');
  };
  const headers = { 'idempotency-key': 'once' };
  expect((await post(request, headers)).status).toBe(500);
  expect((await post(request, headers)).status).toBe(200);
  expect(carrier.sent).toHaveLength(1);
  expect(await ledger()).toHaveLength(2);
});

it('draws other ids when one is taken', async () => {
  const { post, messages, spent } = await setup();
  const create = messages.createWithCharge;
  messages.createWithCharge = async (sms, entry) => {
    messages.createWithCharge = create;
    return create({ ...sms, totalCost: 0 }, { ...entry, amount: 0 }).then(() => create(sms, entry));
  };
  expect((await post(request)).status).toBe(200);
  expect(await spent()).toBe(10_000);
});

it.each([
  ['begins', 'take', { status: 'queued' }],
  ['ends', 'refund', { status: 'sent' }],
] as const)('answers 200 when it cannot be counted that the wait %s: the SMS is charged', async (_, method, data) => {
  const { post, rates, observers, spent } = await setup({ waitingPerUser: 4 });
  const error = new Error('the table is throttled');
  rates[method] = async () => {
    throw error;
  };
  expect(await post(request)).toMatchObject({ status: 200, body: { data } });
  expect(observers.lines).toContainEqual(expect.objectContaining({ level: 'warn', fields: { error } }));
  expect(await spent()).toBeGreaterThan(0);
});
