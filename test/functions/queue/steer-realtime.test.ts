import { describe, expect, it } from 'vitest';
import { handler } from '#functions/queue/steer-realtime.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import type { Call } from '#shared/calls/call.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/events.ts';
import { carrierCallId, holdRealtimeCall, REALTIME_CALL_ID } from '#test/support/in-memory/calls.ts';

async function setup(
  assistant: Partial<Assistant> = {},
  call: Partial<Call> = {},
  script: Parameters<typeof holdRealtimeCall>[2] = {},
) {
  const scene = await holdRealtimeCall(assistant, call, script);
  const worker = handler.with(scene, createMemoryDeadLetters());
  const steer = (act: string, rest: object = {}) =>
    worker(sqsEvent({ ...scene.key, realtimeCallId: REALTIME_CALL_ID, act, ...rest }));
  const silence = (seconds: number) => steer('silence', { silentSeconds: seconds, silentSince: scene.openedAt });
  return { ...scene, steer, silence };
}

const question = { kind: 'sentence', text: 'Are you still there?' };

it('has the model greet once, and take its turns from then on', async () => {
  const { steer, model } = await setup({ initialMessage: 'Hello {customer_phone}.' });
  await steer('greet');
  await steer('greet');
  expect(model).toMatchObject({
    isMuted: false,
    said: [{ kind: 'greeting', text: 'Hello +12025550100.' }],
  });
});

it('greets again when the run that was to greet has died, once', async () => {
  const { steer, model, realtime } = await setup({ initialMessage: 'Hello.' });
  const { openSession } = realtime;
  realtime.openSession = async (id) => {
    const session = (await openSession(id))!;
    const killed = () => Promise.reject(new Error('killed'));
    // A run that is killed does not come to its finally.
    return { ...session, say: killed, unmute: () => undefined };
  };
  await steer('greet');
  expect(model).toMatchObject({ isMuted: true, said: [] });
  realtime.openSession = openSession;
  await steer('greet');
  expect(model.said).toEqual([]);
  await steer('greet_again');
  await steer('greet_again');
  expect(model).toMatchObject({ isMuted: false, said: [{ kind: 'greeting', text: 'Hello.' }] });
});

/** Sessions in which the model fails to say anything, this many times. */
function failing(realtime: Awaited<ReturnType<typeof setup>>['realtime'], times: number) {
  const { openSession } = realtime;
  let left = times;
  realtime.openSession = async (id) => {
    const session = (await openSession(id))!;
    const fail = () => Promise.reject(new Error('rate_limit_exceeded'));
    return (left -= 1) < 0 ? session : { ...session, say: fail };
  };
}

it('greets again when the model has failed to greet', async () => {
  const { steer, model, realtime } = await setup({ initialMessage: 'Hello.' });
  failing(realtime, 1);
  await steer('greet');
  expect(model).toMatchObject({ isMuted: true, said: [] });
  await steer('greet');
  await steer('greet_again');
  expect(model).toMatchObject({ isMuted: false, said: [{ kind: 'greeting', text: 'Hello.' }] });
});

it('lets the model take its turns when it has failed to greet twice', async () => {
  const { steer, model, realtime } = await setup({ initialMessage: 'Hello.' });
  failing(realtime, 2);
  await steer('greet');
  await steer('greet_again');
  expect(model).toMatchObject({ isMuted: false, said: [] });
});

it('ends a call whose model stays muted because no session is had, and no other one', async () => {
  const { steer, model, realtime } = await setup({ initialMessage: 'Hello.' });
  const { openSession } = realtime;
  const none = async () => undefined;
  realtime.openSession = none;
  await steer('greet');
  expect(model.status).toBe('live');
  realtime.openSession = openSession;
  await steer('greet');
  realtime.openSession = none;
  await steer('greet_again');
  expect(model.status).toBe('live');
  const muted = await setup({ initialMessage: 'Hello.' });
  muted.realtime.openSession = none;
  await muted.steer('greet_again');
  expect(muted.model.status).toBe('over');
});

it('does not greet again a customer who has heard the greeting, but takes its turns', async () => {
  const { steer, model, conversations } = await setup({ initialMessage: 'Hello.' });
  const said = { kind: 'assistant_said', at: 1, generation: 0, text: 'Hello.', sequence: 2 } as const;
  await conversations.appendEvent(carrierCallId, said);
  await steer('greet_again');
  expect(model).toMatchObject({ isMuted: false, said: [] });
});

it('waits for a customer who is to speak first', async () => {
  const { steer, model } = await setup({ waitForCustomer: true });
  await steer('greet');
  expect(model).toMatchObject({ isMuted: false, said: [] });
});

it('says nothing to a mailbox', async () => {
  const { steer, model } = await setup({ endCallOnVoicemail: true }, { answeredBy: 'machine' });
  await steer('greet');
  expect(model).toMatchObject({ isMuted: true, said: [], sessions: 0 });
});

