import { expect, it } from 'vitest';
import { handler } from '#functions/carrier/twilio-message-status.ts';
import type { SmsStatus } from '#shared/sms/sms.ts';
import { carrierMessageId, storeSms } from '#test/stores/stored-sms.ts';
import { buildLedgerEntry, buildSms } from '#test/support/builders.ts';
import { verifySigned } from '#test/support/events.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();

async function setup(status: SmsStatus = 'sent') {
  const subject = await storeSms(table);
  if (status === 'sent') {
    await subject.messages.change(subject.key, { status, carrierMessageId }, subject.clock.now(), ['queued']);
  }
  const endpoint = handler.with(subject, verifySigned, () => subject.clock.now());
  const call = (form: Record<string, string>, signature = 'signed', { userId, smsId } = subject.key) =>
    endpoint({
      rawPath: `/carrier/twilio/messages/${userId}/${smsId}/status`,
      headers: { 'x-twilio-signature': signature },
      pathParameters: { user_id: String(userId), sms_id: String(smsId) },
      body: new URLSearchParams({ MessageSid: carrierMessageId, ...form }).toString(),
      requestContext: { requestId: 'callback-1', domainName: 'api.example.com' },
    });
  const report = async (...statuses: string[]) => {
    for (const MessageStatus of statuses) await call({ MessageStatus });
  };
  return { ...subject, call, report };
}

const reports: Array<{ from: SmsStatus; reported: string[]; becomes: SmsStatus }> = [
  { from: 'sent', reported: ['sending', 'sent'], becomes: 'sent' },
  { from: 'sent', reported: ['sent', 'delivered'], becomes: 'delivered' },
  { from: 'sent', reported: ['sent', 'undelivered'], becomes: 'undelivered' },
  { from: 'sent', reported: ['failed'], becomes: 'undelivered' },
  { from: 'sent', reported: ['delivered', 'sent', 'queued'], becomes: 'delivered' },
  { from: 'sent', reported: ['delivered', 'undelivered'], becomes: 'delivered' },
  { from: 'sent', reported: ['undelivered', 'delivered', 'delivered'], becomes: 'undelivered' },
  { from: 'queued', reported: ['queued'], becomes: 'sent' },
  { from: 'queued', reported: ['delivered', 'sending'], becomes: 'delivered' },
];

it.each(reports)('leads from $from over $reported to $becomes', async ({ from, reported, becomes }) => {
  const { report, now, spent } = await setup(from);
  await report(...reported);
  expect(await now()).toMatchObject({ status: becomes, carrierMessageId });
  expect(await spent()).toBe(20_000);
});

it('answers 204 and keeps why a message was not delivered', async () => {
  const { call, now } = await setup();
  const response = await call({ MessageStatus: 'undelivered', ErrorCode: '30003' });
  expect(response).toMatchObject({ statusCode: 204, headers: { 'x-request-id': 'callback-1' } });
  expect(await now()).toMatchObject({ status: 'undelivered', failure: '30003' });
});

it.each(['', 'carrier-violation'])(
  'takes a report with the error code «%s», which tells nothing',
  async (ErrorCode) => {
    const { call, now } = await setup();
    expect((await call({ MessageStatus: 'undelivered', ErrorCode })).statusCode).toBe(204);
    expect(await now()).toMatchObject({ status: 'undelivered', failure: null });
  },
);

it('ends the waiting for an answer of the carrier that was lost', async () => {
  const { report, now, messages, key, clock } = await setup('queued');
  await messages.claimSending(key, 'run-1', clock.now());
  await report('sent');
  expect(await now()).toMatchObject({ status: 'sent', carrierMessageId });
});

it('changes nothing about a message that was refunded, and raises the alarm', async () => {
  const { report, now, messages, key, clock, counts, spent } = await setup('queued');
  await messages.claimSending(key, 'run-1', clock.now());
  const entry = buildLedgerEntry({ id: 5, userId: key.userId, amount: 20_000, kind: 'refund' });
  await messages.refund({ key, claimedAt: clock.now(), failure: 'lost', segments: 1, entry, at: clock.now() });
  await report('delivered');
  expect(await now()).toMatchObject({ status: 'failed', carrierMessageId: null });
  expect(await spent()).toBe(0);
  expect(counts).toContainEqual({ name: 'SmsSentAfterRefund', dimensions: undefined });
});

it('answers 403 to a callback under another id and changes nothing', async () => {
  const { call, now } = await setup();
  expect((await call({ MessageStatus: 'delivered', MessageSid: 'SMother' })).statusCode).toBe(403);
  expect(await now()).toMatchObject({ status: 'sent', carrierMessageId });
});

it('answers 404 to a callback about an unknown message', async () => {
  const { call, key } = await setup();
  const response = await call({ MessageStatus: 'sent' }, 'signed', { ...key, smsId: key.smsId + 1 });
  expect(response.statusCode).toBe(404);
});

it('gives a callback to the SMS that was recognised by its id, not to the twin that it was sent for', async () => {
  const { call, now, store, messages, key, clock, spent } = await setup('queued');
  const twin = { userId: key.userId, smsId: key.smsId + 1 };
  await store(buildSms({ userId: key.userId, id: twin.smsId }));
  await messages.recognise(twin, carrierMessageId, clock.now());
  expect((await call({ MessageStatus: 'delivered' })).statusCode).toBe(204);
  expect(await now()).toMatchObject({ status: 'queued', carrierMessageId: null });
  expect(await messages.get(twin)).toMatchObject({ status: 'delivered', carrierMessageId });
  expect(await spent()).toBe(40_000);
});

it('lets only one of a callback and a search have a message of the carrier', async () => {
  const { call, now, store, messages, key, clock } = await setup('queued');
  const twin = { userId: key.userId, smsId: key.smsId + 1 };
  await store(buildSms({ userId: key.userId, id: twin.smsId }));
  await Promise.all([call({ MessageStatus: 'sent' }), messages.recognise(twin, carrierMessageId, clock.now())]);
  const ids = [await now(), await messages.get(twin)].map((sms) => sms?.carrierMessageId);
  expect(ids.filter((id) => id === carrierMessageId)).toHaveLength(1);
});
