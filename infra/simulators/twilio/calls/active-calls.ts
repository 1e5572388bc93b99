import type { CallClock } from '#line/call-clock.ts';
import { behaviourOf } from '#twilio/callees/behaviours.ts';
import { createCustomerPhone } from '#twilio/callees/customer-phone.ts';
import { inboundParameters, runCall, runInboundCall } from '#twilio/calls/run-call.ts';
import { createLiveCall, type LiveCall } from '#twilio/context/live-call.ts';
import type { CarrierContext } from '#twilio/context/simulator-context.ts';
import type { WebApplicationSettings } from '#twilio/context/web-application.ts';
import type { Call, IncomingNumber } from '#twilio/journal/journal-entries.ts';
import { finalCallback } from '#twilio/reports/progress-callbacks.ts';
import { finishRecordings } from '#twilio/reports/recordings.ts';
import { newSid } from '#twilio/wire/formats.ts';

const DEFAULT_TIME_LIMIT_SECONDS = 4 * 60 * 60;

export interface ActiveCalls {
  /** Queues a call. It is in the data file before this returns. */
  place(parameters: Record<string, string[]>): Call;
  /** A customer calls a number of the account. The call keeps the number's settings of this moment. */
  receive(number: IncomingNumber, customer: { from: string; actsAs?: string | undefined }): Call;
  /** A page begins a call to an application. A person is at its other end: it runs at the speed of web calls. */
  connect(application: WebApplicationSettings, identity: string): LiveCall;
  /** Ends the calls that the last process left open, and sends their callbacks. */
  resume(): void;
  /** The call, if it has not ended. */
  find(sid: string): LiveCall | undefined;
  /** The customer of a call says a text that is not part of its behaviour. */
  say(live: LiveCall, text: string): Promise<void>;
  /** Drops every connection, as a crash does. */
  close(): void;
}

/**
 * The calls that have not ended, and the rate at which new calls leave the queue.
 * @param webClock the time of web calls
 */
export function createActiveCalls(context: CarrierContext, callsPerSecond: number, webClock: CallClock): ActiveCalls {
  const { clock, journal } = context;
  const active = new Map<string, LiveCall>();
  let nextSlotAt = 0;

  const start = (live: LiveCall, run: (live: LiveCall) => Promise<void>) => {
    active.set(live.sid, live);
    run(live)
      .catch((error: unknown) => live.addViolation(0, `the simulator failed: ${String(error)}`))
      .finally(() => active.delete(live.sid));
  };
  const open = (call: Call, run: (live: LiveCall) => Promise<void>, own = context): LiveCall => {
    journal.saveCall(call);
    const live = createLiveCall(call.sid, own);
    live.addEvent('status', { status: call.status });
    start(live, run);
    return live;
  };
  return {
    place(parameters) {
      const now = clock.now();
      const slotAt = Math.max(now, nextSlotAt);
      nextSlotAt = slotAt + 1000 / callsPerSecond;
      return open(outboundCall(parameters, now, Math.round(slotAt - now)), runCall).record;
    },
    receive: (number, customer) => open(inboundCall(number, customer, clock.now()), runInboundCall).record,
    connect: (application, identity) =>
      open(webCall(application, identity, clock.now()), runInboundCall, { ...context, clock: webClock }),
    resume() {
      const owesRecording = (sid: string) => journal.recordings().some(({ callSid, told }) => callSid === sid && !told);
      for (const { sid, told } of journal.calls().toReversed()) {
        if (!told || owesRecording(sid)) start(createLiveCall(sid, context), resumeCall);
      }
    },
    find(sid) {
      const live = active.get(sid);
      return live?.over.aborted ? undefined : live;
    },
    say: (live, text) => createCustomerPhone(live).say(text),
    close() {
      for (const live of active.values()) live.session?.terminate();
    },
  };
}

function outboundCall(parameters: Record<string, string[]>, now: number, queueMs: number): Call {
  return {
    sid: newSid('CA'),
    direction: 'outbound-api',
    to: parameters['To']?.[0] ?? '',
    from: parameters['From']?.[0] ?? '',
    status: 'queued',
    parameters,
    createdAt: now,
    updatedAt: now,
    queueMs,
    timeLimitSeconds: Number(parameters['TimeLimit']?.[0] ?? DEFAULT_TIME_LIMIT_SECONDS),
    sequence: 0,
    told: false,
  };
}

function inboundCall(
  number: IncomingNumber,
  { from, actsAs }: { from: string; actsAs?: string | undefined },
  now: number,
): Call {
  return {
    sid: newSid('CA'),
    direction: 'inbound',
    ...(actsAs === undefined ? {} : { actsAs }),
    to: number.phoneNumber,
    from,
    status: 'ringing',
    parameters: inboundParameters(number),
    createdAt: now,
    updatedAt: now,
    dialledAt: now,
    queueMs: 0,
    timeLimitSeconds: DEFAULT_TIME_LIMIT_SECONDS,
    sequence: 0,
    told: false,
  };
}

/** The number of a customer who says nothing by itself: the person at the page does. */
const SILENT = '+12025550155';

function webCall(application: WebApplicationSettings, identity: string, now: number): Call {
  const { applicationSid, voiceUrl, voiceFallbackUrl, statusCallback } = application;
  const settings = { VoiceUrl: voiceUrl, VoiceFallbackUrl: voiceFallbackUrl, StatusCallback: statusCallback };
  const number = { sid: applicationSid, phoneNumber: '', settings, createdAt: now, updatedAt: now };
  const call = inboundCall(number, { from: `client:${identity}`, actsAs: SILENT }, now);
  return { ...call, parameters: { ...call.parameters, ApplicationSid: [applicationSid] } };
}

const ATTEMPTS = 20;

/**
 * Ends a call that was under way when the process died, at its last recorded event. Repeats the final callback until the
 * service answers, because the service may be starting at the same moment.
 */
async function resumeCall(live: LiveCall): Promise<void> {
  const { callbacks } = behaviourOf(live.customer);
  const { journal } = live.context;
  if (live.record.endedAt === undefined) {
    const lastEventAt = Math.max(live.record.updatedAt, ...journal.events(live.sid).map(({ at }) => at));
    const status = live.record.answeredAt === undefined ? 'failed' : 'completed';
    live.end({ status, by: 'carrier', sipCode: status === 'failed' ? 503 : 200, at: lastEventAt });
  }
  if (!live.record.told && !callbacks.losesFinal) await repeatFinalCallback(live);
  live.change({ told: true });
  await finishRecordings(live.sid, live.context, callbacks.copies);
}

async function repeatFinalCallback(live: LiveCall): Promise<void> {
  const { clock, limits } = live.context;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const answer = await finalCallback(live);
    if (answer === undefined || answer.kind === 'answered') return;
    await clock.sleep(0, { floorMs: limits.retryMs });
  }
}
