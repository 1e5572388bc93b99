import { setTimeout as sleep } from 'node:timers/promises';
import { styleText } from 'node:util';
import * as v from 'valibot';
import { terminalText } from '#clients/cli/src/terminal-text.ts';
import { followCalls, type CallEvent } from '#infra/drive/call-in/follow-calls.ts';

/** Why a call failed: for the terminal, without a stack trace. */
export class CallInError extends Error {
  override readonly name = 'CallInError';
}

interface CallInRequest {
  simulatorUrl: string;
  /** The assistant's number, E.164. */
  to: string;
  /** The customer's number. */
  from: string;
}

const CallView = v.object({
  sid: v.string(),
  status: v.string(),
  finished: v.boolean(),
  answeredAt: v.nullable(v.number()),
  duration: v.nullable(v.number()),
  dialogue: v.array(v.object({ who: v.string(), text: v.string() })),
  requests: v.array(v.object({ purpose: v.string(), status: v.optional(v.number()) })),
});
export type CallView = v.InferOutput<typeof CallView>;
const Refusal = v.object({ message: v.string() });

const POLL_MS = 50;
/** The longest call takes 20 minutes. */
const PATIENCE_MS = 25 * 60_000;

/**
 * A simulated customer calls a number of the running stack. Prints the call until it is over and its callbacks are sent.
 * @throws CallInError when the call cannot be made, or is not answered
 */
export async function callIn(request: CallInRequest, print: (line: string) => void): Promise<CallView> {
  const listening = new AbortController();
  const early: CallEvent[] = [];
  let sid: string | undefined;
  const show = (event: CallEvent) => {
    if (sid === undefined) early.push(event);
    else if (event.callSid === sid) print(lineOf(event));
  };
  const { ended } = await reach(followCalls(request.simulatorUrl, show, listening.signal));
  try {
    ({ sid } = await ring(request));
    for (const event of early) show(event);
    const call = await untilFinished(request.simulatorUrl, sid);
    return requireAnswered(call, request.to);
  } finally {
    listening.abort();
    await ended;
  }
}

async function ring({ simulatorUrl, to, from }: CallInRequest): Promise<CallView> {
  const body = JSON.stringify({ from, to });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const response = await reach(fetch(`${simulatorUrl}/_simulator/inbound-calls`, init));
  const answer: unknown = await response.json();
  if (response.ok) return v.parse(CallView, answer);
  const refusal = v.is(Refusal, answer) ? answer.message : `the carrier simulator answered ${response.status}`;
  throw new CallInError(`${refusal}; npm run admin -- number point ${to} sends them to the stack`);
}

async function untilFinished(simulatorUrl: string, sid: string): Promise<CallView> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  while (Date.now() < giveUpAt) {
    const response = await reach(fetch(`${simulatorUrl}/_simulator/calls/${sid}`));
    const call = v.parse(CallView, await response.json());
    if (call.finished) return call;
    await sleep(POLL_MS);
  }
  throw new CallInError('the call did not end');
}

function requireAnswered(call: CallView, to: string): CallView {
  // The carrier repeats a request that failed.
  const isAnswered = call.requests.some(({ purpose, status }) => purpose === 'answered' && status === 200);
  if (!isAnswered) throw new CallInError('the stack could not answer the call: its log says why');
  if (call.answeredAt !== null && call.status === 'completed') return call;
  const reasons: Record<string, string> = {
    'no-answer': `${to} is not assigned: no active assistant of the direction «receive» holds it`,
    busy: `${to} is busy: the balance of its user does not pay for a call`,
  };
  throw new CallInError(reasons[call.status] ?? `the call ended as ${call.status}`);
}

async function reach<Value>(request: Promise<Value>): Promise<Value> {
  try {
    return await request;
  } catch (error) {
    const reason = 'the carrier simulator does not answer: is the stack running?';
    throw new CallInError(reason, { cause: error });
  }
}

function lineOf(event: CallEvent): string {
  if (event.type === 'status') return `${styleText('bold', '●')} ${event.data.status}`;
  const { who, text } = event.data;
  return `  ${who === 'customer' ? styleText('cyan', 'Customer ') : styleText('magenta', 'Assistant')}  ${terminalText(text)}`;
}
