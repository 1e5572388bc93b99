import type { Callee, CallPlan, Dice, Kind, Steps } from '#test/slow/line/call-plan.ts';
import { listen, now, talk } from '#test/slow/line/people.ts';

type Machine = Pick<CallPlan, 'topics'> & { callee: Callee };

const greetings = [
  'Hi, you have reached the voicemail of Anna Hill. Please leave a message after the tone.',
  'The person you are trying to reach is not available. At the tone, please record your message.',
  'Your call has been forwarded to an automatic voice message system. Please leave a message after the beep.',
  'Guten Tag, Sie sind mit der Mailbox von Anna Hill verbunden. Bitte hinterlassen Sie eine Nachricht nach dem Signalton.',
  'Bonjour, vous êtes bien sur la messagerie de Anna Hill. Veuillez laisser un message après le bip sonore.',
  'Hola, este es el buzón de voz de Anna Hill. Deje su mensaje después de la señal.',
  'Questa è la segreteria telefonica di Anna Hill. Lasciate un messaggio dopo il segnale acustico.',
];
const screenings = [
  'Hi. If you record your name and reason for calling, I will see if this person is available.',
  'The person you are calling is using a screening service from Google. Please say your name and why you are calling.',
];
const menus = [
  'Welcome to Hill and Daughters. For new roofs, press one. For repairs, press two. For all else, stay on the line.',
  'Thank you for calling Northwind Insurance. For sales, press one. For support, press two.',
];
const queues = [
  'All our agents are busy at the moment. Please hold the line.',
  'Your call is important to us. Please hold, the next free agent will be with you.',
];
const assistants = [
  'Hello, this is the virtual assistant of Hill and Daughters. In a few words, how may I help you today?',
];

/** By what answers the call. */
export const machines: Readonly<Record<Exclude<Kind, 'person'>, (dice: Dice) => Machine>> = {
  mailbox: (dice) => (dice.chance(0.6) ? plainMailbox(dice) : verdictOfMailbox(dice)),
  screened: (dice) => behind(screening(dice), dice),
  nobody: (dice) => scripted([...screening(dice), { wait: 8 }, now('This person cannot take the call.'), hangUp]),
  menu: (dice) => scripted([listen, ...again(14, [{ say: dice.one(menus) }])]),
  queued: (dice) => behind(queue(dice, 1 + dice.below(2)), dice),
  queue: (dice) => scripted(queue(dice, 20)),
  assistant: (dice) => {
    const words = dice.one(assistants);
    return scripted([now(words), ...again(14, [{ say: words }])]);
  },
  sounds: (dice) => scripted([listen, ...again(40, [{ sound: true }, { wait: dice.between(3, 9) }])]),
};

const hangUp: Steps[number] = { hang_up: true };
const again = (times: number, steps: Steps): Steps => Array.from({ length: times }, () => steps).flat();
const nothing = { topics: [] };
const scripted = (script: Steps): Machine => ({ ...nothing, callee: { script, afterwards: 'stay' } });

function plainMailbox(dice: Dice): Machine {
  return { ...nothing, callee: { picks_up: 'voicemail', greeting: dice.one(greetings), beep: dice.chance(0.7) } };
}

/** The carrier's detection is wrong, or late. */
function verdictOfMailbox(dice: Dice): Machine {
  const verdict = dice.one(['human', 'unknown', 'machine_start'] as const);
  return scripted([{ verdict, at: dice.between(2, 9) }, now(dice.one(greetings)), { wait: 60 }, hangUp]);
}

function screening(dice: Dice): Steps {
  const verdict: Steps = dice.chance(0.5) ? [{ verdict: 'machine_start', at: dice.between(3, 6) }] : [];
  const thanks: Steps = dice.chance(0.5) ? [now('Thank you. Please stay on the line.')] : [];
  return [...verdict, now(dice.one(screenings)), listen, ...thanks, { wait: dice.between(3, 8) }];
}

function queue(dice: Dice, times: number): Steps {
  const words = dice.one(queues);
  return [
    { wait: dice.between(2, 5) },
    ...again(times, [now(words), { sound: true, lasts: dice.between(3, 9) }, { wait: dice.between(3, 9) }]),
  ];
}

function behind(system: Steps, dice: Dice): Machine {
  const { steps, topics } = talk(dice, false);
  const opening = now(
    dice.one(['Hello, this is Anna speaking. What is it?', 'Hello, this is Anna, how can I help you?']),
  );
  return { topics, callee: { script: [...system, opening, ...steps], afterwards: 'stay' } };
}
