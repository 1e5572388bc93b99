import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnsweredBy } from '#shared/calls/call-items.ts';
import { CERTAIN, classifyFirstWords, type FirstWordsKind } from '#shared/conversations/first-words.ts';
import {
  asksForReply,
  evidenceOf,
  isNearRepeat,
  similarity,
  whoAnswered,
  type Answerer,
  type Utterance,
} from '#shared/conversations/who-answered.ts';
import { propertySeed } from '#test/properties/seed.ts';

const GREETING = 'Hello, this is Emma from Northwind. Am I speaking with Tom?';
const QUESTION = 'Would Tuesday at ten suit you?';
const MAILBOX = 'Please leave a message after the tone.';
const SCREENING = "If you record your name and reason for calling, I'll see if this person is available.";
const MENU = 'For sales, press one. For support, press two.';
const HOLD = 'All of our agents are busy. Your call is important to us.';
const ASSISTANT = 'Hi, I am the virtual assistant of Greenfield Dental. How can I help you?';
const BUSINESS = 'Good morning, Miller and Sons, Paul Miller speaking, how can I help you?';

/** What is heard, in turns; each but the first follows a question of the assistant. `!` before it: it follows a statement. */
function heard(...words: string[]) {
  return words.flatMap((text, index) => {
    const asked = text.startsWith('!') ? 'I see.' : index === 0 ? GREETING : QUESTION;
    return [
      { sender: 'bot' as const, text: asked, timestamp: index * 2 },
      { sender: 'human' as const, text: text.replace(/^!/, ''), timestamp: index * 2 + 1 },
    ];
  });
}

const decide = (verdict: AnsweredBy | undefined, words: readonly string[]) =>
  whoAnswered(evidenceOf(heard(...words), verdict));

/** Verdict of the carrier, what was heard, who answered. */
const table: ReadonlyArray<readonly [AnsweredBy | undefined, readonly string[], Answerer]> = [
  // Silence: only the carrier knows.
  [undefined, [], 'unknown'],
  ['unknown', [], 'unknown'],
  ['human', [], 'human'],
  ['machine', [], 'machine'],
  // One word of a human.
  [undefined, ['Hello?'], 'human'],
  [undefined, ['Müller'], 'human'],
  [undefined, ['Who is this?'], 'human'],
  ['human', ['Hello?'], 'human'],
  ['unknown', ['もしもし'], 'human'],
  // The carrier may be wrong: the words decide when they go on.
  ['machine', ['!Tom Baker'], 'machine'],
  ['machine', ['Tom Baker'], 'unknown'],
  ['machine', ['Hello?'], 'unknown'],
  ['machine', ['Who is calling, please?'], 'unknown'],
  ['machine', ['Yes, this is Tom.', 'Tuesday is fine.'], 'human'],
  ['machine', ['Ja bitte?', 'Nein, danke.'], 'human'],
  ['machine', [BUSINESS], 'human'],
  ['machine', ['Garage Dupont bonjour, que puis-je faire pour vous ?'], 'human'],
  ['machine', ['zzz brr kkk the number'], 'machine'],
  ['machine', ['Who is calling?', '!Tom is at lunch'], 'unknown'],
  // Words of a mailbox decide against the carrier.
  ['human', [MAILBOX], 'machine'],
  [undefined, [MAILBOX], 'machine'],
  ['unknown', ['Hello?', MAILBOX], 'machine'],
  ['human', ['Hi, this is Tom.', MAILBOX], 'machine'],
  ['machine', [MAILBOX], 'machine'],
  ['human', ['Die gewünschte Rufnummer ist zurzeit nicht erreichbar.'], 'machine'],
  ['human', [MAILBOX, 'Hello?'], 'machine'],
  // The owner takes the call while the mailbox speaks.
  ['machine', [MAILBOX, "Hello? Sorry, I'm here.", 'Yes, Tuesday works.'], 'human'],
  // Humans say this, too.
  ['human', ["I can't take your call right now."], 'unknown'],
  [undefined, ["I can't take your call right now."], 'machine'],
  ['machine', ["I can't take your call right now."], 'machine'],
  // Screening: no person has answered until a person speaks.
  ['human', [SCREENING], 'screening'],
  ['machine', [SCREENING], 'screening'],
  [undefined, [SCREENING, 'Thanks. Please stay on the line.'], 'screening'],
  [undefined, [SCREENING, 'Is it urgent?', 'Could you say that again?'], 'screening'],
  [undefined, [SCREENING, 'Hello, Tom here.'], 'human'],
  ['machine', [SCREENING, 'Hello?'], 'human'],
  [undefined, [SCREENING, MAILBOX], 'machine'],
  [undefined, [SCREENING, 'What is it?', 'Fine.', 'Tuesday works.', 'At ten.'], 'human'],
  // Menus and queues.
  ['human', [MENU], 'menu'],
  [undefined, [MENU, MENU, MENU], 'menu'],
  [undefined, [MENU, HOLD], 'hold'],
  [undefined, [MENU, HOLD, BUSINESS], 'human'],
  [undefined, [HOLD, HOLD], 'hold'],
  [undefined, [HOLD, 'Thank you for waiting, Amy speaking.'], 'human'],
  [undefined, [HOLD, 'love me baby one more time'], 'hold'],
  [undefined, [MENU, MAILBOX], 'machine'],
  // An assistant talks like a human, and is none.
  ['human', [ASSISTANT], 'menu'],
  [undefined, [ASSISTANT, 'Sure, Tuesday is free.', 'Anything else?', 'Goodbye then.', 'Bye.', 'Bye bye.'], 'menu'],
  [undefined, [ASSISTANT, HOLD, 'Hello, Amy speaking.'], 'human'],
  // A human who answered stays one.
  [undefined, ['Yes?', 'Tuesday is fine.', MAILBOX], 'human'],
  ['machine', ['Yes?', 'Tuesday is fine.', HOLD, HOLD], 'human'],
  ['machine', ['[pressed 1]', '[pressed 2#]'], 'human'],
  ['machine', ['Yes?', '[pressed 1]'], 'human'],
  // A machine that repeats itself does not reply.
  ['machine', ['!this is line four of the old mill', 'this is line four of the old mill'], 'machine'],
  // Nothing was asked.
  ['machine', ['!so anyway', '!and then we left'], 'machine'],
];

