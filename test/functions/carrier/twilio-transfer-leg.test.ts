import { expect, it } from 'vitest';
import { handler } from '#functions/carrier/twilio-transfer-leg.ts';
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

/** The languages of the assistant, and what a human hears. */
it.each([
  { languageId: 1, says: 'Press 1 to take it.', language: 'en-US' },
  { languageId: 5, says: 'Drücken Sie die 1', language: 'de-DE' },
])('asks the human for a key in $language', async ({ languageId, says, language }) => {
  const transfers = [{ id: 1, to: HUMAN, status: 'ringing', startedAt: 1, perMinute: 14_000 } as const];
  const scene = await storeCall({ status: 'in-progress', carrierCallId, transfers }, { languageId });
  const endpoint = handler.with({ ...scene, instructions }, verifySigned, () => scene.clock.now());
  const form = { CallSid: LEG, ParentCallSid: carrierCallId };
  const { body } = await endpoint(carrierEvent(scene.key, 'transfer-leg', form));
  expect(body).toContain(`<Say language="${language}">`);
  expect(body).toContain(says);
  expect((await scene.now())?.transfers).toMatchObject([{ status: 'ringing', legId: LEG }]);
});

it('hangs up on a human whose customer is gone', async () => {
  const scene = await storeCall({ status: 'ended', carrierCallId });
  const endpoint = handler.with({ ...scene, instructions }, verifySigned, () => scene.clock.now());
  const form = { CallSid: LEG, ParentCallSid: carrierCallId, Digits: '1' };
  const { body } = await endpoint(carrierEvent(scene.key, 'transfer-leg', form));
  expect(body).toContain('<Hangup/>');
});
