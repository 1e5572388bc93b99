import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdCall } from '#test/support/live-call.ts';
import { createMemoryLanguageModel, hang, type ScriptedPart } from '#test/support/memory/platform.ts';

const APOLOGY = 'Sorry, one moment please. ';
const GOODBYE = 'Thank you for your time. Goodbye!';
const broken = new Error('the provider is down');

async function converse(answers: ScriptedPart[][], parts: Parameters<typeof holdCall>[0] = {}) {
  const model = createMemoryLanguageModel(answers);
  const live = await holdCall({ model, ...parts });
  return { ...live, model };
}

describe('a model that fails', () => {
  it('is asked once more after an apology', async () => {
    const live = await converse([[broken], ['We are open.']]);
    await live.say('Are you open?');
    expect(live.frames()).toEqual([
      { type: 'text', token: APOLOGY, last: true },
      { type: 'text', token: 'We are open.', last: true },
    ]);
    expect((await live.transcript()).at(-1)).toBe(`bot: ${APOLOGY}We are open.`);
    expect(live.counts).toEqual([{ name: 'ReplyFailed', dimensions: { attempt: '1' } }]);
  });

  it('says goodbye and ends the call when it fails again', async () => {
    const live = await converse([[broken]]);
    await live.say('Are you open?');
    expect(live.tokens()).toEqual([APOLOGY, GOODBYE]);
    expect((await live.conversations.state(live.connectionId))?.endingAt).toBe(live.clock.now());
    expect((await live.now())?.endedBy).toBe('assistant');
    await live.ring();
    expect(live.tokens().at(-1)).toBe('<end>');
  });

  it('goes on where it stopped, and is told so', async () => {
    const live = await converse([['We are open. From ni', broken], ['From nine to five.']]);
    await live.say('Are you open?');
    expect(live.tokens()).toEqual(['We are open. ', APOLOGY, 'From nine to five.']);
    expect(live.model.replies[1]?.alreadySaid).toBe('We are open. ');
  });

  it('is not let repeat what was said before', async () => {
    const live = await converse([['We are open. From ni', broken], ['We are open. From nine to five.']]);
    await live.say('Are you open?');
    expect(live.tokens()).toEqual(['We are open. ', APOLOGY, 'From nine to five.']);
  });

  it.each([[[]], [['  ', '🎉']]])('has failed when it says nothing at all: %j', async (nothing) => {
    const live = await converse([nothing, nothing]);
    await live.say('Hello?');
    expect(live.tokens()).toEqual([APOLOGY, GOODBYE]);
  });

  it('keeps the names of errors, not their messages, in the log', async () => {
    const live = await converse([[broken], ['Fine.']]);
    await live.say('Hi');
    expect(JSON.stringify(live.lines)).not.toContain('provider is down');
    expect(live.lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { fields: { ...live.key, attempt: 1, problem: 'Error' } },
    ]);
  });
});

describe('the log of a turn', () => {
  it('tells how long the first words took the model and us, and no words', async () => {
    const slow = async () => live.clock.move(700);
    const live = await converse([[() => slow(), 'We are open. From nine to five.']]);
    await live.say('Are you open?');
    const fields = { ...live.key, outcome: 'spoken', modelMs: 700, overheadMs: 0 };
    expect(live.lines).toEqual([{ level: 'info', message: 'turn answered', fields }]);
  });

  it('tells which tool was called', async () => {
    const assistant = { tools: [{ type: 'end_call' as const, data: { description: 'When done.' } }] };
    const live = await converse([['Goodbye.', { kind: 'end_call' }]], { assistant });
    await live.say('Bye');
    expect(live.lines).toContainEqual({
      level: 'info',
      message: 'tool called',
      fields: { ...live.key, tool: 'end_call' },
    });
  });
});

