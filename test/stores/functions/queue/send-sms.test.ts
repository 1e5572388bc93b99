import { expect, it } from 'vitest';
import { handler } from '#functions/queue/send-sms.ts';
import { firstRecordIdAt, recordIdTime } from '#shared/platform/ids.ts';
import type { MessageOutcome } from '#shared/sms/message-carrier.ts';
import { carrierMessageId, storeSms } from '#test/stores/stored-sms.ts';
import { buildDoNotCallEntry, buildSms } from '#test/support/builders.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/events.ts';
import { crashAt } from '#test/support/fakes.ts';
import { createMemoryDoNotCallStore } from '#test/support/memory/campaigns.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();

async function setup(outcomes: MessageOutcome[] = [], { takesUnknown = false } = {}) {
  const subject = await storeSms(table, { takesUnknown });
  subject.carrier.messageOutcomes.push(...outcomes);
  const { messages, events, carrier, clock, ids, logger, metrics } = subject;
  const doNotCall = createMemoryDoNotCallStore();
  const deps = { messages, events, carrier, doNotCall, clock, ids, logger, metrics };
  const dlq = createMemoryDeadLetters();
  const run = (with_ = deps, message: object = subject.key) => handler.with(with_, dlq)(sqsEvent(message));
  return { ...subject, deps, run, dlq };
}

const refused: MessageOutcome = {
  kind: 'refused',
  code: 21_610,
  reason: 'Attempt to send to unsubscribed recipient',
  isOfRecipient: true,
};
const busy: MessageOutcome = { kind: 'retry', afterSeconds: 3, reason: '20429 Too Many Requests' };
const lost: MessageOutcome = { kind: 'unknown', reason: 'no answer in time' };
const handled = { batchItemFailures: [] };

it('sends once, however often it is told to, also at once', async () => {
  const { run, carrier } = await setup();
  await Promise.all([run(), run(), run()]);
  await run();
  expect(carrier.sent).toHaveLength(1);
});

it("refunds what the carrier refuses, and keeps the carrier's words", async () => {
  const { run, now, spent, ledger, key, counts } = await setup([refused]);
  expect(await run()).toEqual(handled);
  const failure = '21610 Attempt to send to unsubscribed recipient';
  expect(await now()).toMatchObject({ status: 'failed', failure, carrierMessageId: null });
  expect(await spent()).toBe(0);
  const refund = { kind: 'refund', amount: 20_000, reference: String(key.smsId) };
  expect((await ledger()).at(-1)).toMatchObject(refund);
  await run();
  expect(await ledger()).toHaveLength(3);
  expect(counts).toContainEqual({ name: 'SmsFailed', dimensions: { cause: 'recipient' } });
});

it('puts a recipient on the list who has opted out at the carrier', async () => {
  const { run, deps, key, clock, now } = await setup([{ ...refused, isOfRecipient: true, hasOptedOut: true }]);
  await run();
  const { to: phoneNumber } = (await now())!;
  const { userId } = key;
  const createdAt = clock.now();
  const entry = await deps.doNotCall.get(userId, phoneNumber);
  expect(entry).toEqual({ userId, phoneNumber, source: 'sms', reason: null, createdAt });
  const start = { userId, phoneNumber, wish: 'start', messageId: 'SM2', sentAt: createdAt } as const;
  await expect(deps.doNotCall.applyOptOut(start, createdAt)).resolves.toBe('applied');
  expect(await deps.doNotCall.has(userId, phoneNumber)).toBe(false);
});

it.each(['removed by the user', 'the sender of a START'])(
  'leaves a recipient off the list who was %s since',
  async (by) => {
    const { run, deps, key, store, now } = await setup([
      { ...refused, hasOptedOut: true },
      { ...refused, hasOptedOut: true },
    ]);
    const { userId } = key;
    const { to: phoneNumber } = (await now())!;
    if (by === 'removed by the user') {
      await run();
      await deps.doNotCall.remove(userId, phoneNumber);
    } else {
      await deps.doNotCall.applyOptOut({ userId, phoneNumber, wish: 'start', messageId: 'SM1', sentAt: 1000 }, 1000);
    }
    await store(buildSms({ userId, id: key.smsId + 1 }));
    await run(deps, { userId, smsId: key.smsId + 1 });
    expect(await deps.doNotCall.has(userId, phoneNumber)).toBe(false);
  },
);

