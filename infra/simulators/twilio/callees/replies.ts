/** The customer of a number. The last digit decides, so that a number always has the same customer. */
interface Persona {
  name: string;
  email: string;
  city: string;
  date: string;
  number: string;
  agrees: boolean;
  /** What the customer wants to know, one in a turn. */
  questions: readonly string[];
  /** Number of answers before the goodbye. */
  turns: number;
}

const people: readonly (readonly [name: string, city: string, date: string, number: string])[] = [
  ['Alex Morgan', 'Boston', 'Tuesday, March 3rd, at 10 am', '4'],
  ['Blair Jensen', 'Denver', 'Wednesday, March 11th, at 2 pm', '2'],
  ['Casey Novak', 'Austin', 'Friday, March 20th, at 9 am', '7'],
  ['Dana Rivera', 'Seattle', 'Monday, April 6th, at 4 pm', '3'],
  ['Eli Fischer', 'Chicago', 'Thursday, April 16th, at noon', '12'],
  ['Frankie Osei', 'Atlanta', 'Tuesday, April 28th, at 11 am', '5'],
  ['Gale Tanaka', 'Portland', 'Saturday, May 2nd, at 10 am', '1'],
  ['Harper Lind', 'Phoenix', 'Monday, May 11th, at 3 pm', '8'],
  ['Indra Costa', 'Miami', 'Friday, May 22nd, at 1 pm', '6'],
  ['Jules Petit', 'Detroit', 'Wednesday, June 3rd, at 5 pm', '10'],
];

const questions = [
  'How long does it take?',
  'How much does it cost?',
  'Where do I find you?',
  'When are you open?',
] as const;

export function personaOf(phoneNumber: string): Persona {
  const digit = Number(phoneNumber.at(-1));
  const [name = '', city = '', date = '', number = ''] = people[digit] ?? [];
  const email = `${name.toLowerCase().replace(' ', '.')}@example.com`;
  return {
    name,
    email,
    city,
    date,
    number,
    agrees: digit % 3 !== 2,
    questions: [...questions.slice(digit % 4), ...questions],
    turns: 3 + (digit % 2),
  };
}

const rules: readonly (readonly [hears: RegExp, answer: (persona: Persona) => string])[] = [
  [/still there|are you there|hear me/i, () => 'Yes, I am still here.'],
  [/have an? (minute|moment|second)|good time to (talk|speak)|bad time/i, () => 'Yes, I have a moment.'],
  [/how are you|how is it going/i, () => 'I am fine, thank you.'],
  [/\bname\b|who am i (speaking|talking)/i, ({ name }) => `My name is ${name}.`],
  [/e-?mail/i, ({ email }) => `My email is ${email}.`],
  [/phone number|reach you|call you back/i, () => 'You can reach me on this number.'],
  [/how (many|much)|number of|quantity|budget|\bscale\b|\brate\b|\bscore\b/i, ({ number }) => `I would say ${number}.`],
  [/what (did|do) you like|what you liked?\b/i, () => 'I liked that everyone was friendly.'],
  [/\b(when|date|day|time|appointment|schedule|book)\b/i, ({ date }) => `${date} would be good.`],
  [/\b(where|address|city)\b/i, ({ city }) => `I live in ${city}.`],
  [/\bwhy\b/i, () => 'Because it suits me better.'],
  [
    /^\W*(do|does|did|is|are|was|can|could|would|will|have|has|may|shall|should)\b/i,
    ({ agrees }) => (agrees ? 'Yes, please.' : 'No, thank you.'),
  ],
  [/\?$/, ({ agrees }) => (agrees ? 'Yes, that is right.' : 'No, I do not think so.')],
];

const smallTalk = [
  'Hello, good to hear from you.',
  'I see. Please go on.',
  'That sounds good to me.',
  'Alright, that is clear.',
] as const;

const ASKS_FOR_QUESTIONS = /anything else|help you/i;

/** The answer to the last question, or small talk if there was none. From the second turn on, the customer asks for facts too. */
export function replyTo(heard: string, persona: Persona, turn: number): string {
  const own = persona.questions[Math.max(0, turn - 1) % persona.questions.length];
  if (own !== undefined && ASKS_FOR_QUESTIONS.test(heard)) return own;
  const answer = answerTo(heard, persona);
  if (answer === undefined) return smallTalk[turn % smallTalk.length] ?? smallTalk[0];
  return own !== undefined && turn > 0 && isAnswerToFact(answer, persona) ? `${answer} ${own}` : answer;
}

/** After a date or a number, there is time for a question of one's own. */
function isAnswerToFact(answer: string, { date, number }: Persona): boolean {
  return answer.includes(date) || answer.endsWith(` ${number}.`);
}

/** The answer to the last question, then a goodbye. */
export function lastReply(heard: string, persona: Persona): string {
  const goodbye = 'That is all, thank you. Goodbye.';
  const answer = ASKS_FOR_QUESTIONS.test(heard) ? undefined : answerTo(heard, persona);
  return answer === undefined ? goodbye : `${answer} ${goodbye}`;
}

function answerTo(heard: string, persona: Persona): string | undefined {
  const question = heard
    .match(/[^.!?]+\?/g)
    ?.at(-1)
    ?.trim();
  return question === undefined ? undefined : rules.find(([hears]) => hears.test(question))?.[1](persona);
}

export const isGoodbye = (heard: string): boolean => /\b(good ?bye|bye)\b/i.test(heard);
