import { expect, it } from 'vitest';
import { createMemoryConversationStore } from '#test/support/memory/conversations.ts';
import { createMemoryLanguageModel } from '#test/support/memory/platform.ts';
import { holdCall } from '#test/support/live-call.ts';
import { handler } from '#functions/carrier/twilio-answering-machine.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import type { CallStatus } from '#shared/calls/call.ts';
import { carrierEvent, verifySigned } from '#test/support/events.ts';
import { holdRealtimeCall, REALTIME_CALL_ID } from '#test/support/realtime-scene.ts';
import { carrierCallId, storeCall } from '#test/support/stored-call.ts';

async function setup(assistant: Partial<Assistant> = {}, status: CallStatus = 'in-progress') {
  const stored = await storeCall({ status, carrierCallId }, assistant);
  const subject = { ...stored, conversations: createMemoryConversationStore() };
  const endpoint = handler.with(subject, verifySigned, () => subject.clock.now());
  const detect = (AnsweredBy: string, signature?: string) =>
    endpoint(carrierEvent(subject.key, 'answering-machine', { CallSid: carrierCallId, AnsweredBy }, signature));
  return { ...subject, detect };
}

it.each([
  { verdict: 'human', answeredBy: 'human', endedBy: null },
  { verdict: 'unknown', answeredBy: 'unknown', endedBy: null },
  { verdict: 'machine_start', answeredBy: 'machine', endedBy: 'assistant' },
  { verdict: 'machine_end_beep', answeredBy: 'machine', endedBy: 'assistant' },
  { verdict: 'fax', answeredBy: 'machine', endedBy: 'assistant' },
])('takes $verdict for $answeredBy', async ({ verdict, answeredBy, endedBy }) => {
  const { detect, now, carrier } = await setup();
  expect((await detect(verdict)).statusCode).toBe(204);
  expect(await now()).toMatchObject({ answeredBy, endedBy });
  expect(carrier.hungUp).toEqual(endedBy === null ? [] : [carrierCallId]);
});

it.each(['human', 'unknown'])('lets a speech model greet that waits for this: %s', async (verdict) => {
  const scene = await holdRealtimeCall();
  const endpoint = handler.with(scene, verifySigned, () => scene.clock.now());
  await endpoint(carrierEvent(scene.key, 'answering-machine', { CallSid: carrierCallId, AnsweredBy: verdict }));
  const message = { ...scene.key, realtimeCallId: REALTIME_CALL_ID, act: 'greet' };
  expect(scene.queue.sent).toMatchObject([{ queue: 'steer-realtime', message }]);
});

it('leaves a speech model silent that has reached a machine, and hangs up', async () => {
  const scene = await holdRealtimeCall();
  const endpoint = handler.with(scene, verifySigned, () => scene.clock.now());
  await endpoint(carrierEvent(scene.key, 'answering-machine', { CallSid: carrierCallId, AnsweredBy: 'machine_start' }));
  expect(scene.queue.sent).toEqual([]);
  expect(scene.carrier.hungUp).toEqual([carrierCallId]);
  expect((await scene.conversations.getState(carrierCallId))?.endingAt).not.toBeNull();
});

it('talks to a machine when the assistant may', async () => {
  const { detect, now, carrier } = await setup({ endCallOnVoicemail: false });
  await detect('machine_start');
  expect(await now()).toMatchObject({ answeredBy: 'machine', endedBy: null });
  expect(carrier.hungUp).toEqual([]);
});

it('changes nothing of a call that is final', async () => {
  const { detect, now, carrier } = await setup({}, 'completed');
  await detect('machine_start');
  expect((await now())?.answeredBy).toBe('unknown');
  expect(carrier.hungUp).toEqual([]);
});

it('says no word more into a mailbox, and closes the line even if the carrier is deaf', async () => {
  const live = await holdCall();
  const endpoint = handler.with(live, verifySigned, () => live.clock.now());
  live.carrier.hangUp = () => Promise.reject(new Error('the carrier is deaf'));
  await live.say('Hi, you have reached the voicemail of');
  const before = live.tokens();
  const event = carrierEvent(live.key, 'answering-machine', { CallSid: carrierCallId, AnsweredBy: 'machine_start' });
  expect((await endpoint(event)).statusCode).toBe(500);
  await live.say('Please leave a message after the tone.');
  await live.voice('off');
  await live.ring(1);
  expect(
    live
      .tokens()
      .slice(before.length)
      .filter((token) => token !== '<end>'),
  ).toEqual([]);
  await live.ring();
  expect(live.tokens().at(-1)).toBe('<end>');
});

it('does not let an answer that is under way be heard', async () => {
  const detected = { now: async () => undefined as unknown };
  const model = createMemoryLanguageModel([
    ['I am calling about your appointment. ', () => detected.now(), 'On Tuesday.'],
  ]);
  const live = await holdCall({ model });
  const endpoint = handler.with(live, verifySigned, () => live.clock.now());
  detected.now = () =>
    endpoint(carrierEvent(live.key, 'answering-machine', { CallSid: carrierCallId, AnsweredBy: 'machine_start' }));
  await live.say('Hi, you have reached the voicemail of');
  expect(live.tokens()).toEqual(['I am calling about your appointment. ']);
});

it('opens no conversation with a machine that was recognised before it', async () => {
  const live = await holdCall({ isUnopened: true });
  const endpoint = handler.with(live, verifySigned, () => live.clock.now());
  await endpoint(carrierEvent(live.key, 'answering-machine', { CallSid: carrierCallId, AnsweredBy: 'fax' }));
  await live.setup();
  await live.say('Beep');
  expect(live.tokens()).toEqual(['<end>']);
});
