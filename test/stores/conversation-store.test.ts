import { describe, expect, it } from 'vitest';
import { keepVersion } from '#shared/assistants/assistant-items.ts';
import type { ConversationEvent } from '#shared/conversations/conversation-items.ts';
import type { Conversation } from '#shared/conversations/conversation.ts';
import { createDynamoDbConversationStore } from '#shared/conversations/dynamodb-conversation-store.ts';
import { buildScript as buildScriptFrom } from '#shared/conversations/script.ts';
import { buildAssistant, buildCall, buildScript, buildState, OPENED_AT } from '#test/support/builders.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { createMemoryConversationStore } from '#test/support/memory/conversations.ts';
import { withSend } from '#test/support/table-faults.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const clock = createFixedClock(OPENED_AT);
const later = (seconds: number) => OPENED_AT + seconds * 1000;
let connections = 0;

/** What was heard was a turn. */
function whole(heard: Conversation | string | undefined): Conversation {
  if (heard === undefined || typeof heard === 'string') throw new Error(`heard ${heard}`);
  return heard;
}

describe.each([
  { adapter: 'memory', create: () => createMemoryConversationStore() },
  {
    adapter: 'dynamodb',
    create: () => createDynamoDbConversationStore(table.real(), clock),
  },
])('conversation store on $adapter', ({ create }) => {
  async function setup(changes: Parameters<typeof buildState>[0] = {}) {
    connections += 1;
    const connectionId = `connection-${connections}`;
    const store = create();
    const state = buildState({ connectionId, ...changes });
    await store.open(state, buildScript());
    return { store, connectionId, state };
  }

  it('returns what was opened', async () => {
    const { store, connectionId, state } = await setup();
    await expect(store.getState(connectionId)).resolves.toEqual(state);
    await expect(store.read(connectionId)).resolves.toEqual({ state, script: buildScript(), events: [] });
  });

  it('gives back the script that was opened with what it is built from', async () => {
    connections += 1;
    const connectionId = `connection-${connections}`;
    const store = create();
    const assistant = buildAssistant({ id: connections, initialMessage: 'Hello {name}.' });
    await keepVersion(table.real(), assistant);
    const configuration = { assistant, variables: { name: 'Ada', list: [1, { two: null }] } };
    const source = { call: buildCall(), configuration, locale: 'en-US', now: OPENED_AT };
    const script = buildScriptFrom(source);
    await store.open(buildState({ connectionId }), script, source);
    await expect(store.read(connectionId)).resolves.toMatchObject({ script });
    const silent = { ...script, greeting: null };
    await store.open(buildState({ connectionId: `${connectionId}-silent` }), silent, source);
    await expect(store.read(`${connectionId}-silent`)).resolves.toMatchObject({ script: silent });
  });

  it('opens a connection once', async () => {
    const { store, connectionId, state } = await setup();
    await store.recordCustomerTurn(connectionId, 'Hi', later(1));
    await store.open(state, buildScript());
    await expect(store.getState(connectionId)).resolves.toMatchObject({ generation: 1 });
  });

  it('knows nothing of a conversation that was not opened', async () => {
    const store = create();
    await expect(store.getState('unknown')).resolves.toBeUndefined();
    await expect(store.read('unknown')).resolves.toBeUndefined();
    await expect(store.recordCustomerTurn('unknown', 'Hi', later(1))).resolves.toBeUndefined();
    await expect(store.recordInterruption('unknown', 'Hel', later(1))).resolves.toBeUndefined();
    await expect(store.takeFloor('unknown', 0)).resolves.toBeUndefined();
    await expect(store.yieldFloor('unknown', later(1))).resolves.toBeUndefined();
    await expect(store.recordSpeechStart('unknown', later(1))).resolves.toBeUndefined();
    await expect(store.recordPlayback('unknown', 'stopped', later(1))).resolves.toBeUndefined();
    await expect(store.recordSpeechEnd('unknown', later(1))).resolves.toBeUndefined();
    await expect(store.recordKey('unknown', '1', later(1))).resolves.toBeUndefined();
    await expect(store.beginEnding('unknown', later(1))).resolves.toBe(false);
  });

  it('hears the customer: a new generation, the silence over, and the whole conversation', async () => {
    const { store, connectionId } = await setup({ silentSince: OPENED_AT });
    const answer: ConversationEvent = { kind: 'assistant_said', at: later(2), generation: 1, text: 'Hello.' };
    await store.recordCustomerTurn(connectionId, 'Hi', later(1));
    await store.appendEvent(connectionId, answer);
    const heard = whole(await store.recordCustomerTurn(connectionId, 'A table', later(3)));
    expect(heard?.state).toMatchObject({ generation: 2, silentSince: null });
    expect(heard?.script).toEqual(buildScript());
    expect(heard?.events).toEqual([
      { kind: 'customer_said', at: later(1), text: 'Hi' },
      answer,
      { kind: 'customer_said', at: later(3), text: 'A table' },
    ]);
    await expect(store.read(connectionId)).resolves.toEqual({ ...heard, unstored: undefined });
  });

  it('keeps words that came in before it was open, once', async () => {
    connections += 1;
    const connectionId = `connection-${connections}`;
    const store = create();
    await store.recordCustomerTurn(connectionId, 'Hi', later(1));
    await store.open(buildState({ connectionId }), buildScript());
    const heard = whole(await store.recordCustomerTurn(connectionId, 'Hi', later(1)));
    expect(heard?.events).toEqual([{ kind: 'customer_said', at: later(1), text: 'Hi' }]);
  });

  it.each([0, 3])('hears the same words of the same moment once, %i words being a turn', async (wordsToInterrupt) => {
    const { store, connectionId } = await setup({ wordsToInterrupt, speakingSince: OPENED_AT });
    const answers = await Promise.all(
      [1, 2, 3].map(async () => store.recordCustomerTurn(connectionId, 'Hi', later(1))),
    );
    expect(answers.filter((answer) => answer === 'repeated')).toHaveLength(2);
    const conversation = await store.read(connectionId);
    expect(conversation?.state.generation).toBe(wordsToInterrupt === 0 ? 1 : 0);
    expect(conversation?.events).toEqual([{ kind: 'customer_said', at: later(1), text: 'Hi' }]);
  });

  it('hears the same words again at another moment, and other words of the same moment', async () => {
    const { store, connectionId } = await setup();
    for (const [text, at] of [
      ['Hi', later(1)],
      ['Hi', later(2)],
      ['Hello', later(2)],
    ] as const) {
      whole(await store.recordCustomerTurn(connectionId, text, at));
    }
    await expect(store.getState(connectionId)).resolves.toMatchObject({ generation: 3 });
  });

  it('gives each of many that speak at once its own generation, and to the last one all words', async () => {
    const { store, connectionId } = await setup();
    const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
    const heard = await Promise.all(
      words.map(async (word, index) => whole(await store.recordCustomerTurn(connectionId, word, later(index + 1)))),
    );
    const byGeneration = heard.toSorted((one, other) => one.state.generation - other.state.generation);
    expect(byGeneration.map((conversation) => conversation.state.generation)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(byGeneration.at(-1)!.events.map((event) => event.kind === 'customer_said' && event.text)).toEqual(words);
  });

  it('writes an interruption under the generation that was cut, and begins a silence', async () => {
    const { store, connectionId } = await setup();
    await store.recordCustomerTurn(connectionId, 'Hi', later(1));
    const state = await store.recordInterruption(connectionId, 'We are', later(3));
    expect(state).toMatchObject({ generation: 2, silentSince: later(3) });
    const conversation = await store.read(connectionId);
    expect(conversation?.events.at(-1)).toEqual({ kind: 'interrupted', at: later(3), generation: 1, heard: 'We are' });
  });

  it('counts an interruption once that is reported twice', async () => {
    const { store, connectionId } = await setup();
    await store.recordCustomerTurn(connectionId, 'Hi', later(1));
    await store.recordInterruption(connectionId, 'We are', later(3));
    await expect(store.recordInterruption(connectionId, 'We are', later(3))).resolves.toMatchObject({ generation: 2 });
    const cuts = (await store.read(connectionId))?.events.filter(({ kind }) => kind === 'interrupted');
    expect(new Set(cuts?.map((cut) => JSON.stringify(cut))).size).toBe(1);
  });

  it.each([later(2), later(1)])('lets an interruption that comes in late cut the generation before', async (at) => {
    const { store, connectionId } = await setup();
    await store.recordCustomerTurn(connectionId, 'Stop', later(2));
    const state = await store.recordInterruption(connectionId, 'Hello', at);
    expect(state).toMatchObject({ generation: 1, silentSince: null });
    const conversation = await store.read(connectionId);
    expect(conversation?.events).toContainEqual({ kind: 'interrupted', at, generation: 0, heard: 'Hello' });
  });

  it('lets the assistant take the floor once per silence', async () => {
    const { store, connectionId } = await setup();
    const taken = await Promise.all([store.takeFloor(connectionId, 0), store.takeFloor(connectionId, 0)]);
    expect(taken.filter((state) => state !== undefined)).toEqual([
      expect.objectContaining({ generation: 1, nudgedGeneration: 1 }),
    ]);
  });

  it('refuses the word to the assistant after the customer spoke, and when the call ends', async () => {
    const { store, connectionId } = await setup();
    await store.recordCustomerTurn(connectionId, 'Hi', later(1));
    await expect(store.takeFloor(connectionId, 0)).resolves.toBeUndefined();
    await store.beginEnding(connectionId, later(2));
    await expect(store.takeFloor(connectionId, 1)).resolves.toBeUndefined();
  });

  it('notes when the voice of the assistant begins and stops', async () => {
    const { store, connectionId } = await setup();
    await expect(store.recordPlayback(connectionId, 'stopped', later(2))).resolves.toMatchObject({
      silentSince: later(2),
    });
    await expect(store.recordPlayback(connectionId, 'began', later(3))).resolves.toMatchObject({ silentSince: null });
  });

  it('lets the later event win when the voice stops and begins out of order', async () => {
    const { store, connectionId } = await setup();
    await store.recordPlayback(connectionId, 'stopped', later(4));
    await expect(store.recordPlayback(connectionId, 'began', later(3))).resolves.toBeUndefined();
    await expect(store.recordPlayback(connectionId, 'began', later(4))).resolves.toBeUndefined();
    await expect(store.getState(connectionId)).resolves.toMatchObject({ silentSince: later(4) });
    await store.recordCustomerTurn(connectionId, 'Hi', later(6));
    await expect(store.recordPlayback(connectionId, 'stopped', later(5))).resolves.toBeUndefined();
    await expect(store.getState(connectionId)).resolves.toMatchObject({ silentSince: null });
  });

  it('lets a silence go on under the voice that broke it', async () => {
    const { store, connectionId } = await setup();
    await store.recordPlayback(connectionId, 'stopped', later(1));
    await store.takeFloor(connectionId, 0);
    await expect(store.recordPlayback(connectionId, 'began', later(31))).resolves.toBeUndefined();
    await expect(store.recordPlayback(connectionId, 'stopped', later(33))).resolves.toBeUndefined();
    await expect(store.getState(connectionId)).resolves.toMatchObject({ silentSince: later(1) });
  });

  it('gives each key to one turn, however many ask at the same time', async () => {
    const { store, connectionId } = await setup();
    for (const second of [2, 1, 3]) await store.recordKey(connectionId, String(second), later(second));
    await expect(store.getState(connectionId)).resolves.toMatchObject({ pendingKeys: { length: 3 } });
    const taken = await Promise.all([1, 2, 3].map(() => store.takeKeys(connectionId, later(2))));
    expect(taken.flat().map(({ digit }) => digit)).toEqual(['2', '1']);
    await expect(store.takeKeys(connectionId, later(9))).resolves.toEqual([{ at: later(3), digit: '3' }]);
    await expect(store.takeKeys(connectionId, later(9))).resolves.toEqual([]);
  });

  it('knows when the sound ended that cut the voice, and that words have followed', async () => {
    const { store, connectionId } = await setup();
    await store.recordSpeechStart(connectionId, later(1));
    await expect(store.recordSpeechEnd(connectionId, later(2))).resolves.toBeUndefined();
    await store.recordInterruption(connectionId, 'Hel', later(1));
    await expect(store.getState(connectionId)).resolves.toMatchObject({ cutAt: later(1) });
    await expect(store.recordSpeechEnd(connectionId, later(2))).resolves.toMatchObject({
      cutAt: later(2),
      customerSpeaksSince: null,
    });
    await store.recordCustomerTurn(connectionId, 'Wait.', later(3));
    await expect(store.getState(connectionId)).resolves.toMatchObject({ cutAt: null });
  });

  it('takes the floor to go on with what was cut, once, and that is no reprompt', async () => {
    const { store, connectionId } = await setup();
    const { generation } = (await store.recordInterruption(connectionId, 'Hel', later(1)))!;
    const taken = await store.takeFloor(connectionId, generation, 'go_on');
    expect(taken).toMatchObject({ generation: generation + 1, nudgedGeneration: 0, cutAt: null });
    await expect(store.takeFloor(connectionId, generation, 'go_on')).resolves.toBeUndefined();
  });

  it('begins to end once, however many ask at the same time', async () => {
    const { store, connectionId } = await setup();
    const first = await Promise.all([1, 2, 3, 4].map((second) => store.beginEnding(connectionId, later(second))));
    expect(first.filter(Boolean)).toEqual([true]);
    const winner = first.indexOf(true) + 1;
    await expect(store.getState(connectionId)).resolves.toMatchObject({ endingAt: later(winner) });
  });

  it('does not begin to end for a generation that has been spoken after', async () => {
    const { store, connectionId } = await setup();
    await store.recordCustomerTurn(connectionId, 'One more thing.', later(1));
    await expect(store.beginEnding(connectionId, later(2), { generation: 0 })).resolves.toBe(false);
    await expect(store.getState(connectionId)).resolves.toMatchObject({ endingAt: null });
    await expect(store.beginEnding(connectionId, later(3), { generation: 1, tool: 'end_call' })).resolves.toBe(true);
    await expect(store.getState(connectionId)).resolves.toMatchObject({ endingAt: later(3), endingTool: 'end_call' });
  });

  it('records words below the barge-in threshold as a backchannel while the assistant speaks, and writes them down', async () => {
    const { store, connectionId } = await setup({ wordsToInterrupt: 3 });
    await store.recordPlayback(connectionId, 'began', later(1));
    await expect(store.recordCustomerTurn(connectionId, 'Uh huh', later(2))).resolves.toBe('held');
    const conversation = await store.read(connectionId);
    expect(conversation?.state).toMatchObject({ generation: 0, speakingSince: later(1) });
    expect(conversation?.events).toEqual([{ kind: 'customer_said', at: later(2), text: 'Uh huh' }]);
    expect(whole(await store.recordCustomerTurn(connectionId, 'Wait a moment', later(3))).state.generation).toBe(1);
    await store.recordPlayback(connectionId, 'stopped', later(4));
    expect(whole(await store.recordCustomerTurn(connectionId, 'Yes', later(5))).state.generation).toBe(2);
  });

  it('lets held words take the floor, once, and only the newest', async () => {
    const { store, connectionId } = await setup({ wordsToInterrupt: 3 });
    await store.recordPlayback(connectionId, 'began', later(1));
    await store.recordCustomerTurn(connectionId, 'Uh huh', later(2));
    await expect(store.getState(connectionId)).resolves.toMatchObject({ heldAt: later(2) });
    await expect(store.answerHeld(connectionId, later(1), later(2))).resolves.toBeUndefined();
    const taken = await Promise.all([1, 2].map(() => store.answerHeld(connectionId, later(2), later(2))));
    expect(taken.filter((one) => one !== undefined)).toMatchObject([
      {
        state: { generation: 1, speakingSince: null, silentSince: null, heldAt: null },
        events: [{ kind: 'customer_said', text: 'Uh huh' }],
      },
    ]);
    await expect(store.recordCustomerTurn(connectionId, 'Uh huh', later(2))).resolves.toBe('repeated');
    expect(whole(await store.recordCustomerTurn(connectionId, 'Yes', later(3))).events).toHaveLength(2);
  });

  it('knows when a voice has stopped that began before newer words, and not that of a newer one', async () => {
    const { store, connectionId } = await setup({ wordsToInterrupt: 2 });
    await store.recordPlayback(connectionId, 'began', later(1));
    await store.recordCustomerTurn(connectionId, 'One moment please', later(3));
    await store.recordQuiet(connectionId, later(2));
    await expect(store.getState(connectionId)).resolves.toMatchObject({ speakingSince: null, silentSince: null });
    await store.recordPlayback(connectionId, 'began', later(5));
    await store.recordQuiet(connectionId, later(4));
    await expect(store.getState(connectionId)).resolves.toMatchObject({ speakingSince: later(5) });
  });

  it('gives way once to words over a voice that is heard', async () => {
    const { store, connectionId } = await setup({ wordsToInterrupt: 2 });
    await expect(store.yieldFloor(connectionId, later(1))).resolves.toBeUndefined();
    await store.recordPlayback(connectionId, 'began', later(2));
    const given = await Promise.all([
      store.yieldFloor(connectionId, later(3)),
      store.yieldFloor(connectionId, later(3)),
    ]);
    expect(given.filter((state) => state !== undefined)).toEqual([
      expect.objectContaining({ generation: 1, speakingSince: null }),
    ]);
  });

  it('gives no way to words that were answered since, nor over last words', async () => {
    const { store, connectionId } = await setup({ wordsToInterrupt: 2 });
    await store.recordCustomerTurn(connectionId, 'A table for two', later(5));
    await store.recordPlayback(connectionId, 'began', later(6));
    await expect(store.yieldFloor(connectionId, later(4))).resolves.toBeUndefined();
    await store.beginEnding(connectionId, later(7));
    await expect(store.yieldFloor(connectionId, later(8))).resolves.toBeUndefined();
  });

  it('notes that the customer began to speak, until the words are there', async () => {
    const { store, connectionId } = await setup();
    await expect(store.recordSpeechStart(connectionId, later(2))).resolves.toMatchObject({
      customerSpeaksSince: later(2),
    });
    await expect(store.recordSpeechStart(connectionId, later(1))).resolves.toBeUndefined();
    const heard = whole(await store.recordCustomerTurn(connectionId, 'Hi', later(3)));
    expect(heard.state.customerSpeaksSince).toBeNull();
    await expect(store.recordSpeechStart(connectionId, later(2))).resolves.toBeUndefined();
  });

  it('keeps two events of one moment apart', async () => {
    const { store, connectionId } = await setup();
    const say = (text: string): ConversationEvent => ({ kind: 'assistant_said', at: later(1), generation: 0, text });
    await store.appendEvent(connectionId, say('One.'));
    await store.appendEvent(connectionId, say('Two.'));
    await store.appendEvent(connectionId, say('Two.'));
    const conversation = await store.read(connectionId);
    expect(conversation?.events).toHaveLength(2);
  });
});

describe('conversation store on dynamodb', () => {
  const setup = async () => {
    connections += 1;
    const connectionId = `connection-${connections}`;
    const store = createDynamoDbConversationStore(table.real(), clock);
    await store.open(buildState({ connectionId }), buildScript());
    const said = async () =>
      (await store.read(connectionId))?.events.flatMap((event) => ('text' in event ? [event.text] : []));
    return { store, connectionId, said };
  };

  it('stores the words of a prompt with the answer to them, and reads them as events of their own', async () => {
    const { store, connectionId, said } = await setup();
    const { unstored = [] } = whole(await store.recordCustomerTurn(connectionId, 'Hi', later(1)));
    expect(unstored).toEqual([{ at: later(1), text: 'Hi' }]);
    const answer: ConversationEvent = {
      kind: 'assistant_said',
      at: later(2),
      generation: 1,
      text: 'Hello.',
      words: [...unstored],
    };
    await store.appendEvent(connectionId, answer);
    await store.recordCustomerTurn(connectionId, 'A table', later(3));
    await expect(said()).resolves.toEqual(['Hi', 'Hello.', 'A table']);
    const recent = await store.readRecent(connectionId);
    expect(recent?.events.map(({ at }) => at)).toEqual([later(3), later(2), later(1)]);
  });

  it('keeps the words of turns whose runs were killed', async () => {
    const { store, connectionId, said } = await setup();
    const words = ['one', 'two', 'three', 'four'];
    for (const [second, text] of words.entries()) await store.recordCustomerTurn(connectionId, text, later(second));
    await expect(said()).resolves.toEqual(words);
  });

  it('treats a conversation as absent once its week is over', async () => {
    const expired = createFixedClock(OPENED_AT);
    const store = createDynamoDbConversationStore(table.real(), expired);
    await store.open(buildState({ connectionId: 'old' }), buildScript());
    expired.move(8 * 24 * 3_600_000);
    await expect(store.getState('old')).resolves.toBeUndefined();
    await expect(store.read('old')).resolves.toBeUndefined();
  });
});

describe('words that race with another frame', () => {
  /** A store that does something before its request of this number. */
  function createRacing(request: number, meanwhile: () => Promise<unknown>) {
    const { client, tableName } = table.real();
    let requests = 0;
    const send = async (command: Parameters<typeof client.send>[0]) => {
      requests += 1;
      if (requests === request) await meanwhile();
      return client.send(command);
    };
    return createDynamoDbConversationStore({ client: withSend(client, send), tableName }, clock);
  }
  const requests = [1, 2, 3, 4, 5, 6];
  const said = ['What does it cost?', later(2)] as const;

  it.each(requests)('are a turn, or come again, if the conversation is opened before request %i', async (request) => {
    connections += 1;
    const connectionId = `connection-${connections}`;
    const store = createDynamoDbConversationStore(table.real(), clock);
    const open = () => store.open(buildState({ connectionId }), buildScript());
    const racing = createRacing(request, open);
    const first = await racing.recordCustomerTurn(connectionId, ...said);
    const heard = first ?? (await racing.recordCustomerTurn(connectionId, ...said));
    expect(whole(heard).events).toEqual([{ kind: 'customer_said', at: later(2), text: said[0] }]);
  });

  it.each(requests)('are a turn, or are held, if the voice stops before request %i', async (request) => {
    connections += 1;
    const connectionId = `connection-${connections}`;
    const store = createDynamoDbConversationStore(table.real(), clock);
    await store.open(buildState({ connectionId, wordsToInterrupt: 9, speakingSince: OPENED_AT }), buildScript());
    let stopped: Awaited<ReturnType<typeof store.recordPlayback>>;
    const racing = createRacing(
      request,
      async () => void (stopped = await store.recordPlayback(connectionId, 'stopped', later(2))),
    );
    const heard = await racing.recordCustomerTurn(connectionId, ...said);
    // Whoever stops the voice answers what was held until then.
    const kept =
      heard === 'held' ? (stopped ?? (await store.getState(connectionId)))?.heldAt : whole(heard).state.openedAt;
    expect(kept).toBe(heard === 'held' ? later(2) : OPENED_AT);
  });
});
