import { readUnits, writeUnits } from '#infra/cloud/call-units/item-size.ts';
import { CLAUSES, sizes, TURNS } from '#infra/cloud/call-units/typical-call.ts';

type Item = keyof typeof sizes;
type Sizes = Readonly<Record<Item, number>>;

/** The reads and writes of one step of a call. */
export interface Step {
  what: string;
  times: number;
  reads: readonly Item[];
  writes: readonly Item[];
  /** Written in one transaction, at twice the price. */
  transaction: readonly Item[];
  /** Writes whose condition fails, at the price of the item that is there. */
  failed: readonly Item[];
}

const step = (what: string, parts: Partial<Omit<Step, 'what'>>): Step => ({
  what,
  times: 1,
  reads: [],
  writes: [],
  transaction: [],
  failed: [],
  ...parts,
});

/**
 * The life of a call that is answered, from the request to the delivered webhook. `npm run bench -- functions` counts one on the
 * local stack, with a prompt of 8,000 characters and five exchanges: 57 write units, failed conditions among them.
 */
const lifeCycle: readonly Step[] = [
  step('authorizer', { reads: ['token'] }),
  step('make-call', {
    reads: ['assistant', 'numbers', 'wallet', 'user'],
    // The bucket of the token's rate limit is as small as an entry, and so is the fairness round.
    writes: ['entry', 'entry'],
    failed: ['entry'],
    transaction: ['wallet', 'head', 'configuration', 'entry'],
  }),
  step('dial-calls', {
    reads: ['entry', 'entry', 'head', 'head', 'entry'],
    // The lease of the pump, and where the account is in its queue.
    writes: ['entry', 'entry', 'entry', 'entry', 'entry'],
    // The entry, the head, and the number and the shard of live calls, which are as small as an entry.
    transaction: ['entry', 'head', 'entry', 'entry'],
  }),
  // The marker of the carrier's id is as small as an entry.
  step('the call gets the id of the carrier', { writes: ['head', 'entry'] }),
  step('status callback: initiated', { reads: ['head'] }),
  step('status callbacks: ringing, completed', { times: 2, reads: ['head', 'head'], writes: ['head'] }),
  step('answered', { reads: ['head', 'configuration', 'assistant'], writes: ['head'] }),
  // The answer to `answered` and this callback are on their way at once.
  step('status callback: in-progress', { reads: ['head'], failed: ['head'] }),
  step('answering machine', { reads: ['head'], writes: ['head'] }),
  step('conversation opened', {
    reads: ['head', 'configuration', 'assistant'],
    writes: ['head', 'script', 'state'],
  }),
  step('customer speaks', { times: TURNS, reads: ['script', 'said', 'answered'], writes: ['state'] }),
  step('assistant speaks a clause', { times: TURNS * CLAUSES, reads: ['state'] }),
  // With the words that it answers.
  step('assistant has spoken', { times: TURNS, writes: ['answered'] }),
  // The greeting is one piece.
  step('the carrier has played a piece', { times: 1 + TURNS * CLAUSES, writes: ['said'] }),
  step('voice began, voice stopped', { times: 2 * TURNS, reads: ['state'] }),
  step('customer begins to speak', { times: TURNS, reads: ['recent'] }),
  // The first time, and where the assistant may still be speaking.
  step('the beginning of speech is stored', { times: 2, writes: ['state'] }),
  step('customer stops speaking', { times: TURNS, reads: ['state'] }),
  step('a timer of the conversation runs out', { times: TURNS + 1, reads: ['recent'] }),
  step('conversation ended', { reads: ['head'], writes: ['head'] }),
  step('check-call', { times: 3, reads: ['head'] }),
  step('finish-call', {
    reads: ['head', 'head', 'configuration', 'assistant', 'state', 'body', 'endpoint'],
    // The call leaves its shard of live calls.
    writes: ['delivery', 'entry'],
    transaction: ['head', 'wallet', 'body', 'ledger'],
  }),
  step('deliver-webhook', {
    // The assistant tells whether the webhook was switched off.
    reads: ['delivery', 'head', 'assistant', 'endpoint', 'delivery', 'body', 'user'],
    writes: ['delivery', 'webhookResponse', 'delivery', 'endpoint', 'endpoint'],
  }),
  // Its rows in the summaries of all levels: 0.6 to 1 units, measured with 2 to 300 assistants (decision 0036).
  step('closing of its segment', { reads: ['head'], writes: ['summaryRow'] }),
];

/** Whatever the length of the prompt, which a call only names. */
export const callWriteUnits = writeUnitsWith(sizes);
export const callReadUnits = sum(({ times, reads }) => times * units(reads, readUnits));

/** Those on the head, which are in one partition for all calls of a user. It is one unit large. */
export const callHeadWriteUnits = sum(({ times, writes, failed, transaction }) => {
  const heads = (items: readonly Item[]) => items.filter((item) => item === 'head').length;
  return times * (heads(writes) + heads(failed) + 2 * heads(transaction));
});

/** The write units of the life cycle, by what they are for. */
export const writeUnitsByStep: ReadonlyArray<readonly [string, number]> = lifeCycle
  .map((one) => [one.what, stepWriteUnits(one, sizes)] as const)
  .filter(([, written]) => written > 0);

function writeUnitsWith(bytes: Sizes): number {
  return sum((one) => stepWriteUnits(one, bytes));
}

function stepWriteUnits({ times, writes, failed, transaction }: Step, bytes: Sizes): number {
  return times * (units([...writes, ...failed], writeUnits, bytes) + 2 * units(transaction, writeUnits, bytes));
}

function sum(of: (one: Step) => number): number {
  return lifeCycle.reduce((total, one) => total + of(one), 0);
}

function units(items: readonly Item[], unitsOf: (bytes: number) => number, bytes: Sizes = sizes): number {
  return items.reduce((total, item) => total + unitsOf(bytes[item]), 0);
}
