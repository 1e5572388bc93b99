import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryLanguageModel, hang, type ScriptedPart } from '#test/support/memory/platform.ts';
import { holdCall } from '#test/support/live-call.ts';

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
