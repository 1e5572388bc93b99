import { randomUUID } from 'node:crypto';
import type { LiveCall } from '#infra/local/carrier-simulator/call/live-call.ts';
import type { CallbackHabit } from '#infra/local/carrier-simulator/callees/behaviours.ts';
import { toRfc2822 } from '#infra/local/carrier-simulator/formats.ts';
import type { Call } from '#infra/local/carrier-simulator/journal/journal-entries.ts';
import { methodOf, type ServiceAnswer, type ServiceRequest } from '#infra/local/carrier-simulator/service-client.ts';

type Progress = 'initiated' | 'ringing' | 'answered' | 'completed';

/**
 * Tells the service how a call goes on, in order and one after the other; or, where the callee's habit says so, twice and
 * out of order: ringing after the answer, the answer after the end.
 */
export class ProgressCallbacks {
  readonly #live: LiveCall;
  readonly #habit: CallbackHabit;
  #held: ServiceRequest[] = [];
  #queue: Promise<unknown> = Promise.resolve();

  constructor(live: LiveCall, habit: CallbackHabit) {
    this.#live = live;
    this.#habit = habit;
  }

  report(progress: Progress): void {
    const request = this.#requestFor(progress);
    const isFinal = progress === 'completed';
    if (!request || (isFinal && this.#habit.losesFinal)) return;
    if (!this.#habit.reorders || progress === 'initiated') return this.#send(request);
    if (!isFinal) {
      this.#release();
      this.#held.push(request);
      return;
    }
    this.#deliver(request);
    this.#release();
    this.#deliver(request);
  }

  /** Over when everything that will be sent has been sent. */
  async settled(): Promise<void> {
    await this.#queue;
  }

  #release(): void {
    for (const request of this.#held) this.#send(request);
    this.#held = [];
  }

  #send(request: ServiceRequest): void {
    for (let copy = 0; copy < this.#habit.copies; copy += 1) this.#deliver(request);
  }

  #deliver(request: ServiceRequest): void {
    this.#queue = this.#queue.then(() => this.#live.exchange.service.request(request));
  }

  #requestFor(progress: Progress): ServiceRequest | undefined {
    const request = progressRequest(this.#live, progress);
    this.#live.change({ sequence: this.#live.record.sequence + 1 });
    return request;
  }
}

/** Tells the service once more that a call is over, for a former life of this process that could not. */
export function finalCallback(live: LiveCall): Promise<ServiceAnswer> | undefined {
  const request = progressRequest(live, 'completed');
  return request && live.exchange.service.request(request);
}

function progressRequest(live: LiveCall, progress: Progress): ServiceRequest | undefined {
  const { record, exchange } = live;
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
      ...callParameters(record, exchange.accountSid, callStatus),
      Timestamp: toRfc2822(exchange.clock.now()),
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
  return {
    AccountSid: accountSid,
    ApiVersion: '2010-04-01',
    CallSid: call.sid,
    CallStatus: callStatus,
    Direction: call.direction,
    From: call.from,
    To: call.to,
    Caller: call.from,
    Called: call.to,
    ...(call.direction === 'inbound' ? callerParameters(call) : {}),
    ...placeParameters('From'),
    ...placeParameters('To'),
    ...placeParameters('Caller'),
    ...placeParameters('Called'),
    ...(call.answeredBy === undefined ? {} : { AnsweredBy: call.answeredBy }),
  };
}

/** What the network says of whoever calls in. */
function callerParameters({ from }: Call): Record<string, string> {
  return from.startsWith('+') ? { CallerName: '', StirVerstat: 'TN-Validation-Passed-A' } : { CallerName: '' };
}

function placeParameters(whose: string): Record<string, string> {
  return { [`${whose}City`]: '', [`${whose}State`]: '', [`${whose}Zip`]: '', [`${whose}Country`]: 'US' };
}
