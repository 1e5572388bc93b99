import { expect, it } from 'vitest';
import { handler } from '#functions/carrier/twilio-conversation-ended.ts';
import { createTwilioCallInstructions } from '#shared/integrations/twilio/call-instructions.ts';
import { carrierEvent, verifySigned } from '#test/support/events.ts';
import { carrierCallId, storeCall } from '#test/support/stored-call.ts';

async function setup() {
  const subject = await storeCall({ status: 'in-progress', carrierCallId });
  const urls = { publicUrl: 'https://a', socketUrl: 'wss://a' };
  const instructions = createTwilioCallInstructions({
    ...urls,
    realtimeProjectId: undefined,
    tokenKey: async () => '1',
  });
  const endpoint = handler.with({ ...subject, instructions }, verifySigned, () => subject.clock.now());
  const report = (form: Record<string, string>, signature?: string) =>
    endpoint(carrierEvent(subject.key, 'conversation-ended', { CallSid: carrierCallId, ...form }, signature));
  return { ...subject, report };
}

it.each([
  { SessionStatus: 'ended', endedBy: 'assistant' },
  { SessionStatus: 'completed', endedBy: 'customer' },
  { SessionStatus: 'failed', endedBy: null },
])('notes for $SessionStatus that the line was ended by $endedBy, and hangs up', async ({ SessionStatus, endedBy }) => {
  const { report, now } = await setup();
  const response = await report({ SessionStatus, ErrorCode: '64105' });
  expect(response.body).toContain('<Response><Hangup/></Response>');
  expect((await now())?.endedBy).toBe(endedBy);
});

it('asks the carrier soon, in case its last callback is lost', async () => {
  const { report, timer, clock, key } = await setup();
  await report({ SessionStatus: 'completed' });
  expect(timer.timers).toEqual([{ dueAt: clock.now() + 10_000, queue: 'check-call', message: key }]);
});

it('counts a conversation that broke', async () => {
  const { report, counts } = await setup();
  await report({ SessionStatus: 'failed', ErrorCode: '64105' });
  expect(counts).toEqual([{ name: 'ConversationFailed', dimensions: { code: '64105' } }]);
});
