import { randomUUID } from 'node:crypto';
import type { CallbackFaults } from '#twilio/callees/behaviours.ts';
import type { LiveCall } from '#twilio/context/live-call.ts';
import type { Call } from '#twilio/journal/journal-entries.ts';
import { toRfc2822 } from '#twilio/wire/formats.ts';
import { methodOf, type ServiceAnswer, type ServiceRequest } from '#twilio/wire/service-client.ts';

type Progress = 'initiated' | 'ringing' | 'answered' | 'completed';

export interface ProgressCallbacks {
  report(progress: Progress): void;
  /** Resolves when every callback has been sent. */
  settled(): Promise<void>;
}

/** Recorded: the share of calls whose `ringing` arrives before `initiated`. */
const SWAPPED = 0.5;

/**
 * Sends the status callbacks of a call, in half of the calls with the first two swapped. Where the customer's faults say so, each is sent twice and out of order:
 * ringing after the answer, the answer after the end.
 */
export function createProgressCallbacks(live: LiveCall, faults: CallbackFaults): ProgressCallbacks {
  let held: ServiceRequest[] = [];
  const isSwapped = !faults.reorders && live.context.vary(live.sid, 'callbacks') < SWAPPED;
  let sent: Promise<unknown> = Promise.resolve();
  const deliver = (request: ServiceRequest) => {
    sent = sent.then(() => live.context.service.request(request));
  };
  const send = (request: ServiceRequest) => {
    for (let copy = 0; copy < faults.copies; copy += 1) deliver(request);
  };
  const release = () => {
    for (const request of held) send(request);
    held = [];
  };
  return {
    report(progress) {
      const request = progressRequest(live, progress);
      live.change({ sequence: live.record.sequence + 1 });
      const isFinal = progress === 'completed';
      if (!request || (isFinal && faults.losesFinal)) return;
      if (isSwapped && progress === 'initiated') return void held.push(request);
      if (!faults.reorders) {
        send(request);
        return release();
      }
      if (progress === 'initiated') return send(request);
      if (!isFinal) {
        release();
        held.push(request);
        return;
      }
      deliver(request);
      release();
      deliver(request);
    },
    async settled() {
      await sent;
    },
  };
}

/** Sends the final callback of a call that the last process left open. */
export function finalCallback(live: LiveCall): Promise<ServiceAnswer> | undefined {
  const request = progressRequest(live, 'completed');
  return request && live.context.service.request(request);
}

function progressRequest(live: LiveCall, progress: Progress): ServiceRequest | undefined {
  const { record, context } = live;
  const url = live.parameter('StatusCallback');
  const wanted = record.parameters['StatusCallbackEvent'] ?? ['completed'];
  if (url === undefined || !wanted.includes(progress)) return undefined;
  // The callback says `initiated` where the call itself says `queued`.
  const callStatus = progress === 'initiated' ? 'initiated' : record.status;
  return {
    callSid: live.sid,
    purpose: 'status',
    url,
    method: methodOf(live.parameter('StatusCallbackMethod')),
    idempotencyToken: randomUUID(),
    parameters: {
      ...callParameters(record, context.accountSid, callStatus),
      Timestamp: toRfc2822(context.clock.now()),
      CallbackSource: 'call-progress-events',
      SequenceNumber: String(record.sequence),
      ...(progress === 'completed' ? finalParameters(live) : {}),
    },
  };
}

function finalParameters({ record }: LiveCall): Record<string, string> {
  const seconds = record.durationSeconds ?? 0;
  return {
    CallDuration: String(seconds),
    Duration: String(Math.ceil(seconds / 60)),
    SipResponseCode: String(record.sipCode ?? 200),
  };
}

/** The parameters that every request about a call carries. Empty ones are sent too, and signed. */
export function callParameters(
  call: Call,
  accountSid: string,
  callStatus: string = call.status,
): Record<string, string> {
  const applicationSid = call.parameters['ApplicationSid']?.[0];
  return {
    AccountSid: accountSid,
    ApiVersion: '2010-04-01',
    ...(applicationSid === undefined ? {} : { ApplicationSid: applicationSid }),
    CallSid: call.sid,
    ...(call.parentSid === undefined ? {} : { ParentCallSid: call.parentSid }),
    CallStatus: callStatus,
    Direction: call.direction,
    From: call.from,
    To: call.to,
    Caller: call.from,
    Called: call.to,
    ...(call.direction === 'inbound' ? callerParameters(call) : {}),
    ...locationParameters('From'),
    ...locationParameters('To'),
    ...locationParameters('Caller'),
    ...locationParameters('Called'),
    ...(call.answeredBy === undefined ? {} : { AnsweredBy: call.answeredBy }),
  };
}

/** What the network reports about the caller. */
function callerParameters({ from }: Call): Record<string, string> {
  return from.startsWith('+') ? { CallerName: '', StirVerstat: 'TN-Validation-Passed-A' } : { CallerName: '' };
}

function locationParameters(whose: string): Record<string, string> {
  return { [`${whose}City`]: '', [`${whose}State`]: '', [`${whose}Zip`]: '', [`${whose}Country`]: 'US' };
}
