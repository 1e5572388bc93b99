import type { ModelScript } from '#openai/model-script.ts';
import type { CustomerPhone } from '#twilio/callees/customer-phone.ts';
import { difficultCustomers, transferHumans } from '#twilio/callees/difficult-customers.ts';
import { behaviourOfScript, type ScriptedCallee } from '#twilio/callees/scripted-customer.ts';
import {
  hangUpAfterGreeting,
  interruptOnce,
  interruptTwice,
  refuseCalls,
  staySilent,
  mailbox,
  holdConversation,
} from '#twilio/callees/standard-customers.ts';

export interface CallbackFaults {
  /** How often each callback is delivered. */
  copies: number;
  reorders: boolean;
  losesFinal: boolean;
}

export type Pickup =
  | { outcome: 'answers'; ringSeconds: number }
  | { outcome: 'busy' | 'failed'; afterSeconds: number; rings: boolean; sipCode: number }
  | { outcome: 'no-answer' };

/** How a simulated customer behaves. */
export interface Behaviour {
  /** The last four digits of +1202555…, first and last. */
  numbers: readonly [first: number, last: number];
  description: string;
  pickup: Pickup;
  /** The result of the answering machine detection. */
  answerer: 'human' | 'machine' | 'silence';
  /** What the detection says instead, and how many seconds after the pick-up. */
  verdict?: { answeredBy: string; seconds: number };
  callbacks: CallbackFaults;
  /** Whether the carrier refuses the first request to dial with a 429. */
  refusesFirstAttempt: boolean;
  /** What a speech model answers in its calls, instead of its rules. */
  speechModel?: ModelScript | undefined;
  act: (phone: CustomerPhone) => Promise<void>;
}

const noFaults: CallbackFaults = { copies: 1, reorders: false, losesFinal: false };

const standard: Behaviour = {
  numbers: [101, 149],
  description: 'answers, converses, says goodbye',
  pickup: { outcome: 'answers', ringSeconds: 4 },
  answerer: 'human',
  callbacks: noFaults,
  refusesFirstAttempt: false,
  act: holdConversation,
};

const pickupOf = {
  person: standard.pickup,
  voicemail: { outcome: 'answers', ringSeconds: 12 },
  none: { outcome: 'no-answer' },
  busy: { outcome: 'busy', afterSeconds: 2, rings: true, sipCode: 486 },
} as const;

/** The simulated callees, by the last four digits of +1202555…. Any other number behaves as 0101. */
export const behaviours: readonly Behaviour[] = [
  {
    ...standard,
    numbers: [100, 100],
    description: 'answers, interrupts once, converses, says goodbye',
    act: interruptOnce,
  },
  standard,
  {
    ...standard,
    numbers: [150, 150],
    description: 'busy',
    pickup: { outcome: 'busy', afterSeconds: 2, rings: true, sipCode: 486 },
  },
  { ...standard, numbers: [151, 151], description: 'no answer', pickup: { outcome: 'no-answer' } },
  {
    ...standard,
    numbers: [152, 152],
    description: 'carrier failure',
    pickup: { outcome: 'failed', afterSeconds: 1, rings: false, sipCode: 503 },
  },
  {
    ...standard,
    numbers: [153, 153],
    description: 'voicemail: greeting, tone, then records until 120 seconds',
    pickup: { outcome: 'answers', ringSeconds: 12 },
    answerer: 'machine',
    act: mailbox(),
  },
  { ...standard, numbers: [154, 154], description: 'hangs up right after the greeting', act: hangUpAfterGreeting },
  {
    ...standard,
    numbers: [155, 155],
    description: 'silent: answers and never says a word',
    answerer: 'silence',
    act: staySilent,
  },
  {
    ...standard,
    numbers: [156, 156],
    description: 'interrupts the assistant mid-sentence, twice',
    act: interruptTwice,
  },
  {
    ...standard,
    numbers: [157, 157],
    description: 'first API attempt gets 429, then as 0100',
    refusesFirstAttempt: true,
  },
  {
    ...standard,
    numbers: [158, 158],
    description: 'callbacks duplicated and reordered, else as 0100',
    callbacks: { copies: 2, reorders: true, losesFinal: false },
  },
  {
    ...standard,
    numbers: [159, 159],
    description: 'final callback never sent, else as 0100',
    callbacks: { ...noFaults, losesFinal: true },
  },
  { ...standard, numbers: [165, 165], description: 'does not want to be called again', act: refuseCalls },
  ...[...difficultCustomers, ...transferHumans].map(({ line, description, callee }): Behaviour => ({
    ...scriptedBehaviour(callee),
    numbers: [line, line],
    description,
  })),
];

const NUMBER_PREFIX = '+1202555';
/** The same customers live in every area. */
const ANY_AREA = /^\+1[2-9]\d{2}555(\d{4})$/;

/** Scripted customers by number, until the process ends. */
const scripted = new Map<string, Behaviour>();

export function addScriptedCustomer(callee: ScriptedCallee): void {
  const { number, behaves_as: other } = callee;
  scripted.set(number, other === undefined ? scriptedBehaviour(callee) : behaviourOf(other));
}

function scriptedBehaviour(callee: ScriptedCallee): Behaviour {
  const isSilent = callee.asks === undefined && callee.script.length === 0;
  const person = isSilent ? 'silence' : 'human';
  return {
    ...standard,
    numbers: [0, 0],
    description: 'scripted',
    pickup: pickupOf[callee.picks_up],
    answerer: callee.picks_up === 'voicemail' ? 'machine' : person,
    ...verdictOf(callee),
    speechModel: callee.speech_model,
    act: behaviourOfScript(callee),
  };
}

function verdictOf({ script }: ScriptedCallee): Pick<Behaviour, 'verdict'> {
  const step = script.find((one) => 'verdict' in one);
  return step ? { verdict: { answeredBy: step.verdict, seconds: step.at } } : {};
}

export function behaviourOf(phoneNumber: string): Behaviour {
  const own = scripted.get(phoneNumber);
  if (own) return own;
  const suffix = Number(ANY_AREA.exec(phoneNumber)?.[1] ?? Number.NaN);
  return behaviours.find(({ numbers: [first, last] }) => suffix >= first && suffix <= last) ?? standard;
}

/** `+12025550100 … +12025550149`. */
export function numbersOf({ numbers: [first, last] }: Behaviour): string {
  const full = (suffix: number) => `${NUMBER_PREFIX}${String(suffix).padStart(4, '0')}`;
  return first === last ? full(first) : `${full(first)} … ${full(last)}`;
}
