import type { Line } from '#infra/local/carrier-simulator/callees/customer-phone.ts';
import { actOf, type ScriptedCallee } from '#infra/local/carrier-simulator/callees/scripted-customer.ts';
import {
  hangUpAfterGreeting,
  interruptTwice,
  refuseCalls,
  saysNothing,
  takeAMessage,
  talk,
} from '#infra/local/carrier-simulator/callees/standard-customers.ts';

export interface CallbackHabit {
  /** How often each callback is delivered. */
  copies: number;
  reorders: boolean;
  losesFinal: boolean;
}

export type Pickup =
  | { outcome: 'answers'; ringSeconds: number }
  | { outcome: 'busy' | 'failed'; afterSeconds: number; rings: boolean; sipCode: number }
  | { outcome: 'no-answer' };

/** How a simulated callee behaves: data, except for what it does on the line. */
export interface Behaviour {
  /** The last four digits of +1202555…, first and last. */
  numbers: readonly [first: number, last: number];
  description: string;
  pickup: Pickup;
  /** Who picks up, as the carrier's answering machine detection finds out. */
  answerer: 'human' | 'machine' | 'silence';
  callbacks: CallbackHabit;
  /** Whether the carrier refuses the first request to dial with a 429. */
  refusesFirstAttempt: boolean;
  onLine: (line: Line) => Promise<void>;
}

const faithful: CallbackHabit = { copies: 1, reorders: false, losesFinal: false };

const talker: Behaviour = {
  numbers: [100, 149],
  description: 'answers, talks along, says goodbye',
  pickup: { outcome: 'answers', ringSeconds: 4 },
  answerer: 'human',
  callbacks: faithful,
  refusesFirstAttempt: false,
  onLine: talk,
};

/** The simulated callees, by the last four digits of +1202555…. Any other number behaves as the first row. */
export const behaviours: readonly Behaviour[] = [
  talker,
  {
    ...talker,
    numbers: [150, 150],
    description: 'busy',
    pickup: { outcome: 'busy', afterSeconds: 2, rings: true, sipCode: 486 },
  },
  { ...talker, numbers: [151, 151], description: 'no answer', pickup: { outcome: 'no-answer' } },
  {
    ...talker,
    numbers: [152, 152],
    description: 'carrier failure',
    pickup: { outcome: 'failed', afterSeconds: 1, rings: false, sipCode: 503 },
  },
  {
    ...talker,
    numbers: [153, 153],
    description: 'voicemail: greeting, tone, then records until 120 seconds',
    pickup: { outcome: 'answers', ringSeconds: 12 },
    answerer: 'machine',
    onLine: takeAMessage,
  },
  { ...talker, numbers: [154, 154], description: 'hangs up right after the greeting', onLine: hangUpAfterGreeting },
  {
    ...talker,
    numbers: [155, 155],
    description: 'silent: answers and never says a word',
    answerer: 'silence',
    onLine: saysNothing,
  },
  {
    ...talker,
    numbers: [156, 156],
    description: 'interrupts the assistant mid-sentence, twice',
    onLine: interruptTwice,
  },
  {
    ...talker,
    numbers: [157, 157],
    description: 'first API attempt gets 429, then as 0100',
    refusesFirstAttempt: true,
  },
  {
    ...talker,
    numbers: [158, 158],
    description: 'callbacks duplicated and reordered, else as 0100',
    callbacks: { copies: 2, reorders: true, losesFinal: false },
  },
  {
    ...talker,
    numbers: [159, 159],
    description: 'final callback never sent, else as 0100',
    callbacks: { ...faithful, losesFinal: true },
  },
  { ...talker, numbers: [165, 165], description: 'does not want to be called again', onLine: refuseCalls },
];

const EXCHANGE = '+1202555';

/** Numbers that were given a customer of their own, until the process ends. */
const scripted = new Map<string, Behaviour>();

const pickupOf = {
  person: talker.pickup,
  voicemail: { outcome: 'answers', ringSeconds: 12 },
  nobody: { outcome: 'no-answer' },
  busy: { outcome: 'busy', afterSeconds: 2, rings: true, sipCode: 486 },
} as const;

export function putOnLine(callee: ScriptedCallee): void {
  const isSilent = callee.asks === undefined && callee.script.length === 0;
  const person = isSilent ? 'silence' : 'human';
  scripted.set(callee.number, {
    ...talker,
    numbers: [0, 0],
    description: 'scripted',
    pickup: pickupOf[callee.picks_up],
    answerer: callee.picks_up === 'voicemail' ? 'machine' : person,
    onLine: actOf(callee),
  });
}

export function behaviourOf(phoneNumber: string): Behaviour {
  const own = scripted.get(phoneNumber);
  if (own) return own;
  const line = phoneNumber.startsWith(EXCHANGE) ? Number(phoneNumber.slice(EXCHANGE.length)) : Number.NaN;
  return behaviours.find(({ numbers: [first, last] }) => line >= first && line <= last) ?? talker;
}

/** For people: `+12025550100 … +12025550149`. */
export function numbersOf({ numbers: [first, last] }: Behaviour): string {
  const full = (line: number) => `${EXCHANGE}${String(line).padStart(4, '0')}`;
  return first === last ? full(first) : `${full(first)} … ${full(last)}`;
}
