import { describe, expect, it } from 'vitest';
import type { ConversationEvent } from '#shared/domain/conversation/conversation.ts';
import { toTurns } from '#shared/domain/conversation/to-turns.ts';
import { buildConversation, OPENED_AT } from '#test/support/builders.ts';

const human = (second: number, text: string): ConversationEvent => ({
  kind: 'customer_said',
  at: OPENED_AT + second * 1000,
  text,
});
const bot = (second: number, generation: number, text: string): ConversationEvent => ({
  kind: 'assistant_said',
  at: OPENED_AT + second * 1000,
  generation,
  text,
});
const cut = (second: number, generation: number, heard: string): ConversationEvent => ({
  kind: 'interrupted',
  at: OPENED_AT + second * 1000,
  generation,
  heard,
});

function lines(events: ConversationEvent[], greeting: string | null = 'Hello. How can I help?'): string[] {
  return toTurns(buildConversation(events, { greeting })).map((turn) => `${turn.sender}: ${turn.text}`);
}

describe('transcript of a conversation', () => {
  it('begins with the greeting, at the moment the conversation opened', () => {
    const [turn] = toTurns(buildConversation([], { greeting: 'Hello.' }));
    expect(turn).toEqual({ sender: 'bot', text: 'Hello.', timestamp: OPENED_AT });
  });

  it('has no greeting when the customer speaks first', () => {
    expect(lines([human(1, 'Hi')], null)).toEqual(['human: Hi']);
  });

  it('orders the events by time, however they were stored', () => {
    expect(lines([bot(4, 1, 'Sure.'), human(3, 'A table, please.')])).toEqual([
      'bot: Hello. How can I help?',
      'human: A table, please.',
      'bot: Sure.',
    ]);
  });

  it('orders by the number that the carrier gave, where it gave one', () => {
    const said: ConversationEvent[] = [
      { kind: 'assistant_said', at: OPENED_AT, generation: 0, text: 'second', sequence: 3 },
      { kind: 'customer_said', at: OPENED_AT, text: 'first', sequence: 2 },
      { kind: 'customer_said', at: OPENED_AT - 5, text: 'third', sequence: 10 },
    ];
    expect(lines(said, null)).toEqual(['human: first', 'bot: second', 'human: third']);
  });

  it.each([
    { name: 'the greeting', events: [cut(1, 0, 'Hello.')], expected: ['bot: Hello.'] },
    { name: 'all of the greeting', events: [cut(1, 0, '')], expected: [] },
    {
      name: 'an answer that was stored before',
      events: [bot(2, 1, 'We are open from nine to five.'), cut(3, 1, 'We are open')],
      expected: ['bot: We are open'],
    },
    {
      name: 'an answer that was stored later',
      events: [cut(3, 1, 'We are open'), bot(2, 1, 'We are open from nine to five.')],
      expected: ['bot: We are open'],
    },
    {
      name: 'an answer that was never stored',
      events: [cut(3, 1, 'We are open')],
      expected: ['bot: We are open'],
    },
    { name: 'an answer before its first word', events: [bot(2, 1, 'We are open.'), cut(2, 1, ' ')], expected: [] },
    {
      name: 'the second sentence, reported alone',
      events: [bot(2, 1, 'We are open. From nine to five.'), cut(3, 1, 'From nine')],
      expected: ['bot: We are open. From nine'],
    },
    {
      name: 'the first of two things said in one generation',
      events: [bot(2, 1, 'We are open.'), bot(3, 1, 'Goodbye.'), cut(4, 1, 'We are')],
      expected: ['bot: We are'],
    },
    {
      name: 'the second of two things said in one generation',
      events: [bot(2, 1, 'We are open.'), bot(3, 1, 'Goodbye now.'), cut(4, 1, 'We are open. Goodbye')],
      expected: ['bot: We are open.', 'bot: Goodbye'],
    },
    {
      name: 'words that the voice pronounced otherwise',
      events: [bot(2, 1, 'It costs 5 EUR in all.'), cut(3, 1, 'It costs five')],
      expected: ['bot: It costs five'],
    },
  ])('keeps only what was heard when the customer cuts $name', ({ events, expected }) => {
    const greeting = events.some((event) => event.kind === 'interrupted' && event.generation === 0) ? undefined : null;
    expect(lines(events, greeting)).toEqual(expected);
  });

  it('leaves the other generations whole', () => {
    const events = [
      human(1, 'Hi'),
      bot(2, 1, 'One two.'),
      human(3, 'And?'),
      bot(4, 3, 'Three four.'),
      cut(5, 3, 'Three'),
    ];
    expect(lines(events, null)).toEqual(['human: Hi', 'bot: One two.', 'human: And?', 'bot: Three']);
  });

  it('takes what the customer says before the assistant is heard for one turn', () => {
    const events = [
      human(1, 'I would like'),
      bot(1.5, 1, 'Hm.'),
      cut(2, 1, ''),
      human(2.5, 'a table.'),
      bot(3, 3, 'Sure.'),
    ];
    expect(lines(events, null)).toEqual(['human: I would like a table.', 'bot: Sure.']);
  });

  it('takes a filler and its answer for one turn, and leaves two answers apart', () => {
    const filler = { ...bot(1, 1, 'One moment.'), filler: true } as ConversationEvent;
    expect(lines([filler, bot(2, 1, 'We are open.'), bot(3, 1, 'Goodbye.')], null)).toEqual([
      'bot: One moment. We are open.',
      'bot: Goodbye.',
    ]);
    expect(lines([filler, bot(2, 2, 'Are you there?')], null)).toEqual(['bot: One moment.', 'bot: Are you there?']);
  });

  it('takes an apology and the answer after it for one turn, unless the customer speaks in between', () => {
    const answer = { ...bot(2, 1, 'We are open.'), continues: true } as ConversationEvent;
    expect(lines([bot(1, 1, 'Sorry.'), answer], null)).toEqual(['bot: Sorry. We are open.']);
    expect(lines([bot(1, 1, 'Sorry.'), human(1.5, 'Hm?'), answer], null)).toHaveLength(3);
  });

  it('keeps an apology whole when the customer cuts the answer after it, and the other way round', () => {
    const answer = { ...bot(2, 1, 'We are open.'), continues: true } as ConversationEvent;
    expect(lines([bot(1, 1, 'So sorry.'), answer, cut(3, 1, 'We')], null)).toEqual(['bot: So sorry. We']);
    expect(lines([bot(1, 1, 'So sorry.'), answer, cut(3, 1, 'So')], null)).toEqual(['bot: So']);
    expect(lines([bot(1, 1, 'So sorry.'), answer, cut(3, 1, '')], null)).toEqual(['bot: So sorry.']);
  });

  it('takes what was queued behind the cut words for unheard', () => {
    const events = [bot(1, 1, 'Are you there?'), bot(2, 2, 'Goodbye.'), cut(3, 2, 'Are you')];
    expect(lines(events, null)).toEqual(['bot: Are you']);
  });

  it('cuts the words before an interruption that comes in the same millisecond as the words of the customer', () => {
    const events = [bot(1, 1, 'Are you still there?'), cut(2, 1, 'Are you still'), human(2, 'Hello?')];
    expect(lines(events, null)).toEqual(['bot: Are you still', 'human: Hello?']);
    expect(lines(events.toReversed(), null)).toEqual(['bot: Are you still', 'human: Hello?']);
    expect(lines([human(2, 'Hello?'), cut(2, 1, 'Are you')], null)).toEqual(['bot: Are you', 'human: Hello?']);
  });

  it('lets an interruption of older words leave the ones after it alone', () => {
    const events = [bot(1, 1, 'One two.'), human(4, 'And?'), bot(5, 2, 'Three four.'), cut(3, 1, 'One')];
    expect(lines(events, null)).toEqual(['bot: One', 'human: And?', 'bot: Three four.']);
  });
});