it('refunds at once what the carrier does not take because it has closed the account', async () => {
  const { run, now, spent, counts } = await setup([{ kind: 'closed', code: 10_001, reason: 'Account is not active' }]);
  await run();
  expect(await now()).toMatchObject({ status: 'failed', failure: '10001 Account is not active' });
  expect(await spent()).toBe(0);
  expect(counts).toContainEqual({ name: 'CarrierAccountClosed', dimensions: { of: 'sms' } });
  expect(counts).toContainEqual({ name: 'CarrierError', dimensions: { code: '10001' } });
});

it('tries again later what the carrier did not take', async () => {
  const { run, carrier, dlq, key, now } = await setup([busy]);
  expect(await run()).toEqual(handled);
  expect(dlq.sentAgain).toEqual([{ message: key, delaySeconds: 3 }]);
  expect(await now()).toMatchObject({ status: 'queued', claimedAt: null });
  await run();
  expect(carrier.sent).toHaveLength(2);
  expect(await now()).toMatchObject({ status: 'sent' });
});

it.each([
  { what: 'after five minutes', waited: 298_000, outcome: busy },
  { what: 'when the carrier is busy for longer than that', waited: 0, outcome: { ...busy, afterSeconds: 300 } },
])('gives up $what, with a refund', async ({ waited, outcome }) => {
  const { run, clock, dlq, now, spent } = await setup([outcome]);
  clock.move(waited);
  await run();
  expect(dlq.sentAgain).toEqual([]);
  expect(await now()).toMatchObject({ status: 'failed', failure: '20429 Too Many Requests' });
  expect(await spent()).toBe(0);
});

it('refunds a message that was not processed for five minutes', async () => {
  const { run, clock, carrier, now, spent } = await setup();
  clock.move(305_000);
  await run();
  expect(carrier.sent).toEqual([]);
  expect(await now()).toMatchObject({ status: 'failed', failure: 'The message waited too long to be sent.' });
  expect(await spent()).toBe(0);
});

it('refunds a message whose recipient was put on the list while it waited', async () => {
  const { run, deps, key, carrier, now, spent } = await setup([busy]);
  await run();
  const { to: phoneNumber } = (await now())!;
  await deps.doNotCall.add(buildDoNotCallEntry({ userId: key.userId, phoneNumber }));
  expect(await run()).toEqual(handled);
  expect(carrier.sent).toHaveLength(1);
  expect(await now()).toMatchObject({ status: 'failed', failure: 'The recipient is on the do-not-call list.' });
  expect(await spent()).toBe(0);
});

it('lets the watch of a refused request be', async () => {
  const { run, deps, key, lines, carrier } = await setup();
  expect(await run(deps, { userId: key.userId, smsId: 99 })).toEqual(handled);
  expect({ lines, sent: carrier.sent }).toEqual({ lines: [], sent: [] });
});

it("never logs the carrier's words, which may name a number", async () => {
  const reason = "The 'To' number +12025550100 is not a valid phone number.";
  const { run, lines } = await setup([{ ...refused, reason }]);
  await run();
  expect(JSON.stringify(lines)).not.toContain('+1202');
});

it('when the answer of the carrier is lost, it asks the carrier when it is certain, and never sends again', async () => {
  const { run, clock, carrier, dlq, now, spent } = await setup([lost], { takesUnknown: true });
  await run();
  expect(dlq.sentAgain).toMatchObject([{ delaySeconds: 20 }]);
  clock.move(12_500);
  await run();
  expect(dlq.sentAgain).toMatchObject([{ delaySeconds: 20 }, { delaySeconds: 8 }]);
  expect(await now()).toMatchObject({ status: 'queued' });
  clock.move(8_000);
  await run();
  expect(await now()).toMatchObject({ status: 'sent', carrierMessageId });
  expect(carrier.sent).toHaveLength(1);
  expect(await spent()).toBe(20_000);
});

