import type { Persona } from './persona.ts';

const rules: readonly (readonly [hears: RegExp, answer: (persona: Persona) => string])[] = [
  [/still there|are you there|hear me/i, () => 'Yes, I am still here.'],
  [/have an? (minute|moment|second)|good time to (talk|speak)|bad time/i, () => 'Yes, I have a moment.'],
  [/how are you|how is it going/i, () => 'I am fine, thank you.'],
  [/\bname\b|who am i (speaking|talking)/i, ({ name }) => `My name is ${name}.`],
  [/e-?mail/i, ({ email }) => `My email is ${email}.`],
  [/phone number|reach you|call you back/i, () => 'You can reach me on this number.'],
  [/how (many|much)|number of|quantity|budget|\bscale\b|\brate\b|\bscore\b/i, ({ number }) => `I would say ${number}.`],
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

/** What the customer answers: the last question if there was one, small talk otherwise. */
export function replyTo(heard: string, persona: Persona, turn: number): string {
  const question = heard
    .match(/[^.!?]+\?/g)
    ?.at(-1)
    ?.trim();
  const rule = question === undefined ? undefined : rules.find(([hears]) => hears.test(question));
  return rule ? rule[1](persona) : (smallTalk[turn % smallTalk.length] ?? smallTalk[0]);
}

export const isGoodbye = (heard: string): boolean => /\b(good ?bye|bye)\b/i.test(heard);
