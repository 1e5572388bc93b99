import * as v from 'valibot';
import { handler as answeringMachine } from '#functions/carrier/twilio-answering-machine.ts';
import { handler as callAnswered } from '#functions/carrier/twilio-call-answered.ts';
import { handler as callStatus } from '#functions/carrier/twilio-call-status.ts';
import { handler as conversationEnded } from '#functions/carrier/twilio-conversation-ended.ts';
import { handler as incomingStatus } from '#functions/carrier/twilio-incoming-status.ts';
import { handler as checkCall } from '#functions/queue/check-call.ts';
import { endCall } from '#shared/call-life/end-call.ts';
import { createTwilioCallInstructions } from '#shared/integrations/twilio/call-instructions.ts';
import { callStatus as callStatusOfTwilio } from '#shared/integrations/twilio/statuses.ts';
import { AppError, RetryLater } from '#shared/platform/errors.ts';
import { carrierEvent, createMemoryDeadLetters, numberEvent, sqsEvent, verifySigned } from '#test/support/events.ts';
import { carrierCallId, holdCall } from '#test/support/in-memory/calls.ts';
import { createMemoryVoiceStore } from '#test/support/memory/accounts.ts';

/** How the carrier itself has recorded the end of a call. `unknown`: it does not know the call. */
type CarrierEnd = 'completed' | 'busy' | 'no-answer' | 'canceled' | 'failed' | 'unknown';

/** What may reach the service about a call, lost, repeated and in any order. */
export const callEvents = [
  ...(['initiated', 'ringing', 'in-progress', 'final', 'answered', 'human', 'machine_start', 'setup'] as const),
  ...(['session completed', 'session ended', 'session failed', 'end by user'] as const),
] as const;
export type CallEvent = (typeof callEvents)[number];

export const SECONDS = 33;
const CLAIMED_AT = Date.UTC(2026, 5, 30, 11, 53, 30);
const ROUNDS = 80;

/** A call on memory twins, to which a carrier sends events. */
export async function createStormyCall(type: 'inbound' | 'outbound', end: CarrierEnd) {
  const start =
    type === 'inbound'
      ? { status: 'in-progress' as const, carrierCallId, answeredAt: CLAIMED_AT }
      : { status: 'initiated' as const, carrierCallId: null, claimedAt: CLAIMED_AT, answeredAt: null };
  const live = await holdCall({ isUnopened: true, call: { type, ...start } });
  const { key, clock, carrier, timer } = live;
  const instructions = createTwilioCallInstructions({
    publicUrl: 'https://api.example.com',
    socketUrl: 'wss://voice.example.com',
    realtimeProjectId: undefined,
    tokenKey: async () => 'key',
  });
  const deps = { ...live, instructions, voices: createMemoryVoiceStore() };
  const { clientPhoneNumber: to, assistantPhoneNumber: from } = (await live.now())!;
  const state = { status: end === 'unknown' ? 'failed' : end, durationSeconds: end === 'completed' ? SECONDS : 0 };
  const known = { ...state, status: v.parse(callStatusOfTwilio, state.status), carrierCallId };
  if (end !== 'unknown') carrier.known.push({ ...known, createdAt: CLAIMED_AT, to, from, owner: key });
  const waitedSeconds = type === 'inbound' ? 320 : 30;
  await timer.afterCallSeconds(waitedSeconds, 'check-call', { ...key, waitedSeconds });

  const now = () => clock.now();
  const about = (name: string, form: Record<string, string>) =>
    carrierEvent(key, name, { CallSid: carrierCallId, ...form });
  const report = (CallStatus: string, CallDuration = '0') => {
    const form = { CallSid: carrierCallId, CallStatus, CallDuration };
    return type === 'inbound'
      ? incomingStatus.with(deps, verifySigned, now)(numberEvent('incoming-status', form))
      : callStatus.with(deps, verifySigned, now)(about('status', form));
  };
  const send = async (event: CallEvent): Promise<unknown> => {
    if (event === 'setup') return live.setup();
    if (event === 'end by user') return endCall(key, deps).catch(unlessRefused);
    if (event === 'final') return report(state.status, String(state.durationSeconds));
    if (event === 'answered') return callAnswered.with(deps, verifySigned, now)(about('answered', {}));
    if (event === 'human' || event === 'machine_start') {
      return answeringMachine.with(deps, verifySigned, now)(about('answering-machine', { AnsweredBy: event }));
    }
    if (!event.startsWith('session')) return report(event);
    const form = { SessionId: 'VX1', SessionStatus: event.slice('session '.length), CallStatus: state.status };
    return conversationEnded.with(deps, verifySigned, now)(about('conversation-ended', form));
  };
  return { ...deps, send };
}

type StormyCall = Awaited<ReturnType<typeof createStormyCall>>;

/** The call is over, or the carrier has not named it yet. */
function unlessRefused(error: unknown): void {
  if (error instanceof AppError || error instanceof RetryLater) return;
  throw error;
}

/** Lets every check of the call happen at its time. The carrier fails to answer some of them. */
export async function runChecks({ carrier, clock, queue, timer, ...deps }: StormyCall, failures: boolean[]) {
  const dlq = createMemoryDeadLetters();
  const fetchCall = carrier.fetchCall;
  carrier.fetchCall = async (id) => (failures.pop() === true ? Promise.reject(new Error('503')) : fetchCall(id));
  const worker = checkCall.with({ carrier, clock, queue, timer, ...deps }, dlq);
  const due = [
    ...timer.timers.splice(0),
    ...queue.sent.map((sent) => ({ ...sent, dueAt: clock.now() + (sent.options.delaySeconds ?? 0) * 1000 })),
  ].filter((one) => one.queue === 'check-call');
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = due.toSorted((one, other) => one.dueAt - other.dueAt)[0];
    if (!next) return dlq.deadLetters;
    due.splice(due.indexOf(next), 1);
    clock.move(Math.max(0, next.dueAt - clock.now()));
    await worker(sqsEvent(next.message));
    due.push(...timer.timers.splice(0).filter((one) => one.queue === 'check-call'));
    for (const { message, delaySeconds } of dlq.sentAgain.splice(0)) {
      due.push({ ...next, message: message as typeof next.message, dueAt: clock.now() + delaySeconds * 1000 });
    }
  }
  throw new Error('the checks of a call never end');
}