it.each(table)('the carrier says %s, heard is %j: %s', (verdict, words, answerer) => {
  expect(table.length).toBeGreaterThanOrEqual(40);
  expect(decide(verdict, words)).toBe(answerer);
});

describe('of any evidence', () => {
  const verdict = fc.constantFrom<AnsweredBy | undefined>(undefined, 'human', 'machine', 'unknown');
  const otherVerdict = fc.constantFrom<AnsweredBy | undefined>(undefined, 'human', 'unknown');
  const kinds: FirstWordsKind[] = ['human', 'machine', 'screening', 'menu', 'hold', 'assistant', 'unknown'];
  const utterance = fc.record<Utterance>({
    text: fc.constantFrom('Hello?', 'Tom', 'one moment', 'the line', BUSINESS),
    words: fc.record({ kind: fc.constantFrom(...kinds), certainty: fc.constantFrom(0, 0.6, 0.7, CERTAIN) }),
    at: fc.nat(),
    answersQuestion: fc.boolean(),
  });
  const utterances = fc.array(utterance, { maxLength: 8 });
  const reply = (text: string): Utterance => ({ text, words: classifyFirstWords(text), at: 0, answersQuestion: true });
  const mailbox: Utterance = { ...reply(MAILBOX), answersQuestion: false };
  const parameters = { seed: propertySeed };

  it('two replies that fit are a human, whatever the carrier says, and whatever follows', () => {
    fc.assert(
      fc.property(verdict, utterances, (verdict, later) => {
        const all = [reply('Yes?'), reply('Tuesday is fine.'), ...later];
        expect(whoAnswered({ verdict, utterances: all, keysPressed: 0 })).toBe('human');
      }),
      parameters,
    );
  });

  it('the words of a mailbox are a machine, whatever the carrier says, unless two replies fit', () => {
    fc.assert(
      fc.property(verdict, utterances, (verdict, some) => {
        const all = [...some.filter(({ answersQuestion }) => !answersQuestion), mailbox];
        expect(whoAnswered({ verdict, utterances: all, keysPressed: 0 })).toBe('machine');
      }),
      parameters,
    );
  });

  it('no words of a machine, and no such verdict: no machine', () => {
    fc.assert(
      fc.property(otherVerdict, utterances, fc.nat(3), (verdict, some, keysPressed) => {
        const all = some.filter(({ words }) => words.kind !== 'machine');
        expect(whoAnswered({ verdict, utterances: all, keysPressed })).not.toBe('machine');
      }),
      parameters,
    );
  });

  it('what is heard again changes nothing', () => {
    fc.assert(
      fc.property(verdict, fc.constantFrom(MAILBOX, SCREENING, MENU, HOLD), fc.nat(20), (verdict, words, times) => {
        const once = decide(verdict, [words]);
        expect(decide(verdict, [words, ...Array.from({ length: times }, () => words)])).toBe(once);
      }),
      parameters,
    );
  });

  it('a call of 400 turns is decided in time', () => {
    const words = Array.from({ length: 400 }, (_, index) => `and the number ${index} is what the line said today`);
    const since = performance.now();
    expect(decide('machine', [ASSISTANT, ...words])).toBe('menu');
    expect(performance.now() - since).toBeLessThan(20_000);
  });
});

describe('a reply is asked for', () => {
  it.each([
    'Is that Tom?',
    'Could you tell me your name? It is for the order.',
    'Please tell me your name.',
    'Wie heißen Sie?',
    'Nennen Sie mir bitte Ihren Namen.',
    'お名前を教えてください。',
    'ご都合はいかがでしょうか。',
    '请问您贵姓？',
    'ما اسمك؟',
    'Πώς σας λένε;',
    'He asked: "when?"',
    'Пожалуйста, назовите имя.',
  ])('by %s', (text) => expect(asksForReply(text)).toBe(true));

  it.each(['', 'I see.', 'Thank you. Goodbye.', 'わかりました。', 'Really? Oh. I see. Good.', 'The bill is $3; fine.'])(
    'not by %j',
    (text) => expect(asksForReply(text)).toBe(false),
  );
});

describe('an utterance is heard again', () => {
  it.each([
    ['All our agents are busy, please hold the line', 'all our agents are busy please hold the line'],
    [
      'You are number three in the queue, thank you for waiting',
      'you are number two in the queue thank you for waiting',
    ],
    [
      'ただいま電話が混み合っております。そのままお待ちください',
      'ただいまお電話が混み合っております そのままお待ちください',
    ],
  ])('with other bits: %s, %s', (one, other) => {
    expect(similarity(one, other)).toBeGreaterThanOrEqual(0.8);
    expect(similarity(one, other)).toBe(similarity(other, one));
    expect(isNearRepeat(other, ['Hello?', one])).toBe(true);
  });

  it.each([
    ['Yes.', 'Yes.'],
    ['Yes, please do.', 'yes please do'],
    ['はい、そうです。', 'はいそうです'],
    ['Tuesday at ten is fine', 'Wednesday at noon is better'],
    ['All our agents are busy', 'All our prices are on the page of the shop'],
    ['', ''],
  ])('not: %j, %j', (one, other) => expect(isNearRepeat(other, [one])).toBe(false));
});