it('asks into a silence that the model cannot break itself, and comes back for the goodbye', async () => {
  const { silence, model, timer, clock } = await setup({ reengagementInterval: 35, maxSilenceDuration: 60 });
  await silence(35);
  expect(model.said).toMatchObject([{ ...question, text: expect.stringContaining('there') as string }]);
  expect(timer.timers).toMatchObject([{ dueAt: clock.now() + 25_000, message: { act: 'silence', silentSeconds: 60 } }]);
});

it('leaves the question to a model that asks by itself', async () => {
  const { silence, model, timer } = await setup({ reengagementInterval: 20 });
  await silence(20);
  expect(model.said).toEqual([]);
  expect(timer.timers).toHaveLength(1);
});

it('does nothing when the customer has spoken since', async () => {
  const { silence, model, queue, conversations, openedAt } = await setup();
  const said = { kind: 'customer_said', at: openedAt + 10_000, text: 'Well.', sequence: 3 } as const;
  await conversations.appendEvent(carrierCallId, said);
  await silence(40);
  expect([model.said, queue.sent]).toEqual([[], []]);
});

it('begins to say goodbye when the time is up, once', async () => {
  const { steer, queue, now } = await setup();
  await steer('goodbye');
  await steer('goodbye');
  expect(await now()).toMatchObject({ endedBy: 'assistant', endReason: 'max_duration' });
  expect(queue.sent).toMatchObject([{ message: { act: 'last_words' } }]);
});

it('closes the line after the last words', async () => {
  const { steer, model } = await setup();
  await steer('last_words');
  expect(model).toMatchObject({ status: 'over', said: [{ kind: 'farewell' }] });
});

it('closes the line if no session for the last words is had', async () => {
  const { steer, model, realtime } = await setup();
  realtime.openSession = async () => undefined;
  await steer('last_words');
  expect(model.status).toBe('over');
});

