import { expect, it } from 'vitest';
import { holdCall } from '#test/support/in-memory/calls.ts';
import { createMemoryLanguageModel } from '#test/support/memory/platform.ts';

/** A moment in a model's stream that a test waits for, and lets pass. */
function createGate() {
  const reached = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  return {
    reached: reached.promise,
    open: () => open.resolve(),
    wait: () => {
      reached.resolve();
      return open.promise;
    },
  };
}

it('speech of an older generation stops before its next frame when the customer interrupts, and the transcript has what was heard', async () => {
  const gate = createGate();
  const model = createMemoryLanguageModel([['We are open. ', 'From nine ', () => gate.wait(), 'to five. ', 'More.']]);
  const live = await holdCall({ model });
  const answered = live.say('Are you open?');
  await gate.reached;
  await live.interrupt('We are');
  gate.open();
  await answered;
  expect(live.tokens()).toEqual(['We are open. ']);
  expect(model.replies[0]?.signal.aborted).toBe(true);
  expect((await live.transcript()).slice(1)).toEqual(['human: Are you open?', 'bot: We are']);
});

it('speech of an older generation answers once when two prompts come at once', async () => {
  const model = createMemoryLanguageModel([['Let me see. ', 'Yes.']]);
  const live = await holdCall({ model });
  await Promise.all([live.say('I need a table', 1), live.say('for four.', 1)]);
  const generation = (await live.conversations.getState(live.connectionId))!.generation;
  expect(generation).toBe(2);
  expect(live.tokens()).toEqual(['Let me see. ', 'Yes.']);
  const last = model.replies.at(-1)!.turns.map((turn) => turn.text);
  expect(last.slice(1)).toEqual(['I need a table for four.']);
});

it('speech of an older generation is answered although the interruption comes in after the words that made it', async () => {
  const gate = createGate();
  const model = createMemoryLanguageModel([['One. ', () => gate.wait(), 'Two.'], ['As you wish.']]);
  const live = await holdCall({ model });
  const first = live.say('Count.');
  await gate.reached;
  const interruptedAt = live.clock.now() + 500;
  await live.say('Stop.');
  await live.conversations.recordInterruption(live.connectionId, 'One', interruptedAt);
  gate.open();
  await first;
  expect(live.tokens()).toEqual(['One. ', 'As you wish.']);
  const turns = ['human: Count.', 'bot: One', 'human: Stop.', 'bot: As you wish.'];
  expect((await live.transcript()).slice(1)).toEqual(turns);
});

it('speech that a noise has cut while the model stalls goes on as soon as it is stored', async () => {
  const gate = createGate();
  const model = createMemoryLanguageModel([['We are open on weekdays. ', () => gate.wait(), 'From nine to five.']]);
  const live = await holdCall({ model });
  const answered = live.say('When are you open?');
  await gate.reached;
  await live.interrupt('We are');
  let pauses = 0;
  const pause = async (milliseconds: number) => {
    live.clock.move(milliseconds);
    pauses += 1;
    if (pauses < 4) return;
    gate.open();
    await answered;
  };
  const end = { type: 'info', name: 'clientSpeaking', value: 'off' };
  await live.receive(end, 300, live.connectionId, { ...live, pause });
  expect(live.tokens()).toEqual(['We are open on weekdays. ', 'We are open on weekdays.']);
  expect(pauses).toBe(4);
});

it('speech that a noise has cut is waited for no longer than a model may stall', async () => {
  const gate = createGate();
  const live = await holdCall({ model: createMemoryLanguageModel([['Yes. ', () => gate.wait(), 'No.']]) });
  const answered = live.say('Are you open?');
  await gate.reached;
  await live.interrupt('Yes');
  const since = live.clock.now();
  await live.receive({ type: 'info', name: 'clientSpeaking', value: 'off' }, 300);
  expect(live.clock.now() - since).toBe(300 + 1_100 + 6_000);
  gate.open();
  await answered;
  expect(live.tokens()).toEqual(['Yes. ']);
});

const LONG = 'We have a table at seven, and another one at nine.';

async function holdSpeakingCall(minInterruptWords: number | null = 3) {
  const model = createMemoryLanguageModel([[LONG], ['Of course.']]);
  const live = await holdCall({ model, assistant: { minInterruptWords } });
  await live.say('A table, please.');
  await live.voice('on');
  return {
    ...live,
    partly: (voicePrompt: string) => live.receive({ type: 'prompt', voicePrompt, last: false }),
    since: () => live.frames().slice(2),
  };
}

