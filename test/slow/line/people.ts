import type { Dice, Steps, Talk } from '#test/slow/line/call-plan.ts';

export const now = (say: string): Steps[number] => ({ say, at_once: true });
export const listen: Steps[number] = { listen: true };

const colours = 'amber azure bronze copper coral crimson golden indigo ivory olive purple scarlet silver violet';
const things = 'anchor basket candle donkey engine feather garden hammer island jacket kettle ladder mirror needle';

/** Two words that nothing else in the call has. The index makes them unique. */
function topicOf(dice: Dice, index: number): string {
  return `${dice.one(colours.split(' '))} ${things.split(' ')[index]}`;
}

const opened: ReadonlyArray<(dice: Dice, topic: string) => Talk> = [
  () => without([]),
  (dice) => without([over(dice.one(['Hello?', 'Yes?', 'Yes, hello?', 'Hello, hello?']), dice.between(0.1, 1.5))]),
  (dice) => without([now(dice.one(['Hello?', 'Hi.', 'Yes, hello.', 'Anna Hill.', 'Anna Hill speaking.']))]),
  () => without([{ sound: true }]),
  (dice) => without([{ noise: true, after: dice.between(0.5, 2) }]),
  (dice, topic) => about(topic, [over(`Is this about the ${topic}?`, dice.between(0.3, 2))]),
  (dice, topic) =>
    about(topic, [
      ...(dice.chance(0.4) ? [{ verdict: 'machine_start', at: dice.between(3, 6) } as const] : []),
      now('Hill and Daughters Roofing, good morning, you are speaking to Anna Hill. What can I do for you today?'),
      { say: `It is about the ${topic}, I think.` },
    ]),
];

const said: ReadonlyArray<(dice: Dice, topic: string) => Talk> = [
  (_, topic) => about(topic, [{ say: `I have a question about the ${topic}.` }]),
  (dice, topic) =>
    about(topic, [{ say: 'One more thing.' }, { wait: dice.between(0.1, 1.2) }, now(`It is about the ${topic}.`)]),
  (dice, topic) => about(topic, [over(`Wait, what about the ${topic}?`, dice.between(0.4, 2.2))]),
  (dice, topic) => about(topic, [over(`The ${topic}.`, dice.between(1.5, 3))]),
  (dice, topic) =>
    about(topic, [
      over(dice.one(['Mm-hmm.', 'Uh-huh.', 'Okay.', 'Yeah, okay.']), dice.between(0.5, 2)),
      { say: `Fine, and the ${topic}?` },
    ]),
  (dice, topic) => about(topic, [{ noise: true, after: dice.between(0.4, 2) }, { say: `And the ${topic}?` }]),
  (dice, topic) =>
    about(topic, [listen, { sound: true, lasts: dice.between(0.2, 0.8) }, { say: `Sorry, the ${topic}.` }]),
  (dice, topic) =>
    about(topic, [listen, { sound: true, lasts: dice.between(1.5, 3) }, { say: `I mean the ${topic}.` }]),
  (dice, topic) =>
    about(topic, [
      { say: 'Give me a minute, please.' },
      { wait: dice.between(5, 20) },
      now(`It is about the ${topic}.`),
    ]),
  (dice, topic) =>
    about(topic, [
      over('And now the weather for the weekend, with rain in the north.', dice.between(0.4, 2)),
      { say: `What is the ${topic}?` },
    ]),
  (_, topic) => about(topic, [{ echo: true }, { say: `I hear myself. What is the ${topic}?` }]),
];

const ended: ReadonlyArray<(dice: Dice) => Steps> = [
  () => [{ say: 'That is all, thank you. Goodbye.' }, listen, { wait: 6 }, { hang_up: true }],
  () => [listen, { wait: 6 }, { hang_up: true }],
  (dice) => [{ hang_up: true, after: dice.between(0.5, 2) }],
  (dice) => [{ begins: 'Please never call this number again, I want no offers.', after: dice.between(1, 3) }],
];

/** A person who opens the conversation somehow, says some things, and ends it somehow. */
export function talk(dice: Dice, hasOpening = true): Talk {
  const parts = Array.from({ length: 2 + dice.below(3) }, (_, index) => dice.one(said)(dice, topicOf(dice, index + 1)));
  if (hasOpening) parts.unshift(dice.one(opened)(dice, topicOf(dice, 0)));
  return {
    steps: [...parts.flatMap(({ steps }) => steps), ...dice.one(ended)(dice)],
    topics: parts.flatMap(({ topics }) => topics),
  };
}

const over = (interrupt: string, after: number): Steps[number] => ({ interrupt, after });
const about = (topic: string, steps: Steps): Talk => ({ steps, topics: [topic] });
const without = (steps: Steps): Talk => ({ steps, topics: [] });