it('closes the line even if the last words fail', async () => {
  const { steer, model, realtime } = await setup();
  const { openSession } = realtime;
  realtime.openSession = async (id) => {
    const session = (await openSession(id))!;
    return { ...session, say: () => Promise.reject(new Error('the speech model: server_error')) };
  };
  expect(await steer('last_words')).toMatchObject({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
  expect(model.status).toBe('over');
});

it('hangs up what should have ended, and nothing else', async () => {
  const { steer, model, conversations, clock } = await setup();
  await steer('hang_up');
  expect(model.status).toBe('live');
  await conversations.beginEnding(carrierCallId, clock.now());
  await steer('hang_up');
  expect(model.status).toBe('over');
});

it('ends the call at the maximum silence, with that reason', async () => {
  const { silence, now } = await setup();
  await silence(40);
  expect(await now()).toMatchObject({ endedBy: 'assistant', endReason: 'silence' });
});

it.each(['greet', 'greet_again', 'silence', 'goodbye'])('does not %s in a call that is ending', async (act) => {
  const { steer, model, queue, conversations, clock, openedAt } = await setup();
  await conversations.beginEnding(carrierCallId, clock.now());
  await steer(act, { silentSeconds: 40, silentSince: openedAt });
  expect([model.said, queue.sent]).toEqual([[], []]);
});

it.each(['greet', 'goodbye', 'last_words', 'hang_up'])('does not %s in a call that is over', async (act) => {
  const { steer, model } = await setup({}, { status: 'ended' });
  await steer(act);
  expect(model).toMatchObject({ status: 'live', sessions: 0 });
});

const MAILBOX = 'Please leave a message after the tone.';

it.each([
  { what: 'its message, once', heard: MAILBOX, said: [{ kind: 'message', text: 'Call back.' }], hungUp: true },
  { what: 'nothing, and the line is closed', heard: MAILBOX, message: null, said: [], hungUp: true },
  { what: 'nothing where a person has answered', heard: 'Hello, who is this?', said: [], hungUp: false },
])('says to a mailbox $what', async ({ heard, message = 'Call back.', said, hungUp }) => {
  const { steer, model, conversations, clock, now } = await setup({}, {}, { mailboxMessage: message });
  await conversations.recordVerdict(carrierCallId, 'machine');
  await conversations.appendEvent(carrierCallId, { kind: 'customer_said', at: clock.now(), text: heard });
  await Promise.all([steer('answered'), steer('answered')]);
  expect(model).toMatchObject({ said, status: hungUp ? 'over' : 'live' });
  expect((await now())?.reason).toBe(hungUp ? 'voicemail' : undefined);
});

it('waits for a customer who has asked for time, and asks afterwards in place of the model', async () => {
  const { steer, silence, model, timer, clock, conversations } = await setup({ reengagementInterval: 20 });
  model.isMuted = false;
  await conversations.recordWait(carrierCallId, 0, clock.now() + 50_000, clock.now());
  await steer('be_patient');
  expect(model).toMatchObject({ isPatient: true, said: [] });
  await silence(20);
  expect(model.said).toEqual([]);
  expect(timer.timers).toMatchObject([{ dueAt: clock.now() + 50_000, message: { act: 'silence', silentSeconds: 20 } }]);
  clock.move(50_000);
  await silence(20);
  expect(model.said).toMatchObject([question]);
});

it('waits no longer for a customer who has spoken since', async () => {
  const { steer, model, clock, conversations, openedAt } = await setup({ reengagementInterval: 35 });
  await conversations.recordWait(carrierCallId, 0, clock.now() + 200_000, clock.now());
  const at = openedAt + 10_000;
  await conversations.appendEvent(carrierCallId, { kind: 'customer_said', at, text: 'I am back.', sequence: 3 });
  await steer('silence', { silentSeconds: 35, silentSince: at });
  expect(model.said).toMatchObject([question]);
});

it('says the initial message to a silent customer who should speak first, and ends the call if nothing follows', async () => {
  const assistant = { waitForCustomer: true, initialMessage: 'This is Mia.', reengagementInterval: 20 };
  const { steer, silence, model, timer, clock, queue } = await setup(
    assistant,
    {},
    { initialMessage: 'This is Mia.', initialSilence: 20 },
  );
  await silence(20);
  await silence(20);
  expect(model.said).toEqual([{ kind: 'greeting', text: 'This is Mia.' }]);
  expect(timer.timers).toMatchObject([{ dueAt: clock.now() + 40_000, message: { silentSeconds: 60 } }]);
  await steer('silence', timer.timers[0]!.message);
  expect(queue.sent).toMatchObject([{ message: { act: 'last_words' } }]);
});

describe('where a mailbox would get a message', () => {
  const MESSAGE = 'Please call us back.';
  const words = (at: number, text: string) => ({ kind: 'customer_said', at, text, sequence: 3 }) as const;
  const hold = async (verdict: 'human' | 'machine' | 'unknown', answeredBy = verdict) => {
    const call = await setup(
      { initialMessage: 'Hello.' },
      { leavesMessage: true, answeredBy },
      { mailboxMessage: MESSAGE },
    );
    await call.conversations.recordVerdict(carrierCallId, verdict);
    return call;
  };

  it('stays muted behind the greeting, also if it is to be greeted for again', async () => {
    const { steer, model } = await hold('unknown');
    await steer('greet');
    await steer('greet_again');
    expect(model).toMatchObject({ isMuted: true, said: [{ kind: 'greeting' }] });
  });

  it.each([
    { verdict: 'human', text: undefined, answers: [] },
    { verdict: 'unknown', text: undefined, answers: [] },
    { verdict: 'human', text: 'Yes, this is he.', answers: [{ kind: 'answer' }] },
  ] as const)(
    'listens when the verdict is $verdict, and answers what was said: $text',
    async ({ verdict, text, answers }) => {
      const { steer, model, conversations, clock } = await hold('unknown');
      await steer('greet');
      await conversations.recordVerdict(carrierCallId, verdict);
      if (text) await conversations.appendEvent(carrierCallId, words(clock.now(), text));
      await steer('answered');
      await steer('answered');
      expect(model).toMatchObject({ isMuted: false, said: [{ kind: 'greeting' }, ...answers] });
    },
  );

  it('listens at once when a person is known before the end of the greeting', async () => {
    const { steer, model } = await hold('human', 'unknown');
    await steer('answered');
    expect(model.isMuted).toBe(true);
    await steer('greet');
    expect(model).toMatchObject({ isMuted: false, said: [{ kind: 'greeting' }] });
  });

  it('answers the words of a person, without a verdict', async () => {
    const { steer, model, conversations, clock } = await hold('unknown');
    await steer('greet');
    const at = clock.now();
    await conversations.appendEvent(carrierCallId, words(at, 'Hello, this is Peter speaking, who is calling?'));
    await steer('answered', { silentSince: at });
    expect(model).toMatchObject({ isMuted: false, said: [{ kind: 'greeting' }, { kind: 'answer' }] });
  });

  it('waits for the rest of words that may be those of a mailbox', async () => {
    const { steer, model, conversations, clock, timer } = await hold('unknown');
    await steer('greet');
    const at = clock.now();
    await conversations.appendEvent(carrierCallId, words(at, 'You have reached the voicemail of 5 5 1 0.'));
    await steer('answered', { silentSince: at });
    expect(timer.timers).toMatchObject([{ dueAt: at + 4_000, message: { act: 'answered', silentSince: at } }]);
    clock.move(4_000);
    await steer('answered', { silentSince: at });
    expect(model).toMatchObject({ status: 'over', said: [{ kind: 'greeting' }, { kind: 'message', text: MESSAGE }] });
  });

  it('does not greet a mailbox of which the carrier has told', async () => {
    const { steer, model, timer, clock } = await hold('machine');
    await steer('greet');
    expect(timer.timers).toMatchObject([{ dueAt: clock.now() + 4_000, message: { act: 'answered' } }]);
    await steer('answered');
    expect(model.said).toEqual([{ kind: 'message', text: MESSAGE }]);
  });
});

it('lets the model go on that has the result of a tool', async () => {
  const { steer, model } = await setup();
  model.isMuted = false;
  await steer('go_on');
  expect(model.said).toEqual([{ kind: 'answer' }]);
});