describe('transcript of a conversation whose carrier tells what it plays', () => {
  const played = (second: number, text: string): ConversationEvent => ({
    kind: 'played',
    at: OPENED_AT + second * 1000,
    text,
  });
  const filler = (second: number, text: string) => ({ ...bot(second, 1, text), filler: true }) as ConversationEvent;

  it.each([
    {
      name: 'words that newer ones cut short',
      events: [
        bot(1, 1, 'We have a table at seven.'),
        played(2, 'We have'),
        human(3, 'Nine.'),
        bot(4, 2, 'Sure.'),
        played(5, 'Sure.'),
      ],
      expected: ['bot: We have', 'human: Nine.', 'bot: Sure.'],
    },
    {
      name: 'a filler that the answer cut short',
      events: [
        filler(1, 'Let me think.'),
        bot(2, 1, 'Let me see. Yes.'),
        played(2, 'Let me'),
        played(3, 'Let me see. Yes.'),
      ],
      expected: ['bot: Let me Let me see. Yes.'],
    },
    {
      name: 'an answer that nobody heard',
      events: [bot(1, 1, 'Too early.'), human(2, 'And more.'), bot(3, 2, 'Now then.'), played(4, 'Now then.')],
      expected: ['human: And more.', 'bot: Now then.'],
    },
    {
      name: 'pieces that come in the wrong order',
      events: [bot(1, 1, 'One. Two. Three.'), played(2, 'Two.'), played(2, 'One.')],
      expected: ['bot: One. Two.'],
    },
    {
      name: 'a key that interrupts, told in both ways',
      events: [bot(1, 1, 'One. Two. Three.'), played(2, 'One.'), played(3, 'Tw'), cut(3, 1, 'One. Tw')],
      expected: ['bot: One. Tw'],
    },
    {
      name: 'the same words twice',
      events: [bot(1, 1, 'Yes. Yes.'), played(2, 'Yes.'), played(3, 'Yes.')],
      expected: ['bot: Yes. Yes.'],
    },
    {
      name: 'the same words in two things that were said',
      events: [
        bot(1, 1, 'Are you there?'),
        played(2, 'Are you there?'),
        bot(9, 2, 'Are you there?'),
        played(10, 'Are you'),
      ],
      expected: ['bot: Are you there?', 'bot: Are you'],
    },
    {
      name: 'words that a key cuts, told in both ways, and said again later',
      events: [
        bot(1, 1, 'Are you there?'),
        played(2, 'Are you'),
        cut(2, 1, 'Are you'),
        bot(9, 2, 'Are you there?'),
        played(10, 'Are'),
      ],
      expected: ['bot: Are you', 'bot: Are'],
    },
    {
      name: 'three pieces that come in the wrong order, before words that nobody heard',
      events: [
        bot(1, 1, 'One. Two. Three.'),
        played(2, 'Three.'),
        played(2, 'Two.'),
        played(2, 'One.'),
        bot(3, 2, 'Four.'),
      ],
      expected: ['bot: One. Two. Three.'],
    },
    {
      name: 'a piece that goes over from one answer into the next, before words that nobody heard',
      events: [
        bot(1, 1, 'One. Two.'),
        played(2, 'One.'),
        bot(3, 2, 'Three. Four.'),
        played(4, 'Two. Three.'),
        cut(4, 2, 'One. Two. Three.'),
        bot(5, 3, 'Five.'),
      ],
      expected: ['bot: One. Two.', 'bot: Three.'],
    },
    {
      name: 'a phrase that was said before, in one piece with what comes after it',
      events: [
        bot(1, 1, 'Sorry.'),
        played(2, 'Sorry.'),
        bot(3, 2, 'Sorry.'),
        bot(4, 3, 'Goodbye!'),
        played(5, 'Sorry. Goodbye!'),
      ],
      expected: ['bot: Sorry.', 'bot: Sorry.', 'bot: Goodbye!'],
    },
    {
      name: 'words that the carrier spells otherwise',
      events: [bot(1, 1, 'It costs 5 EUR.'), played(2, 'It costs five euros.')],
      expected: ['bot: It costs 5 EUR.'],
    },
  ])('keeps what was heard of $name', ({ events, expected }) => {
    expect(lines(events, null)).toEqual(expected);
  });
});
