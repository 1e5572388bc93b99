import { expect, it } from 'vitest';
import { holdCall } from '#test/support/in-memory/calls.ts';
import { createMemoryLanguageModel } from '#test/support/memory/platform.ts';

const ANSWER = 'We have three rooms. The first looks over the harbour. The second looks over the garden.';

/** A call whose pauses end when the test lets time pass. Frames are handled at once, as the carrier sends them. */
async function hold(assistant = {}) {
  const pauses: Array<{ until: number; resume: () => void }> = [];
  const model = createMemoryLanguageModel([[ANSWER], ['As you wish.']]);
  const live = await holdCall({ model, assistant });
  const deps = {
    ...live,
    pause: (milliseconds: number) =>
      new Promise<void>((resume) => void pauses.push({ until: live.clock.now() + milliseconds, resume })),
  };
  const settle = async () => {
    for (let step = 0; step < 5; step += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const pass = async (milliseconds: number) => {
    const end = live.clock.now() + milliseconds;
    for (;;) {
      const due = pauses.filter(({ until }) => until <= end).toSorted((one, other) => one.until - other.until)[0];
      if (!due) break;
      pauses.splice(pauses.indexOf(due), 1);
      live.clock.move(Math.max(0, due.until - live.clock.now()));
      due.resume();
      await settle();
    }
    live.clock.move(end - live.clock.now());
  };
  const receive = async (frame: object, after = 0) => {
    await pass(after);
    void live.receive(frame, 0, undefined, deps);
    await settle();
  };
  return {
    ...live,
    pass,
    replies: model.replies,
    said: () => live.tokens().join(''),
    key: (digit: string, after = 380) => receive({ type: 'dtmf', digit }, after),
    says: (voicePrompt: string, after: number) => receive({ type: 'prompt', voicePrompt, last: true }, after),
    info: (name: string, value: string, after = 0) => receive({ type: 'info', name, value }, after),
    cuts: (utteranceUntilInterrupt: string, after = 0) =>
      receive({ type: 'interrupt', utteranceUntilInterrupt }, after),
  };
}

it('keys that follow each other are one turn, for the model and in the transcript', async () => {
  const live = await hold();
  for (const digit of ['4', '7', '2']) await live.key(digit);
  await live.pass(1190);
  expect(live.replies).toEqual([]);
  await live.pass(20);
  expect(live.replies.map(({ turns }) => turns.at(-1)?.text)).toEqual(['[pressed 472]']);
  expect((await live.transcript()).slice(1)).toEqual(['human: [pressed 472]', `bot: ${ANSWER}`]);
});

it('keys that come in one millisecond are all part of the turn, and one that comes twice is one', async () => {
  const live = await hold();
  for (const digit of ['4', '7', '2', '7']) await live.key(digit, 0);
  await live.pass(1200);
  expect((await live.transcript()).slice(1)).toEqual(['human: [pressed 472]', `bot: ${ANSWER}`]);
});

it('keys up to a # are answered at once, and the next keys are another turn', async () => {
  const live = await hold();
  for (const digit of ['1', '2', '#']) await live.key(digit);
  await live.pass(310);
  expect(live.replies.map(({ turns }) => turns.at(-1)?.text)).toEqual(['[pressed 12#]']);
  await live.key('5', 400);
  await live.pass(2000);
  expect(live.replies.at(-1)?.turns.at(-1)?.text).toBe('[pressed 5]');
});

it('keys with a longer pause between them are two turns, each answered', async () => {
  const live = await hold();
  await live.key('1');
  await live.key('2', 2000);
  await live.pass(2000);
  expect(live.said()).toBe(`${ANSWER}As you wish.`);
});

it('a key that cuts the voice is answered although its interruption is handled after it', async () => {
  const live = await hold();
  await live.key('#');
  const cutAt = live.clock.now() + 1;
  await live.pass(310);
  const { generation } = (await live.conversations.getState(live.connectionId))!;
  const state = await live.conversations.recordInterruption(live.connectionId, 'Hel', cutAt);
  expect(state).toMatchObject({ generation, cutAt: null });
  expect(live.said()).toBe(ANSWER);
});

it('a key after the goodbye is no turn', async () => {
  const live = await hold();
  await live.conversations.beginEnding(live.connectionId, live.clock.now());
  await live.key('1');
  await live.pass(3000);
  expect(live.replies).toEqual([]);
});

/** A call in whose answer a sound cuts the second sentence. */
async function holdCutAnswer() {
  const live = await hold();
  await live.says('Which rooms?', 500);
  await live.info('agentSpeaking', 'on', 300);
  await live.info('tokensPlayed', 'Hello, this is Mia. How can I help you?');
  await live.info('tokensPlayed', 'We have three rooms.', 1400);
  await live.info('clientSpeaking', 'on', 500);
  await live.info('tokensPlayed', ' The first');
  await live.cuts('The first');
  await live.info('agentSpeaking', 'off', 2);
  const sent = live.tokens().length;
  return { ...live, since: () => live.tokens().slice(sent) };
}

const REST = 'The first looks over the harbour. The second looks over the garden.';

it('the assistant goes on with the sentence that a noise has cut, 1.1 seconds after it', async () => {
  const live = await holdCutAnswer();
  await live.info('clientSpeaking', 'off', 400);
  await live.pass(1090);
  expect(live.since()).toEqual([]);
  await live.pass(20);
  expect(live.since()).toEqual([REST]);
  await live.info('tokensPlayed', 'The first looks over the harbour.', 2000);
  expect((await live.transcript({ endedAt: live.clock.now() + 700 })).slice(2)).toEqual([
    'bot: We have three rooms. The first',
    'bot: The first looks over the harbour.',
  ]);
});

it('the assistant that goes on asks for the customer when nothing follows', async () => {
  const live = await holdCutAnswer();
  await live.info('clientSpeaking', 'off', 400);
  await live.pass(1600);
  await live.ring();
  expect(live.since()).toEqual([REST, 'Are you still there?']);
});

it('the assistant answers the customer when a noise has cut a filler, and the answer was not heard', async () => {
  const live = await hold();
  const filler = { kind: 'assistant_said', generation: 1, text: 'Hm.', filler: true } as const;
  await live.conversations.recordCustomerTurn(live.connectionId, 'Which rooms?', live.clock.now());
  await live.conversations.appendEvent(live.connectionId, { ...filler, at: live.clock.now() + 1 });
  await live.info('clientSpeaking', 'on', 900);
  await live.cuts('Hm');
  await live.info('agentSpeaking', 'off', 2);
  await live.info('clientSpeaking', 'off', 400);
  await live.pass(1110);
  expect(live.said()).toBe(ANSWER);
  expect(live.replies.map(({ turns }) => turns.at(-1)?.text)).toEqual(['Which rooms?']);
  expect((await live.transcript()).slice(1)).toEqual(['human: Which rooms?', 'bot: Hm', `bot: ${ANSWER}`]);
});

it('the assistant does not go on over a customer who speaks, nor after their words', async () => {
  const live = await holdCutAnswer();
  await live.pass(3000);
  expect(live.since()).toEqual([]);
  await live.info('clientSpeaking', 'off', 0);
  await live.says('I take the first.', 0);
  await live.pass(5000);
  expect(live.since()).toEqual(['As you wish.']);
});

it('the assistant does not go on when a key has cut the voice: the key is a turn', async () => {
  const live = await hold();
  await live.says('Which rooms?', 500);
  await live.info('agentSpeaking', 'on', 300);
  await live.key('1', 900);
  await live.cuts('We have');
  await live.pass(5000);
  expect(live.said()).toBe(`${ANSWER}As you wish.`);
});

it('the assistant goes on three times, and then waits for the customer', async () => {
  const live = await holdCutAnswer();
  await live.info('clientSpeaking', 'off', 400);
  for (let noise = 0; noise < 4; noise += 1) {
    await live.pass(2000);
    await live.info('agentSpeaking', 'on');
    await live.info('clientSpeaking', 'on', 400);
    await live.cuts('The');
    await live.info('clientSpeaking', 'off', 300);
  }
  await live.pass(3000);
  expect(live.since()).toEqual([REST, REST, REST]);
});