it('when the answer of the carrier is lost, it refunds what the carrier never took', async () => {
  const { run, clock, carrier, now, spent } = await setup([lost]);
  await run();
  clock.move(20_000);
  await run();
  expect(await now()).toMatchObject({ status: 'failed', failure: 'The carrier did not take the message.' });
  expect(carrier.sent).toHaveLength(1);
  expect(await spent()).toBe(0);
});

it('when the answer of the carrier is lost, and the carrier stays down, it asks each minute until it answers', async () => {
  const { run, clock, carrier, dlq, now } = await setup([lost], { takesUnknown: true });
  await run();
  clock.move(20_000);
  const { findMessages } = carrier;
  carrier.findMessages = () => Promise.reject(new Error('Twilio answered 503: 0'));
  for (let minute = 1; minute <= 15; minute += 1) expect(await run()).toEqual(handled);
  expect(dlq.sentAgain.slice(1)).toMatchObject(Array.from({ length: 15 }, () => ({ delaySeconds: 60 })));
  carrier.findMessages = findMessages;
  await run();
  expect(await now()).toMatchObject({ status: 'sent', carrierMessageId });
});

it('when the answer of the carrier is lost, it takes what has become of it since from the carrier too', async () => {
  const { run, clock, carrier, now } = await setup([lost], { takesUnknown: true });
  await run();
  Object.assign(carrier.messages[0]!, { status: 'delivered', createdAt: clock.now() + 15_000 });
  clock.move(20_000);
  await run();
  expect(await now()).toMatchObject({ status: 'delivered', carrierMessageId });
});

it.each([
  { what: 'another text', changes: { body: 'Something else' } },
  { what: 'another recipient', changes: { to: '+12025550101' } },
  { what: 'another sender', changes: { from: '+12025550009' } },
  { what: 'an earlier time', changes: { createdAt: Date.UTC(2026, 5, 30, 11, 50) } },
  { what: 'a later time', changes: { createdAt: Date.UTC(2026, 5, 30, 11, 53, 36) } },
])('when the answer of the carrier is lost, it does not take a message of $what for it', async ({ changes }) => {
  const { run, clock, carrier, now } = await setup([lost], { takesUnknown: true });
  await run();
  Object.assign(carrier.messages[0]!, changes);
  clock.move(20_000);
  await run();
  expect(await now()).toMatchObject({ status: 'failed' });
});

it('when the answer of the carrier is lost, it does not take the message of another SMS with the same text for it', async () => {
  const { run, clock, deps, carrier, store, messages, now, key, spent } = await setup([lost]);
  const twin = buildSms({ userId: key.userId, id: firstRecordIdAt(recordIdTime(key.smsId) - 4 * 60_000) });
  await store(twin);
  await run();
  await run(deps, { userId: key.userId, smsId: twin.id });
  clock.move(20_000);
  await run();
  expect(await now()).toMatchObject({ status: 'failed' });
  expect(await messages.get({ userId: key.userId, smsId: twin.id })).toMatchObject({ status: 'sent' });
  expect(carrier.messages).toHaveLength(1);
  expect(await spent()).toBe(20_000);
});

it("when the answer of the carrier is lost, it does not take the message of a later SMS for it, by a carrier's date", async () => {
  const { run, clock, deps, carrier, store, messages, now, key, spent } = await setup([lost]);
  await run();
  // Dates of the carrier are in whole seconds, and its clock differs from ours.
  clock.move(19_400);
  const twin = { userId: key.userId, smsId: firstRecordIdAt(clock.now()) };
  await store(buildSms({ userId: key.userId, id: twin.smsId, createdAt: clock.now() }));
  await run(deps, twin);
  carrier.messages[0]!.createdAt -= 5_000;
  clock.move(600);
  await run();
  expect(await now()).toMatchObject({ status: 'failed' });
  expect(await messages.get(twin)).toMatchObject({ status: 'sent' });
  expect(await spent()).toBe(20_000);
});