it('a customer who speaks over the assistant does not interrupt it with fewer, is not answered, and stands in the transcript', async () => {
  const live = await holdSpeakingCall();
  await live.partly('Uh huh');
  await live.say('Uh huh.');
  expect(live.since()).toEqual([]);
  expect((await live.transcript()).slice(2)).toEqual([`bot: ${LONG}`, 'human: Uh huh.']);
  expect((await live.conversations.getState(live.connectionId))?.generation).toBe(1);
});

it('a customer who speaks over the assistant cuts it short with enough words, once, before the sentence is over', async () => {
  const live = await holdSpeakingCall();
  await live.partly('Sorry but not');
  await live.partly('Sorry but not that early');
  const blank = { kind: 'speech', isLast: true, isPreemptible: true };
  expect(live.since()).toEqual([{ ...blank, text: '' }, { kind: 'stop' }]);
  await live.say('Sorry but not that early.');
  expect(live.since().slice(2)).toEqual([{ kind: 'speech', text: 'Of course.', isLast: true, isPreemptible: true }]);
});

it('a customer who speaks over the assistant does not cut short the answer to words that came meanwhile', async () => {
  const live = await holdSpeakingCall();
  const { send } = live.socket;
  live.socket.send = async (connection, frame) => {
    live.socket.send = send;
    const outcome = await send(connection, frame);
    await live.say('Sorry but not that early.');
    return outcome;
  };
  await live.partly('Sorry but not');
  expect(live.since()).toMatchObject([{ text: '' }, { text: 'Of course.' }]);
});

it('a customer who speaks over the assistant does not hear the answer go on where the one before had stopped', async () => {
  const live = await holdSpeakingCall();
  await live.say('Nine is fine with me.');
  expect(live.since()).toMatchObject([{ text: '', isLast: true }, { text: 'Of course.' }]);
  await live.voice('off');
  await live.say('Thank you very much.');
  expect(live.since().slice(2)).toMatchObject([{ text: 'Of course.' }]);
});

it('a customer who speaks over the assistant has heard what the carrier played, and nothing more', async () => {
  const live = await holdSpeakingCall();
  const played = (value: string) => live.receive({ type: 'info', name: 'tokensPlayed', value });
  await played('Hello, this is Mia. How can I help you?');
  await played('We have a');
  await live.say('Nine is fine with me.');
  await played('Of course.');
  const turns = ['bot: We have a', 'human: Nine is fine with me.', 'bot: Of course.'];
  expect((await live.transcript()).slice(2)).toEqual(turns);
});

it('a customer who speaks over the assistant stops nothing by half a sentence where words are not counted', async () => {
  const live = await holdSpeakingCall(null);
  await live.partly('Sorry but not that early');
  expect(live.since()).toEqual([]);
  expect(live.frames()[0]).not.toHaveProperty('preemptible');
});

it('a customer who speaks over the assistant hears an apology to the end, though the words after it could cut it short', async () => {
  const model = createMemoryLanguageModel([[new Error('down')], ['Of course.']]);
  const live = await holdCall({ model, assistant: { minInterruptWords: 3 } });
  await live.say('A table, please.');
  expect(live.frames()).toMatchObject([{ isLast: false }, { text: 'Of course.', isLast: true }]);
});

it('a customer who speaks when the voice must be over is answered, also with few words: the report of its end was lost', async () => {
  const live = await holdSpeakingCall();
  await live.say('Yes.', 2_000);
  expect(live.since()).toEqual([]);
  await live.say('Hello?', 3_000);
  expect(live.since()).toMatchObject([{ text: 'Of course.' }]);
  expect((await live.transcript()).slice(2)).toEqual([`bot: ${LONG}`, 'human: Yes. Hello?', 'bot: Of course.']);
  await live.say('Hello?', 0);
  expect(live.since()).toHaveLength(1);
});

it('a customer who speaks when the voice is over is answered, also if its end was reported behind newer words', async () => {
  const live = await holdSpeakingCall();
  const stoppedAt = live.clock.now() + 500;
  await live.say('Nine is fine with me.');
  live.clock.move(stoppedAt - live.clock.now());
  await live.receive({ type: 'info', name: 'agentSpeaking', value: 'off' }, 0);
  const state = await live.conversations.getState(live.connectionId);
  expect(state).toMatchObject({ speakingSince: null, silentSince: null });
});
