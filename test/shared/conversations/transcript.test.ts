import { expect, it } from 'vitest';
import type { ConversationEvent } from '#shared/conversations/conversation-items.ts';
import type { Conversation } from '#shared/conversations/conversation.ts';
import { toTurns } from '#shared/conversations/transcript.ts';
import { buildConversation, OPENED_AT } from '#test/support/builders.ts';

const kinds = {
  /** The customer said. */
  h: (text: string) => ({ kind: 'customer_said', text }),
  /** The assistant said, in this generation: at once, as a filler, or after an apology. */
  b: (text: string, generation: number) => ({ kind: 'assistant_said', generation, text }),
  f: (text: string, generation: number) => ({ kind: 'assistant_said', generation, text, filler: true }),
  c: (text: string, generation: number) => ({ kind: 'assistant_said', generation, text, continues: true }),
  /** The customer cut this generation, having heard. */
  x: (heard: string, generation: number) => ({ kind: 'interrupted', generation, heard }),
  /** The carrier played. */
  p: (text: string) => ({ kind: 'played', text }),
};

/** Events as `b1@2 One two.`: the assistant said, in generation 1, at second 2. */
const eventsOf = (script: string): ConversationEvent[] =>
  script.split(' | ').map((line) => {
    const [, kind = '', generation, second, text = ''] = /^(\w)(\d*)@([\d.]+) ?(.*)$/.exec(line) ?? [];
    const event = kinds[kind as keyof typeof kinds](text, Number(generation));
    return { ...event, at: OPENED_AT + Number(second) * 1000 } as ConversationEvent;
  });

/** Turns as `bot: Hello. / human: Hi.` */
const turnsOf = (events: ConversationEvent[], greeting: string | null = null, wordsToInterrupt = 0) =>
  toTurns(withWords(buildConversation(events, { greeting }), wordsToInterrupt))
    .map(({ sender, text }) => `${sender}: ${text}`)
    .join(' / ');

const withWords = ({ state, ...rest }: Conversation, wordsToInterrupt: number) => ({
  ...rest,
  state: { ...state, wordsToInterrupt },
});

it('the transcript begins with the greeting, at the moment the conversation opened', () => {
  const { state, ...parts } = buildConversation([], { greeting: 'Hello.' });
  const heard = { ...parts, state: { ...state, silentSince: OPENED_AT + 2000 } };
  expect(toTurns(heard)).toEqual([{ sender: 'bot', text: 'Hello.', timestamp: OPENED_AT }]);
});

it('the transcript has as much of a greeting as the time until the customer hung up allows', () => {
  const conversation = buildConversation([], { greeting: 'Hello, this is Mia. How can I help you?' });
  expect(toTurns(conversation, { endedAt: OPENED_AT + 2500 })).toMatchObject([
    { sender: 'bot', text: 'Hello, this is Mia. How can I' },
  ]);
});

it('the transcript has no greeting while nothing tells that it was played: the customer hung up', () => {
  expect(toTurns(buildConversation([], { greeting: 'Hello.' }))).toEqual([]);
});

it('the transcript orders by the number that the carrier gave, where it gave one', () => {
  const said: ConversationEvent[] = [
    { kind: 'assistant_said', at: OPENED_AT, generation: 0, text: 'second', sequence: 3 },
    { kind: 'customer_said', at: OPENED_AT, text: 'first', sequence: 2 },
    { kind: 'customer_said', at: OPENED_AT - 5, text: 'third', sequence: 10 },
  ];
  expect(turnsOf(said)).toBe('human: first / bot: second / human: third');
});

it('the tool of a speech model stands after what was said before it, and before the goodbye', () => {
  const { state, ...parts } = buildConversation(eventsOf('h@1 Bye. | b0@5 Goodbye.'), { greeting: null });
  const ending = { ...state, endingAt: OPENED_AT + 2000, endingTool: 'end_call' } as const;
  expect(toTurns({ ...parts, state: ending })).toMatchObject([
    { text: 'Bye.', tools: ['end_call'] },
    { text: 'Goodbye.' },
  ]);
});

it.each([
  ['the whole greeting', 'x0@1 Hello.', 'bot: Hello.'],
  ['no word of the greeting', 'x0@0.2', ''],
])('the transcript keeps %s, as it was heard', (_, script, turns) => {
  expect(turnsOf(eventsOf(script), 'Hello. How can I help?')).toBe(turns);
});

