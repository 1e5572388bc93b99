import { expect, it } from 'vitest';
import { handler } from '#functions/carrier/twilio-transfer-ended.ts';
import { createTwilioCallInstructions } from '#shared/integrations/twilio/call-instructions.ts';
import { carrierEvent, verifySigned } from '#test/support/events.ts';
import { carrierCallId, storeCall } from '#test/support/in-memory/calls.ts';
import { HUMAN } from '#test/support/tools.ts';

const LEG = `CA${'2'.padStart(32, '0')}`;
const instructions = createTwilioCallInstructions({
  publicUrl: 'https://a',
  socketUrl: 'wss://a',
  realtimeProjectId: undefined,
  tokenKey: async () => '1',
});

async function setup(bridged = false) {
  const talk = bridged ? { status: 'bridged', bridgedAt: 2, bridgedAfter: 30, legId: LEG } : { status: 'ringing' };
  const transfers = [{ id: 1, to: HUMAN, startedAt: 1, perMinute: 14_000, ...talk }];
  const scene = await storeCall({
    status: 'in-progress',
    carrierCallId,
    connections: 1,
    transfers: transfers as never,
  });
  const endpoint = handler.with({ ...scene, instructions }, verifySigned, () => scene.clock.now());
  const report = async (form: Record<string, string>) =>
    (await endpoint(carrierEvent(scene.key, 'transfer-ended', { CallSid: carrierCallId, DialCallSid: LEG, ...form })))
      .body;
  return { ...scene, report };
}

it.each([
  {
    what: 'the customer hung up while it rang',
    bridged: false,
    dial: 'canceled',
    call: 'completed',
    status: 'no_answer',
    endedBy: 'customer',
  },
  {
    what: 'the customer hung up in the talk',
    bridged: true,
    dial: 'completed',
    call: 'completed',
    status: 'bridged',
    endedBy: null,
  },
  {
    what: 'the human hung up in the talk',
    bridged: true,
    dial: 'completed',
    call: 'in-progress',
    status: 'bridged',
    endedBy: null,
  },
])('ends the call where $what', async ({ bridged, dial, call, status, endedBy }) => {
  const { report, now } = await setup(bridged);
  expect(await report({ CallStatus: call, DialCallStatus: dial, DialBridged: String(bridged) })).toContain('<Hangup/>');
  expect(await now()).toMatchObject({ endedBy, transfers: [{ status, legId: LEG }] });
});

it('keeps the customer where the human has pressed the key and was not bridged', async () => {
  const { report, now } = await setup(true);
  const body = await report({ CallStatus: 'in-progress', DialCallStatus: 'completed', DialBridged: 'false' });
  expect(body).toContain('<ConversationRelay');
  expect((await now())?.transfers).toMatchObject([{ status: 'declined' }]);
});
