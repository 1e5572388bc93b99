import * as v from 'valibot';
import { ScriptedCallee } from '#twilio/callees/scripted-customer.ts';

interface DifficultCustomer {
  /** The last four digits of the number. */
  line: number;
  description: string;
  callee: ScriptedCallee;
}

type Callee = v.InferInput<typeof ScriptedCallee>;
type Steps = NonNullable<Callee['script']>;

const SPOKEN_MENU =
  'Welcome to Hill and Daughters. For new roofs, press one. For repairs, press two. For all else, stay on the line.';
const BUSY_AGENTS = 'All our agents are busy at the moment. Please hold the line.';
const SECOND_ASSISTANT =
  'Hello, this is the virtual assistant of Hill and Daughters. In a few words, how may I help you today?';
const IPHONE_SCREENING = 'Hi. If you record your name and reason for calling, I will see if this person is available.';
const GOOGLE_SCREENING =
  'Hi, the person you are calling is using a screening service from Google. Please say your name and why you are calling.';
const taken = { verdict: 'machine_start', at: 4 } as const;
const hangUp = { hang_up: true } as const;

/** What real lines have, and polite customers do not. Each is in a rehearsal. */
export const difficultCustomers: readonly DifficultCustomer[] = [
  person(166, 'makes short sounds without words for ever', [
    { listen: true },
    ...again(40, [{ sound: true }, pause(6)]),
  ]),
  person(167, 'is not understood, and says it again', [
    { listen: true },
    { sound: true, lasts: 2 },
    { say: 'Friday, I said.' },
    { say: 'Goodbye.' },
    hangUp,
  ]),
  person(168, 'speaks over each of the first sentences', [
    { interrupt: 'Who is speaking, please?', after: 0.8 },
    { interrupt: 'And what is it about?', after: 0.8 },
    { say: 'Alright. Thank you, goodbye.' },
    { listen: true },
    hangUp,
  ]),
  person(169, 'hangs up in the middle of a sentence', [
    {
      begins: 'Please never call this number again, I have told your colleague already that I want no offers.',
      after: 4.5,
    },
  ]),
  mailbox(
    170,
    'is a mailbox without a beep',
    'You have reached Anna Hill. I am not here at the moment. Leave your name and number, and I will call you back.',
    false,
  ),
  mailbox(
    171,
    'is a German mailbox',
    'Guten Tag, Sie sind mit der Mailbox von Anna Hill verbunden. Bitte hinterlassen Sie eine Nachricht nach dem Signalton.',
  ),
  person(172, 'has the screening of an iPhone, and then answers', [
    taken,
    now(IPHONE_SCREENING),
    { listen: true },
    pause(5),
    { say: 'Hello, this is Anna speaking. What is it?' },
    { say: 'Thank you, goodbye.' },
    hangUp,
  ]),
  person(173, 'has the screening of an iPhone, and then a mailbox', [
    taken,
    now(IPHONE_SCREENING),
    { listen: true },
    now('Thank you. Please stay on the line.'),
    pause(12),
    now('The person you are calling is not available. At the tone, please record your message.'),
    pause(30),
    hangUp,
  ]),
  person(174, 'has the screening of a Google phone, and then answers', [
    taken,
    now(GOOGLE_SCREENING),
    { listen: true },
    now('Thank you. Please stay on the line.'),
    pause(6),
    now('Hello, this is Anna. What is it about?'),
    { say: 'Thank you, goodbye.' },
    hangUp,
  ]),
  person(175, 'has the screening of a Google phone, and does not answer', [
    taken,
    now(GOOGLE_SCREENING),
    { listen: true },
    now('Thank you. Please stay on the line.'),
    pause(6),
    now('The person you are calling cannot take the call right now. Goodbye.'),
    hangUp,
  ]),
  person(176, 'is a phone menu that repeats itself', [{ listen: true }, ...again(14, [{ say: SPOKEN_MENU }])], 'stay'),
  person(177, 'is a queue with music, and then a person', [
    pause(4),
    now(BUSY_AGENTS),
    { sound: true, lasts: 12 },
    pause(8),
    now('You are number two in the queue. Please hold the line.'),
    { sound: true, lasts: 12 },
    pause(8),
    now('Hello, this is Anna, how can I help you?'),
    { say: 'Yes, that is fine. Goodbye.' },
    { listen: true },
    hangUp,
  ]),
  person(178, 'is a queue without an end', [
    pause(3),
    ...again(30, [now(BUSY_AGENTS), { sound: true, lasts: 12 }, pause(8)]),
  ]),
  person(179, 'is a child, who fetches a parent', [
    { say: 'My mom is in the garden.' },
    { say: 'Okay, I will get her.' },
    pause(5),
    now('Hello, this is Anna Hill. Who is it?'),
    { say: 'Friday is fine. Goodbye.' },
    { listen: true },
    hangUp,
  ]),
  person(180, 'has a television in the room', [
    { listen: true },
    { interrupt: 'And now the weather for the weekend, with rain in the north.', after: 0.5 },
    { say: 'Sorry, that was the television. Friday is fine.' },
    { say: 'Goodbye.' },
    { listen: true },
    hangUp,
  ]),
  person(181, 'talks to another person in the room', [
    { say: 'Just a second.' },
    now('No, it is the practice on the phone, dear.'),
    now('Shall I say yes to Friday?'),
    { say: 'Friday is fine for us. Goodbye.' },
    { listen: true },
    hangUp,
  ]),
  person(182, 'has an echo on the line', [
    { echo: true },
    { say: 'Friday is fine.' },
    { echo: true },
    { say: 'Goodbye.' },
    { listen: true },
    hangUp,
  ]),
  person(183, 'is another assistant', [now(SECOND_ASSISTANT), ...again(14, [{ say: SECOND_ASSISTANT }])], 'stay'),
  person(184, 'is a business that the carrier takes for a machine', [
    taken,
    now('Hill and Daughters Roofing, good morning, you are speaking to Anna Hill. What can I do for you today?'),
    { listen: true },
    { say: 'Friday is fine for him.' },
    { say: 'Thank you, goodbye.' },
    hangUp,
  ]),
  person(185, 'says hello over the greeting', [
    { interrupt: 'Yes, hello?', after: 0.3 },
    { say: 'Friday is fine.' },
    { say: 'Goodbye.' },
    { listen: true },
    hangUp,
  ]),
];