it.each([
  ['no greeting where the customer speaks first', 'h@1 Hi', 'human: Hi'],
  ['events by time, however they were stored', 'b1@4 Sure. | h@3 A table.', 'human: A table. / bot: Sure.'],
  ['an answer that was stored before', 'b1@2 We are open from nine. | x1@3 We are open', 'bot: We are open'],
  ['an answer that was stored later', 'x1@3 We are open | b1@2 We are open from nine.', 'bot: We are open'],
  ['an answer that was never stored', 'x1@3 We are open', 'bot: We are open'],
  ['an answer before its first word', 'b1@2 We are open. | x1@2  ', ''],
  ['the second sentence, reported alone', 'b1@2 We are open. From nine. | x1@3 From', 'bot: We are open. From'],
  ['the first of two things said in one generation', 'b1@2 We are open. | b1@3 Bye. | x1@4 We are', 'bot: We are'],
  ['the second of them', 'b1@2 We are. | b1@3 Bye now. | x1@4 We are. Bye', 'bot: We are. / bot: Bye'],
  ['words that the voice pronounced otherwise', 'b1@2 It costs 5 EUR. | x1@3 It costs five', 'bot: It costs five'],
  ['what was queued behind the cut words for unheard', 'b1@1 Are you there? | b2@2 Bye. | x2@3 Are', 'bot: Are'],
  [
    'the other generations whole',
    'h@1 Hi | b1@2 One two. | h@3 And? | b3@4 Three four. | x3@5 Three',
    'human: Hi / bot: One two. / human: And? / bot: Three',
  ],
  [
    'the words after an interruption of older ones',
    'b1@1 One two. | h@4 And? | b2@5 Three four. | x1@3 One',
    'bot: One / human: And? / bot: Three four.',
  ],
  [
    'what the customer says before the assistant is heard as one turn',
    'h@1 I would like | b1@1.9 Hm. | x1@2 | h@2.5 a table. | b3@3 Sure.',
    'human: I would like a table. / bot: Sure.',
  ],
  [
    'a filler and its answer as one turn, and two answers apart',
    'f1@1 One moment. | b1@2 We are open. | b1@3 Bye.',
    'bot: One moment. We are open. / bot: Bye.',
  ],
  ['a filler alone', 'f1@1 One moment. | b2@2 Are you there?', 'bot: One moment. / bot: Are you there?'],
  ['an apology and the answer after it as one turn', 'b1@1 Sorry. | c1@2 Open.', 'bot: Sorry. Open.'],
  [
    'them apart where the customer speaks in between',
    'b1@1 Sorry. | h@1.5 Hm? | c1@2 Open.',
    'bot: Sorry. / human: Hm? / bot: Open.',
  ],
  ['an apology whole whose answer is cut', 'b1@1 So sorry. | c1@2 We are open. | x1@3 We', 'bot: So sorry. We'],
  ['of a cut apology what was heard', 'b1@1 So sorry. | c1@2 We are open. | x1@3 So', 'bot: So'],
  ['an apology whose answer was cut unheard', 'b1@1 So sorry. | c1@2 We are open. | x1@3', 'bot: So sorry.'],
  [
    'the words before an interruption in the same millisecond as the next ones of the customer',
    'b1@1 Are you there? | x1@2 Are you | h@2 Hello?',
    'bot: Are you / human: Hello?',
  ],
  ['them, stored the other way round', 'h@2 Hello? | x1@2 Are you', 'bot: Are you / human: Hello?'],
])('the transcript keeps %s', (_, script, turns) => expect(turnsOf(eventsOf(script))).toBe(turns));

it.each([
  [
    'words that newer ones cut short',
    'b1@1 We have a table. | p@2 We have | h@3 Nine. | b2@4 Sure. | p@5 Sure.',
    'bot: We have / human: Nine. / bot: Sure.',
  ],
  [
    'a filler that the answer cut short',
    'f1@1 Let me think. | b1@2 I see. Yes. | p@2 Let me | p@3 I see. Yes.',
    'bot: Let me I see. Yes.',
  ],
  ['pieces that come in the wrong order', 'b1@1 One. Two. Three. | p@2 Two. | p@2 One.', 'bot: One. Two.'],
  [
    'a key that interrupts, told in both ways',
    'b1@1 One. Two. Three. | p@2 One. | p@3 Tw | x1@3 One. Tw',
    'bot: One. Tw',
  ],
  ['the same words twice', 'b1@1 Yes. Yes. | p@2 Yes. | p@3 Yes.', 'bot: Yes. Yes.'],
  [
    'a piece that goes over from one answer into the next, before words that were not heard',
    'b1@1 One. Two. | p@2 One. | b2@3 Three. Four. | p@4 Two. Three. | x2@4 One. Two. Three. | b3@5 Five.',
    'bot: One. Two. / bot: Three.',
  ],
  [
    'words that come again in the next piece, which is cut',
    'b1@1 Yes. Yes or no? | p@2 Yes. | p@3 Yes | x1@3 Yes',
    'bot: Yes. Yes',
  ],
  [
    'an answer that comes again after it was cut',
    'b1@1 Done. Anything else? | p@2 Done. | p@3 Any | x1@3 Any | h@4 What? | b2@5 Done. Anything else? | p@6 Done.',
    'bot: Done. Any / human: What? / bot: Done.',
  ],
  [
    'an answer before its first word',
    'b1@1 One. Two. | p@2 One. | h@3 Hi | b2@4 Two. | x2@4 ',
    'bot: One. / human: Hi',
  ],
  ['an answer in whose middle the customer hung up', 'b1@1 One. Two. Three. | p@2 One.', 'bot: One.'],
  [
    'words that were on their way at an interruption, and no others',
    'b1@1 One. Two. Three. | p@2 One. | x1@3 | p@4 Three.',
    'bot: One. Three.',
  ],
  ['words whose report was lost', 'b1@1 One. Two. Three. | p@2 One. | p@4 Three.', 'bot: One. Two. Three.'],
  [
    'an answer that was never stored, of which pieces are known',
    'b1@1 One. | p@2 One. | h@3 And? | p@5 Two. | p@6 Thr | x3@6 Thr',
    'bot: One. / human: And? / bot: Two. Thr',
  ],
  ['tones, which are no words', 'b1@1 One. | p@2 One. | p@3 1234#', 'bot: One.'],
  [
    'scripts without spaces',
    'b1@1 こんにちは。お元気ですか。 | p@2 こんにちは。 | p@3 お元気',
    'bot: こんにちは。お元気',
  ],
  [
    'words that the carrier spells otherwise',
    'b1@1 It costs 5 EUR. | p@2 It costs five euros.',
    'bot: It costs 5 EUR.',
  ],
])('where newer text cuts older text, the transcript keeps what was played of %s', (_, script, turns) => {
  expect(turnsOf(eventsOf(script), null, 3)).toBe(turns);
});
