import { readUnits, writeUnits } from '#infra/costs/item-size.ts';
import { CLAUSES, sizes, TURNS } from '#infra/costs/typical-call.ts';

type Item = keyof typeof sizes;

/** The reads and writes of one step of a call. */
export interface Step {
  what: string;
  times: number;
  reads: readonly Item[];
  writes: readonly Item[];
  /** Written in one transaction, at twice the price. */
  transaction: readonly Item[];
}

const step = (what: string, parts: Partial<Omit<Step, 'what'>>): Step => ({
  what,
  times: 1,
  reads: [],
  writes: [],
  transaction: [],
  ...parts,
});

/**
 * The life of a call that is answered, from the request to the delivered webhook. A call of five turns on the local stack,
 * counted by the emulator, wrote 60 units and read 81, those of the schedule among them.
 */
export const lifeCycle: readonly Step[] = [
  step('authorizer', { reads: ['token'] }),
  step('make-call', {
    reads: ['assistant', 'numbers', 'wallet'],
    writes: ['entry'],
    transaction: ['wallet', 'head', 'configuration', 'entry'],
  }),
  step('dial-calls', {
    reads: ['entry', 'entry', 'head', 'head'],
    writes: ['entry'],
    transaction: ['entry', 'head'],
  }),
  // The marker of the carrier's id is as small as an entry.
  step('the call gets the id of the carrier', { transaction: ['head', 'entry'] }),
  step('status callback: initiated', { reads: ['head'] }),
  step('status callbacks: ringing, in-progress, completed', {
    times: 3,
    reads: ['head', 'head'],
    writes: ['head'],
  }),
  step('answered', { reads: ['head', 'configuration'] }),
  step('answering machine', { reads: ['head'], writes: ['head'] }),
  step('conversation opened', {
    reads: ['head', 'configuration'],
    writes: ['head'],
    transaction: ['state', 'script'],
  }),
  step('customer speaks', { times: TURNS, reads: ['script', 'said', 'answered'], writes: ['state', 'said'] }),
  step('assistant speaks a clause', { times: TURNS * CLAUSES, reads: ['state'] }),
  step('assistant has spoken', { times: TURNS, writes: ['answered'] }),
  // The greeting is one piece.
  step('the carrier has played a piece', { times: 1 + TURNS * CLAUSES, writes: ['said'] }),
  step('voice began', { times: TURNS, reads: ['state'] }),
  step('voice stopped', { times: TURNS, writes: ['state'] }),
  step('customer begins to speak', { times: TURNS, writes: ['state'] }),
  step('a timer of the conversation runs out', { times: TURNS + 1, reads: ['state'] }),
  step('conversation ended', { reads: ['head'], writes: ['head'] }),
  step('check-call', { times: 3, reads: ['head'] }),
  step('finish-call', {
    reads: ['head', 'head', 'head', 'configuration', 'state', 'body', 'endpoint'],
    writes: ['delivery'],
    transaction: ['head', 'wallet', 'body', 'ledger'],
  }),
  step('deliver-webhook', {
    reads: ['delivery', 'endpoint', 'delivery', 'head', 'body', 'user'],
    writes: ['delivery', 'body', 'delivery'],
  }),
];

export const callWriteUnits = sum(
  ({ times, writes, transaction }) => times * (units(writes, writeUnits) + 2 * units(transaction, writeUnits)),
);
export const callReadUnits = sum(({ times, reads }) => times * units(reads, readUnits));

function sum(of: (one: Step) => number): number {
  return lifeCycle.reduce((total, one) => total + of(one), 0);
}

function units(items: readonly Item[], unitsOf: (bytes: number) => number): number {
  return items.reduce((total, item) => total + unitsOf(sizes[item]), 0);
}