describe('a model that is slow', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('has failed after six seconds without a word, twice', async () => {
    const live = await converse([[hang]]);
    const answered = live.say('Hello?');
    await vi.advanceTimersByTimeAsync(5_900);
    expect(live.tokens()).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(live.tokens()).toEqual([APOLOGY]);
    expect(live.model.replies[0]?.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(6_000);
    await answered;
    expect(live.tokens()).toEqual([APOLOGY, GOODBYE]);
  });

  it('has failed after six seconds in the middle of a sentence', async () => {
    const live = await converse([['We are open. From', hang], ['From nine.']]);
    const answered = live.say('Are you open?');
    await vi.advanceTimersByTimeAsync(6_100);
    await answered;
    expect(live.tokens()).toEqual(['We are open. ', APOLOGY, 'From nine.']);
  });

  it('closes the turn after twenty seconds with what was said', async () => {
    const clock = { move: (_milliseconds: number) => undefined as unknown };
    const drip = async () => void clock.move(4_500);
    const live = await converse([['One. ', drip, 'Two. ', drip, 'Three. ', drip, 'Four. ', drip, 'Five. Si', hang]]);
    clock.move = (milliseconds) => live.clock.move(milliseconds);
    const answered = live.say('Count.');
    await vi.advanceTimersByTimeAsync(2_100);
    await answered;
    expect(live.tokens()).toEqual(['One. ', 'Two. ', 'Three. ', 'Four. ', 'Five. ', '']);
    expect(live.frames().at(-1)).toMatchObject({ last: true });
  });
});

describe('a model that ends the call', () => {
  const tools = [{ type: 'end_call' as const, data: { description: 'When done.' } }];

  it.each([
    { answer: ['Goodbye then.', { kind: 'end_call' }], tokens: ['Goodbye then.'] },
    { answer: ['All done. Goodbye', ' then.', { kind: 'end_call' }], tokens: ['All done. ', 'Goodbye then.'] },
    { answer: ['Goodbye then. ', { kind: 'end_call' }], tokens: ['Goodbye then. ', ''] },
    { answer: [{ kind: 'end_call' }, 'never read'], tokens: [GOODBYE] },
  ] satisfies Array<{ answer: ScriptedPart[]; tokens: string[] }>)(
    'says its last words: $tokens',
    async ({ answer, tokens }) => {
      const live = await converse([answer], { assistant: { tools } });
      await live.say('That is all.');
      expect(live.tokens()).toEqual(tokens);
      expect(live.frames().at(-1)).toMatchObject({ type: 'text', last: true });
      expect((await live.now())?.endedBy).toBe('assistant');
      expect((await live.transcript()).at(-1)).toBe(`bot: ${tokens.join('').trim()}`);
    },
  );

  it('closes the line when the last words are spoken', async () => {
    const live = await converse([['Goodbye.', { kind: 'end_call' }]], { assistant: { tools } });
    await live.say('Bye.');
    await live.voice('on');
    await live.voice('off');
    expect(live.tokens()).toEqual(['Goodbye.', '<end>']);
  });

  it('does not take a voice that stops before the last words for their end', async () => {
    const live = await converse([['Goodbye.', { kind: 'end_call' }]], { assistant: { tools } });
    await live.say('Bye.');
    await live.receive({ type: 'info', name: 'agentSpeaking', value: 'off' }, 100);
    expect(live.tokens()).toEqual(['Goodbye.']);
  });

  it('closes the line when the customer cuts the last words short', async () => {
    const live = await converse([['Goodbye and farewell.', { kind: 'end_call' }]], { assistant: { tools } });
    await live.say('Bye.');
    await live.interrupt('Goodbye');
    expect(live.tokens().at(-1)).toBe('<end>');
    expect((await live.transcript()).at(-1)).toBe('bot: Goodbye');
  });

  it('closes the line by a timer when the carrier tells nothing', async () => {
    const live = await converse([['Goodbye, my dear.', { kind: 'end_call' }]], { assistant: { tools } });
    await live.say('Bye.');
    expect(live.timer.timers.at(-1)).toMatchObject({ message: { timer: 'hang_up' } });
    expect(live.timer.timers.at(-1)!.dueAt).toBeGreaterThan(live.clock.now() + 5_000);
    await live.ring();
    expect(live.tokens().at(-1)).toBe('<end>');
  });

  it('answers nobody any more', async () => {
    const live = await converse([['Goodbye.', { kind: 'end_call' }]], { assistant: { tools } });
    await live.say('Bye.');
    await live.say('One more thing!');
    expect(live.tokens()).toEqual(['Goodbye.']);
    expect((await live.transcript()).at(-1)).toBe('human: One more thing!');
  });

  it('does not end the call of a customer who has spoken since', async () => {
    const speakAgain = { now: async () => undefined as unknown };
    const live = await converse([[() => speakAgain.now(), { kind: 'end_call' }], ['Of course.']], {
      assistant: { tools },
    });
    speakAgain.now = () => live.say('Wait!');
    await live.say('Bye.');
    expect(live.tokens()).toEqual(['Of course.']);
    expect((await live.now())?.endedBy).toBeNull();
  });
});