it('when the answer of the carrier is lost, it shares out the messages of several SMS with the same text, each once', async () => {
  const outcomes = [lost, lost, lost, lost];
  const { run, clock, deps, carrier, store, messages, key, spent } = await setup(outcomes, { takesUnknown: true });
  const all = [0, 1, 2, 3].map((offset) => ({ userId: key.userId, smsId: key.smsId + offset }));
  for (const { userId, smsId } of all.slice(1)) await store(buildSms({ userId, id: smsId }));
  for (const one of all) await run(deps, one);
  carrier.messages.splice(0, 2);
  clock.move(20_000);
  await Promise.all(all.map((one) => run(deps, one)));
  const found = await Promise.all(all.map((one) => messages.get(one)));
  const sent = found.filter((sms) => sms?.status === 'sent').map((sms) => sms!.carrierMessageId);
  expect(new Set(sent)).toEqual(new Set(carrier.messages.map((message) => message.carrierMessageId)));
  expect(sent).toHaveLength(2);
  expect(found.filter((sms) => sms?.status === 'failed')).toHaveLength(2);
  expect(await spent()).toBe(40_000);
});

it('when the answer of the carrier is lost, it waits for another SMS with the same text whose answer is being stored', async () => {
  const { run, clock, deps, carrier, store, messages, now, key, spent } = await setup([lost]);
  const twin = { userId: key.userId, smsId: key.smsId + 1 };
  await store(buildSms({ userId: key.userId, id: twin.smsId }));
  await run();
  clock.move(14_000);
  const change: typeof messages.change = async (...parts) => {
    // The table is busy, or the process stands still.
    clock.move(6_000);
    await run();
    return messages.change(...parts);
  };
  await run({ ...deps, messages: { ...messages, change } }, twin);
  const [sent] = carrier.messages;
  expect(await messages.get(twin)).toMatchObject({ status: 'sent', carrierMessageId: sent!.carrierMessageId });
  expect(await now()).toMatchObject({ status: 'queued', carrierMessageId: null });
  clock.move(20_000);
  await run();
  expect(await now()).toMatchObject({ status: 'failed' });
  expect(carrier.messages).toHaveLength(1);
  expect(await spent()).toBe(20_000);
});

it('when the answer of the carrier is late, another SMS with the same text may have its message: it looks for its own', async () => {
  const { run, clock, carrier, store, messages, now, key, dlq } = await setup();
  const twin = { userId: key.userId, smsId: key.smsId + 1 };
  await store(buildSms({ userId: key.userId, id: twin.smsId }));
  const sendMessage = carrier.sendMessage;
  carrier.sendMessage = async (message) => {
    const outcome = await sendMessage(message);
    clock.move(9_000);
    await messages.recognise(twin, carrierMessageId, clock.now());
    return outcome;
  };
  await run();
  expect(await messages.get(twin)).toMatchObject({ status: 'sent', carrierMessageId });
  expect(await now()).toMatchObject({ status: 'queued', carrierMessageId: null });
  expect(dlq.sentAgain).toMatchObject([{ delaySeconds: 20 }]);
});

const outcomes: Array<{ carrier: string; outcome: MessageOutcome[]; spends: number }> = [
  { carrier: 'takes the message', outcome: [], spends: 20_000 },
  { carrier: 'refuses the message', outcome: [refused, refused], spends: 0 },
  { carrier: 'is busy at first', outcome: [busy], spends: 20_000 },
];

it.each(outcomes.flatMap((one) => (['before', 'after'] as const).map((when) => ({ ...one, when }))))(
  'a worker that dies at any step and whose carrier $carrier ($when each effect) sends at most once and charges what was sent',
  async ({ outcome, when, spends }) => {
    for (let step = 1; ; step += 1) {
      const { deps, run, clock, carrier, now, spent } = await setup(outcome);
      const crashing = crashAt(deps, step, when);
      await run(crashing.deps);
      if (!crashing.crashed()) break;
      clock.move(25_000);
      for (let delivery = 0; delivery < 3; delivery += 1) await run();
      const sms = await now();
      expect(carrier.messages.length).toBeLessThanOrEqual(1);
      expect(sms?.status).toBe(carrier.messages.length === 1 ? 'sent' : 'failed');
      expect(await spent()).toBe(carrier.messages.length === 1 ? spends : 0);
    }
  },
);
