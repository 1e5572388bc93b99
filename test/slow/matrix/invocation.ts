import { AsyncLocalStorage } from 'node:async_hooks';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { aroundSend, cancelled, named, withLostAnswer } from '#test/support/table-faults.ts';

/** What happens to one step. Conflicts and throttling happen three times in a row. */
export const writeFaults = ['answer lost', 'conflict', 'throttle', 'killed before', 'killed after'] as const;
export const requestFaults = ['answer lost', 'killed before', 'killed after'] as const;
export type Fault = (typeof writeFaults)[number];

export interface FaultPlan {
  /** The position of the step, from 0. */
  at: number;
  fault: Fault;
  /** Runs when the invocation has come to the step, and before the step happens. */
  meanwhile?: (() => Promise<void>) | undefined;
}

/** A step is a write to the table, or a request to a queue, the carrier, a receiver, a store or a socket. */
export interface Step {
  name: string;
  isWrite: boolean;
}

/** One run of a function. A killed one stops where it is: nothing that it awaits comes back, and nothing that it begins happens. */
export interface Invocation {
  steps: Step[];
  plan: FaultPlan | undefined;
  isDead: boolean;
  death: PromiseWithResolvers<'killed'>;
  /** Writes on their way: what a killed invocation has sent arrives, and before anything else happens. */
  sent: Set<Promise<unknown>>;
  /** Refusals of the write at the planned step that are still to come, and which write that is. */
  refusals: { left: number; input: string };
}

const running = new AsyncLocalStorage<Invocation>();
const FOREVER = new Promise<never>(() => undefined);

/** Runs a function as one invocation. Resolves to its answer, or to `killed`. */
export async function invoke<Answer>(
  run: () => Promise<Answer>,
  plan?: FaultPlan,
): Promise<{ answer: Answer | 'killed'; steps: Step[] }> {
  const invocation: Invocation = {
    steps: [],
    plan,
    isDead: false,
    death: Promise.withResolvers(),
    sent: new Set(),
    refusals: { left: 0, input: '' },
  };
  const answer = await Promise.race([running.run(invocation, run), invocation.death.promise]);
  if (answer === 'killed') await Promise.allSettled(invocation.sent);
  return { answer, steps: invocation.steps };
}

/** Begins a step. Returns the fault that it meets; a killed invocation does not come back. */
async function begin(step: Step): Promise<{ invocation: Invocation; fault: Fault } | undefined> {
  const invocation = running.getStore();
  if (!invocation) return undefined;
  if (invocation.isDead) return FOREVER;
  const { plan, steps } = invocation;
  steps.push(step);
  if (plan?.at !== steps.length - 1) return undefined;
  if (plan.meanwhile) await running.exit(plan.meanwhile);
  return plan.fault === 'killed before' ? kill(invocation) : { invocation, fault: plan.fault };
}

function kill(invocation: Invocation): Promise<never> {
  invocation.isDead = true;
  invocation.death.resolve('killed');
  return FOREVER;
}

/** A request that is not a write to the table. `onLostAnswer`: what the function sees when the answer is lost. */
export async function request<Answer>(
  name: string,
  run: () => Promise<Answer>,
  onLostAnswer: () => Answer | Promise<Answer>,
): Promise<Answer> {
  const met = await begin({ name, isWrite: false });
  const answer = await run();
  if (met?.fault === 'killed after') return kill(met.invocation);
  return met?.fault === 'answer lost' ? onLostAnswer() : answer;
}

const TRANSACTION = 'TransactWriteItems';
const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', TRANSACTION];

/** Makes the writes of a client steps of the invocation that sends them. */
export function watchWrites(client: DynamoDBDocumentClient): void {
  aroundSend(client, 'watchWrites', async (request, next) => {
    const command = request.constructor.name.replace(/(?:Command|Request)$/, '');
    const invocation = running.getStore();
    if (invocation?.isDead) return FOREVER;
    if (!WRITES.includes(command)) return next();
    const input = JSON.stringify(request.input);
    if (invocation && invocation.refusals.left > 0 && invocation.refusals.input === input) {
      throw refuse(invocation, command);
    }
    const met = await begin({ name: command, isWrite: true });
    if (met?.fault === 'conflict' || met?.fault === 'throttle') {
      met.invocation.refusals = { left: 3, input };
      throw refuse(met.invocation, command);
    }
    const sending = met?.fault === 'answer lost' ? withLostAnswer(client, () => next()) : next();
    invocation?.sent.add(sending);
    const answer = await sending;
    return met?.fault === 'killed after' ? kill(met.invocation) : answer;
  });
}

function refuse(invocation: Invocation, command: string): Error {
  invocation.refusals.left -= 1;
  const isConflict = invocation.plan?.fault === 'conflict';
  if (command === TRANSACTION) {
    return cancelled('None', isConflict ? 'TransactionConflict' : 'ThrottlingError');
  }
  return named(isConflict ? 'TransactionConflictException' : 'ThrottlingException');
}
