import { LiveCall } from '#infra/local/carrier-simulator/call/live-call.ts';
import { finalCallback } from '#infra/local/carrier-simulator/call/progress-callbacks.ts';
import { finishRecordings } from '#infra/local/carrier-simulator/call/recordings.ts';
import { inboundParameters, runCall, runInboundCall } from '#infra/local/carrier-simulator/call/run-call.ts';
import { behaviourOf } from '#infra/local/carrier-simulator/callees/behaviours.ts';
import { Line } from '#infra/local/carrier-simulator/callees/customer-phone.ts';
import { newSid } from '#infra/local/carrier-simulator/formats.ts';
import type { Call, IncomingNumber } from '#infra/local/carrier-simulator/journal/journal-entries.ts';
import type { Exchange } from '#infra/local/carrier-simulator/simulator-context.ts';

const DEFAULT_TIME_LIMIT_SECONDS = 4 * 60 * 60;

/** All calls that live, and the pace at which new ones leave the queue. */
export class Switchboard {
  readonly #exchange: Exchange;
  readonly #gapMs: number;
  readonly #live = new Map<string, LiveCall>();
  #nextSlotAt = 0;

  constructor(exchange: Exchange, callsPerSecond: number) {
    this.#exchange = exchange;
    this.#gapMs = 1000 / callsPerSecond;
  }

  /** Takes a call into the queue. It is in the data file before this returns. */
  place(parameters: Record<string, string[]>): Call {
    const { clock, journal } = this.#exchange;
    const now = clock.now();
    const slotAt = Math.max(now, this.#nextSlotAt);
    this.#nextSlotAt = slotAt + this.#gapMs;
    const call: Call = {
      sid: newSid('CA'),
      direction: 'outbound-api',
      to: parameters['To']?.[0] ?? '',
      from: parameters['From']?.[0] ?? '',
      status: 'queued',
      parameters,
      createdAt: now,
      updatedAt: now,
      queueMs: Math.round(slotAt - now),
      timeLimitSeconds: Number(parameters['TimeLimit']?.[0] ?? DEFAULT_TIME_LIMIT_SECONDS),
      sequence: 0,
      told: false,
    };
    journal.saveCall(call);
    const live = new LiveCall(call.sid, this.#exchange);
    live.note('status', { status: call.status });
    this.#keep(live, runCall);
    return call;
  }

  /** A customer calls a number of the account. The number's settings, as they are now, stay with the call. */
  receive(number: IncomingNumber, customer: { from: string; actsAs?: string | undefined }): Call {
    const { clock, journal } = this.#exchange;
    const now = clock.now();
    const { from, actsAs } = customer;
    const call: Call = {
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
    journal.saveCall(call);
    const live = new LiveCall(call.sid, this.#exchange);
    live.note('status', { status: call.status });
    this.#keep(live, runInboundCall);
    return call;
  }

  /** Closes what a former life of this process left open, and tells the service. */
  resume(): void {
    const { journal } = this.#exchange;
    for (const call of journal.calls().toReversed()) {
      const owesRecording = journal.recordings().some(({ callSid, told }) => callSid === call.sid && !told);
      if (!call.told || owesRecording) this.#keep(new LiveCall(call.sid, this.#exchange), resumeCall);
    }
  }

  /** The call, if it has not ended. */
  find(sid: string): LiveCall | undefined {
    const live = this.#live.get(sid);
    return live?.over.aborted ? undefined : live;
  }

  /** Lets the customer of a call say something more than its behaviour does. */
  async say(live: LiveCall, text: string): Promise<void> {
    await new Line(live).say(text);
  }

  /** Drops every connection, as a crash would: nobody is told. */
  close(): void {
    for (const live of this.#live.values()) live.session?.terminate();
  }

  #keep(live: LiveCall, run: (live: LiveCall) => Promise<void>): void {
    this.#live.set(live.sid, live);
    run(live)
      .catch((error: unknown) => live.violate(0, `the simulator failed: ${String(error)}`))
      .finally(() => this.#live.delete(live.sid));
  }
}

const ATTEMPTS = 20;

/**
 * A call that was under way when the process died ended with it, at the last sign of life. The service hears of it as soon
 * as it is there: it may be starting at the same moment.
 */
async function resumeCall(live: LiveCall): Promise<void> {
  const { callbacks } = behaviourOf(live.customer);
  const { journal } = live.exchange;
  if (live.record.endedAt === undefined) {
    const lastSign = Math.max(live.record.updatedAt, ...journal.events(live.sid).map(({ at }) => at));
    const status = live.record.answeredAt === undefined ? 'failed' : 'completed';
    live.end({ status, by: 'carrier', sipCode: status === 'failed' ? 503 : 200, at: lastSign });
  }
  if (!live.record.told && !callbacks.losesFinal) await tellUntilHeard(live);
  live.change({ told: true });
  await finishRecordings(live.sid, live.exchange, callbacks.copies);
}

async function tellUntilHeard(live: LiveCall): Promise<void> {
  const { clock, limits } = live.exchange;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const answer = await finalCallback(live);
    if (answer === undefined || answer.kind === 'answered') return;
    await clock.sleep(0, { floorMs: limits.retryMs });
  }
}
