import type { Line } from './line.ts';

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