describe('a line that is closed', () => {
  it('is not spoken to any more, and nothing is thrown', async () => {
    const live = await converse([['One. ', 'Two. ', 'Three.']]);
    live.socket.close(live.connectionId);
    await expect(live.say('Count.')).resolves.toEqual({ statusCode: 200 });
    expect(live.tokens()).toEqual([]);
    expect(await live.transcript()).toEqual(['bot: Hello, this is Mia. How can I help you?', 'human: Count.']);
  });
});

const wish: ScriptedPart = { kind: 'do_not_call' };

/** A call whose customer hangs up as soon as the assistant has begun to answer. */
async function holdShortCall(answer: ScriptedPart[], leadId: number | null = 6001) {
  const live = await holdCall({
    model: createMemoryLanguageModel([['One moment. ', () => hangUp(), ...answer]]),
    call: leadId === null ? {} : { leadId },
  });
  const hangUp = async () => live.socket.close(live.connectionId);
  const isListed = async () => {
    const call = await live.now();
    return live.doNotCall.has(live.key.userId, call?.clientPhoneNumber ?? '');
  };
  return { ...live, isListed };
}

describe('a customer who wants no more calls and hangs up', () => {
  it.each([
    { name: 'before the answer is through', answer: ['Of course. ', 'You will not hear from us again.', wish] },
    { name: 'and the model says nothing more', answer: [wish] },
  ])('is on the list, $name', async ({ answer }) => {
    const live = await holdShortCall(answer);
    await live.say('Never call me again.');
    await expect(live.isListed()).resolves.toBe(true);
    expect((await live.now())?.endedBy).toBeNull();
    expect(live.tokens()).toEqual(['One moment. ']);
  });

  it('is not on it when the model does not ask for that', async () => {
    const live = await holdShortCall(['Of course. ', 'Goodbye.']);
    await live.say('Fine.');
    await expect(live.isListed()).resolves.toBe(false);
  });

  it('is not answered any more in a call of no campaign', async () => {
    let isRead = false;
    const read = async () => void (isRead = true);
    const live = await holdShortCall(['Of course. ', read, 'Goodbye.'], null);
    await live.say('Never call me again.');
    expect(isRead).toBe(false);
  });
});

describe('spoken stream', () => {
  const WRITTEN = `# Our offer 🎉

**Good news**, dear *customer*: we have _two_ rooms left 👨‍👩‍👧‍👦 for you!

- The first one, with \`breakfast\` included; see [our page, part two](https://hotel.example/rooms?a=1,b=2 "all, rooms").
- [x] The second, <a href="https://hotel.example/x, y" class="big one">quiet</a> &amp; cheap 🇩🇪

| room | price |
|------|-------|
| one  | 90 €  |

\`\`\`text
Call us.
\`\`\`
~~Never~~ **always** open 👍🏽`;

  const SPOKEN =
    'Our offer Good news, dear customer: we have two rooms left for you! The first one, with breakfast included; see our page, part two. ' +
    'The second, quiet & cheap room price one 90 € Call us. Never always open';

  it.each([1, 2, 3, 5, 8, 13, 1000])(
    'markdown and emoji never reach the voice, in pieces of %i characters',
    async (size) => {
      const units = Array.from({ length: Math.ceil(WRITTEN.length / size) }, (_, index) =>
        WRITTEN.slice(index * size, (index + 1) * size),
      );
      const live = await holdCall({ model: createMemoryLanguageModel([units]) });
      await live.say('What do you have?');
      const spoken = live.tokens().join('').replaceAll(/\s+/g, ' ').trim();
      expect(spoken).toBe(SPOKEN);
    },
  );
});
