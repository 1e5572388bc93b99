import { expect, it } from 'vitest';
import { handler } from '#functions/carrier/twilio-answering-machine.ts';
import type { CallStatus } from '#shared/calls/call-status.ts';
import type { CallKey } from '#shared/calls/call.ts';
import { carrierEvent, verifySigned } from '#test/support/events.ts';
import { carrierCallId, holdCall, holdRealtimeCall, storeCall } from '#test/support/in-memory/calls.ts';

type Scene = Parameters<typeof handler.with>[0] & { key: CallKey };

const detect = (scene: Scene, AnsweredBy: string) => {
  const event = carrierEvent(scene.key, 'answering-machine', { CallSid: carrierCallId, AnsweredBy });
  return handler.with(scene, verifySigned, () => scene.clock.now())(event);
};

const setup = (status: CallStatus = 'in-progress') => storeCall({ status, carrierCallId });

/** While nobody has answered the greeting, the decision waits for its end. */
async function decide(live: Awaited<ReturnType<typeof holdCall>>) {
  for (let checks = 0; checks < 5 && live.tokens().length === 0; checks += 1) await live.ring();
}

it.each([
  { verdict: 'human', answeredBy: 'human', isOver: false },
  { verdict: 'unknown', answeredBy: 'unknown', isOver: false },
  { verdict: 'machine_start', answeredBy: 'machine', isOver: true },
  { verdict: 'machine_end_beep', answeredBy: 'machine', isOver: true },
  { verdict: 'fax', answeredBy: 'machine', isOver: true },
])('takes $verdict for $answeredBy', async ({ verdict, answeredBy, isOver }) => {
  const live = await holdCall();
  expect((await detect(live, verdict)).statusCode).toBe(204);
  if (isOver) await decide(live);
  expect(await live.now()).toMatchObject({ answeredBy, endedBy: isOver ? 'assistant' : null });
  expect(live.tokens()).toEqual(isOver ? ['<end>'] : []);
});

it('leaves a call to its conversation, which is not open yet', async () => {
  const scene = await setup();
  await detect(scene, 'machine_start');
  expect(await scene.now()).toMatchObject({ answeredBy: 'machine', endedBy: null });
  expect(scene.timer.timers).toEqual([]);
});

it.each(['human', 'unknown'])(
  'leaves a speech model that has reached %s to itself: it speaks already',
  async (verdict) => {
    const scene = await holdRealtimeCall();
    await detect(scene, verdict);
    expect([scene.queue.sent, scene.timer.timers, scene.carrier.hungUp]).toEqual([[], [], []]);
  },
);

it('waits for the words that a speech model hears, which may know better', async () => {
  const scene = await holdRealtimeCall();
  await detect(scene, 'machine_start');
  expect(scene.carrier.hungUp).toEqual([]);
  expect(scene.timer.timers.at(-1)?.message).toMatchObject({ act: 'answered' });
});

it('changes nothing of a call that is final', async () => {
  const scene = await setup('completed');
  await detect(scene, 'machine_start');
  expect((await scene.now())?.answeredBy).toBe('unknown');
  expect(scene.carrier.hungUp).toEqual([]);
});

it('says no word more into a mailbox, and closes the line', async () => {
  const live = await holdCall();
  await live.say('Hi, you have reached the voicemail of');
  await detect(live, 'machine_start');
  await live.say('Please leave a message after the tone.');
  await live.ring();
  expect(live.tokens()).toEqual(['<end>']);
  await live.ring();
  expect(live.tokens().at(-1)).toBe('<end>');
});

it('ends a conversation with a machine that was recognised before it', async () => {
  const live = await holdCall({ isUnopened: true });
  await detect(live, 'fax');
  await live.setup();
  await decide(live);
  expect(live.tokens()).toEqual(['<end>']);
  expect(await live.now()).toMatchObject({ endedBy: 'assistant', reason: 'voicemail' });
});
