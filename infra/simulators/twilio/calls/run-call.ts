import { type Behaviour, behaviourOf, type Pickup } from '#twilio/callees/behaviours.ts';
import { CallOverError, createCustomerPhone } from '#twilio/callees/customer-phone.ts';
import type { LiveCall } from '#twilio/context/live-call.ts';
import { fetchUnused } from '#twilio/instructions/fetch-twiml.ts';
import { runTwiml } from '#twilio/instructions/run-twiml.ts';
import type { IncomingNumber } from '#twilio/journal/journal-entries.ts';
import { detectAnswerer, detectAnswererAsync, detectionMode } from '#twilio/reports/answering-machine.ts';
import { createProgressCallbacks, type ProgressCallbacks } from '#twilio/reports/progress-callbacks.ts';
import { finishRecordings } from '#twilio/reports/recordings.ts';
import type { TwimlNode } from '#twilio/wire/parse-twiml.ts';
import { methodOf } from '#twilio/wire/service-client.ts';

const DEFAULT_RING_SECONDS = 60;
/** Recorded from the request to the action of a conversation to the last callback: 0.4 to 1 second. */
const FINAL_CALLBACK_SECONDS = 0.4;

/** A call from the queue to its last callback. */
export async function runCall(live: LiveCall): Promise<void> {
  const behaviour = behaviourOf(live.customer);
  const callbacks = createProgressCallbacks(live, behaviour.callbacks);
  const { clock } = live.context;
  await clock.sleep(0, { signal: live.over, floorMs: live.record.queueMs });
  if (!live.over.aborted) {
    live.change({ dialledAt: clock.now() });
    callbacks.report('initiated');
    await dial(live, behaviour, callbacks);
  }
  if (live.record.answeredAt !== undefined) await live.context.clock.sleep(FINAL_CALLBACK_SECONDS);
  callbacks.report('completed');
  await callbacks.settled();
  await live.transcription?.finish();
  live.change({ told: true });
  await finishRecordings(live.sid, live.context, behaviour.callbacks.copies);
}

async function dial(live: LiveCall, behaviour: Behaviour, callbacks: ProgressCallbacks): Promise<void> {
  const { pickup } = behaviour;
  const seconds = secondsBeforePickup(pickup, live);
  if (pickup.outcome !== 'failed' && pickup.outcome !== 'busy') ring(live, callbacks);
  else if (pickup.rings) ring(live, callbacks);
  await live.context.clock.sleep(seconds, { signal: live.over });
  if (live.over.aborted) return;
  switch (pickup.outcome) {
    case 'busy':
    case 'failed':
      return live.end({ status: pickup.outcome, by: 'carrier', sipCode: pickup.sipCode });
    case 'no-answer':
      return live.end({ status: 'no-answer', by: 'carrier', sipCode: 487 });
    case 'answers':
      if (seconds >= ringLimit(live)) return live.end({ status: 'no-answer', by: 'carrier', sipCode: 487 });
      return answer(live, behaviour, callbacks);
  }
}

function ring(live: LiveCall, callbacks: ProgressCallbacks): void {
  live.change({ status: 'ringing' });
  callbacks.report('ringing');
}

async function answer(live: LiveCall, behaviour: Behaviour, callbacks: ProgressCallbacks): Promise<void> {
  live.change({ status: 'in-progress', answeredAt: live.context.clock.now() });
  live.limitTo(live.record.timeLimitSeconds);
  callbacks.report('answered');
  void runCustomer(live, behaviour);
  const mode = detectionMode(live);
  const verdict = mode === 'beside-the-call' ? detectAnswererAsync(live, behaviour) : Promise.resolve();
  if (mode === 'before-the-document') await detectAnswerer(live, behaviour);
  if (!live.over.aborted) await runTwiml(live);
  await verdict;
}

/** Runs the customer's behaviour until the call is over. */
async function runCustomer(live: LiveCall, behaviour: Behaviour): Promise<void> {
  try {
    await behaviour.act(createCustomerPhone(live));
  } catch (error) {
    if (!(error instanceof CallOverError)) throw error;
  }
}

function secondsBeforePickup(pickup: Pickup, live: LiveCall): number {
  if (pickup.outcome === 'no-answer') return ringLimit(live);
  return pickup.outcome === 'answers' ? Math.min(pickup.ringSeconds, ringLimit(live)) : pickup.afterSeconds;
}

const ringLimit = (live: LiveCall) => Number(live.parameter('Timeout') ?? DEFAULT_RING_SECONDS);

/** An inbound call, from the first request for a document to the last callback. */
export async function runInboundCall(live: LiveCall): Promise<void> {
  const behaviour = behaviourOf(live.customer);
  const callbacks = createProgressCallbacks(live, behaviour.callbacks);
  const copies = repeatFirstRequest(live, behaviour);
  await runTwiml(live, (verb) => answerWith(live, behaviour, verb));
  await copies;
  if (live.record.answeredAt !== undefined) await live.context.clock.sleep(FINAL_CALLBACK_SECONDS);
  callbacks.report('completed');
  await callbacks.settled();
  await live.transcription?.finish();
  live.change({ told: true });
  await finishRecordings(live.sid, live.context, behaviour.callbacks.copies);
}

/** The settings of a number as parameters of a call. Inbound calls have no progress callbacks but the final one. */
export function inboundParameters({ settings }: IncomingNumber): Record<string, string[]> {
  const names = {
    Url: 'VoiceUrl',
    Method: 'VoiceMethod',
    FallbackUrl: 'VoiceFallbackUrl',
    FallbackMethod: 'VoiceFallbackMethod',
    StatusCallback: 'StatusCallback',
    StatusCallbackMethod: 'StatusCallbackMethod',
  };
  const set = Object.entries(names).flatMap(([parameter, name]): [string, string[]][] => {
    const value = settings[name] ?? '';
    return value === '' ? [] : [[parameter, [value]]];
  });
  return Object.fromEntries(set);
}

/** `<Reject>` leaves the call unanswered, a conversation answers it once it is connected, any other first verb at once. */
function answerWith(live: LiveCall, behaviour: Behaviour, verb?: TwimlNode): void {
  if (live.over.aborted || live.record.answeredAt !== undefined) return;
  if (verb?.name === 'Reject') {
    const isBusy = verb.attributes['reason'] === 'busy';
    return live.end({ status: isBusy ? 'busy' : 'no-answer', by: 'app', sipCode: isBusy ? 486 : 603 });
  }
  // Its conversation was not connected: nothing is left that would answer it.
  if (live.answer && (verb === undefined || verb.name === 'Hangup')) return;
  live.answer = () => {
    live.answer = undefined;
    if (live.over.aborted) return;
    live.change({ status: 'in-progress', answeredAt: live.context.clock.now() });
    live.limitTo(live.record.timeLimitSeconds);
    void runCustomer(live, behaviour);
  };
  if (verb?.name !== 'Connect') live.answer();
}

/** Sends the first request again, as networks do, where the customer's faults ask for it. */
async function repeatFirstRequest(live: LiveCall, { callbacks }: Behaviour): Promise<void> {
  const url = live.parameter('Url');
  if (url === undefined) return;
  const request = { purpose: 'answered', url, method: methodOf(live.parameter('Method')) };
  for (let copy = 1; copy < callbacks.copies; copy += 1) await fetchUnused(live, request);
}
