import { expect, it } from 'vitest';
import { handler } from '#functions/carrier/twilio-call-status.ts';
import type { CallStatus } from '#shared/calls/call-status.ts';
import { carrierEvent, verifySigned } from '#test/support/events.ts';
import { carrierCallId, storeCall } from '#test/support/in-memory/calls.ts';

async function setup(status: CallStatus = 'initiated') {
  const subject = await storeCall({ status });
  const endpoint = handler.with(subject, verifySigned, () => subject.clock.now());
  const call = (form: Record<string, string>, signature?: string, key = subject.key) =>
    endpoint(carrierEvent(key, 'status', { CallSid: carrierCallId, ...form }, signature));
  const report = async (...statuses: string[]) => {
    for (const CallStatus of statuses) await call({ CallStatus, CallDuration: '42' });
  };
  return { ...subject, call, report };
}

const reports: Array<{ reported: string[]; becomes: CallStatus }> = [
  { reported: ['initiated', 'ringing', 'in-progress'], becomes: 'in-progress' },
  { reported: ['initiated', 'ringing', 'in-progress', 'completed'], becomes: 'ended' },
  { reported: ['ringing', 'busy'], becomes: 'busy' },
  { reported: ['ringing', 'no-answer'], becomes: 'no-answer' },
  { reported: ['ringing', 'canceled'], becomes: 'no-answer' },
  { reported: ['initiated', 'failed'], becomes: 'failed' },
  { reported: ['in-progress', 'ringing', 'initiated'], becomes: 'in-progress' },
  { reported: ['completed', 'in-progress', 'ringing'], becomes: 'ended' },
  { reported: ['in-progress', 'busy', 'no-answer'], becomes: 'in-progress' },
  { reported: ['ringing', 'ringing', 'in-progress', 'in-progress', 'completed', 'completed'], becomes: 'ended' },
];

it.each(reports)('leads from initiated over $reported to $becomes', async ({ reported, becomes }) => {
  const { report, now } = await setup();
  await report(...reported);
  expect(await now()).toMatchObject({ status: becomes, carrierCallId });
});

it('answers 204, keeps the duration and queues the end of the story', async () => {
  const { call, now, queue, key, clock } = await setup('in-progress');
  const response = await call({ CallStatus: 'completed', CallDuration: '42' });
  expect(response).toMatchObject({ statusCode: 204, headers: { 'x-request-id': 'callback-1' } });
  expect(await now()).toMatchObject({ durationSeconds: 42, endedAt: clock.now() });
  expect(queue.sent).toEqual([{ queue: 'finish-call', message: key, options: { groupId: '7', delaySeconds: 2 } }]);
});

it('frees the call slot of a campaign at once, and settles later', async () => {
  const ofCampaign = await storeCall({ status: 'in-progress', campaignId: 4001, leadId: 6001 });
  const { key, queue, clock } = ofCampaign;
  const endpoint = handler.with(ofCampaign, verifySigned, () => clock.now());
  await endpoint(carrierEvent(key, 'status', { CallSid: carrierCallId, CallStatus: 'completed', CallDuration: '42' }));
  const message = { userId: 7, campaignId: 4001, endedCallId: key.callId };
  expect(queue.sent).toContainEqual({ queue: 'dial-campaign', message, options: { groupId: '7' } });
});

it('queues the end again on a repeat, until the call is settled', async () => {
  const { report, queue, calls, key } = await setup('in-progress');
  await report('completed', 'completed');
  expect(queue.sent).toHaveLength(2);
  const body = { variables: {}, turns: [], evaluation: {}, webhookResponse: null };
  const free = { carrierCost: 0, totalCost: 0, hold: 2_000_000, entry: null };
  await calls.settle({ key, status: 'completed', ...free, body, at: 1 });
  await report('completed');
  expect(queue.sent).toHaveLength(2);
});

it.each<Record<string, string>>([{}, { CallDuration: '' }, { CallDuration: '42 seconds' }])(
  'measures a call whose duration the carrier does not tell: %j',
  async (form) => {
    const { call, report, now, clock, queue } = await setup();
    await report('in-progress');
    clock.move(75_000);
    expect((await call({ CallStatus: 'completed', ...form })).statusCode).toBe(204);
    expect(await now()).toMatchObject({ status: 'ended', durationSeconds: 75 });
    expect(queue.sent).toHaveLength(1);
  },
);

it('writes down why the carrier could not connect a call', async () => {
  const { call, key, lines } = await setup('ringing');
  await call({ CallStatus: 'failed', CallDuration: '0', SipResponseCode: '404', ErrorCode: '' });
  const fields = { ...key, sipCode: '404', code: undefined };
  expect(lines).toContainEqual({ level: 'warn', message: 'the carrier could not connect the call', fields });
});

it.each<{ code: string; form: Record<string, string>; is: object | undefined }>([
  { code: 'SipResponseCode', form: { SipResponseCode: '486' }, is: { code: 'sip_486', text: 'SIP 486: Busy Here.' } },
  { code: 'SipResponseCode', form: { SipResponseCode: '499' }, is: { code: 'sip_499', text: 'SIP 499.' } },
  { code: 'ErrorCode', form: { SipResponseCode: '', ErrorCode: '13224' }, is: { code: '13224', text: 'Error 13224.' } },
  { code: 'nothing', form: {}, is: undefined },
])('keeps what $code tells about a call that did not come about: $form', async ({ form, is }) => {
  const { call, now } = await setup('ringing');
  await call({ CallStatus: 'busy', CallDuration: '0', ...form });
  expect((await now())?.carrierReason).toEqual(is);
});

it('keeps no code of a call that was answered', async () => {
  const { call, now } = await setup('in-progress');
  await call({ CallStatus: 'completed', CallDuration: '9', SipResponseCode: '200' });
  expect(await now()).not.toHaveProperty('carrierReason');
});

it('answers 403 when the carrier means another call than the one that was dialled', async () => {
  const { call, report, now } = await setup();
  await report('initiated', 'ringing');
  expect((await call({ CallStatus: 'completed', CallSid: 'CAother' })).statusCode).toBe(403);
  expect((await now())?.status).toBe('ringing');
});