/** Who is called for a customer. */
export const transferHumans: readonly DifficultCustomer[] = [
  person(186, 'takes the calls that are passed on: presses 1, and talks for half a minute', [
    { press: '1' },
    { say: 'Hello, how can I help?' },
    pause(20),
    { say: 'Done. Goodbye.', at_once: true },
    hangUp,
  ]),
  person(187, 'declines the calls that are passed on: presses 2', [{ press: '2' }], 'stay'),
  person(188, 'hangs up when a call is passed on', [{ listen: true }, hangUp]),
];

function person(
  line: number,
  description: string,
  script: Steps,
  afterwards: 'hang_up' | 'stay' = 'stay',
): DifficultCustomer {
  return { line, description, callee: v.parse(ScriptedCallee, { number: numberOf(line), script, afterwards }) };
}

function mailbox(line: number, description: string, greeting: string, beep = true): DifficultCustomer {
  const callee = v.parse(ScriptedCallee, { number: numberOf(line), picks_up: 'voicemail', greeting, beep });
  return { line, description, callee };
}

function numberOf(line: number): string {
  return `+1202555${String(line).padStart(4, '0')}`;
}

function now(words: string): Steps[number] {
  return { say: words, at_once: true };
}

function pause(seconds: number): Steps[number] {
  return { wait: seconds };
}

function again(times: number, steps: Steps): Steps {
  return Array.from({ length: times }, () => steps).flat();
}
