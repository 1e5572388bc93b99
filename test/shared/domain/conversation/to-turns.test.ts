import { describe, expect, it } from 'vitest';
import type { ConversationEvent } from '#shared/domain/conversation/conversation.ts';
import { toTurns } from '#shared/domain/conversation/to-turns.ts';
import { buildConversation, OPENED_AT } from '#test/support/conversation-builder.ts';

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
});
