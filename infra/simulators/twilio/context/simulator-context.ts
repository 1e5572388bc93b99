import type { CallClock, Scheduler } from '#line/call-clock.ts';
import type { RealtimeCalls, RealtimeOptions } from '#openai/realtime-calls.ts';
import type { WebApplicationSettings } from '#twilio/context/web-application.ts';
import type { Journal } from '#twilio/journal/journal.ts';
import type { ServiceClient } from '#twilio/wire/service-client.ts';

export interface SimulatorOptions {
  accountSid: string;
  authToken: string;
  /** 0 = any free port. */
  port?: number;
  /** Call seconds per real second. */
  speed?: number;
  callsPerSecond?: number;
  /** Of what varies from call to call: the same seed varies it in the same way. */
  seed?: number;
  /** The file for calls and events; without it they are kept in memory. */
  dataFile?: string;
  scheduler?: Scheduler;
  limits?: Partial<SimulatorLimits>;
  /** The application of web calls, and their speed: 1 by default, because a person talks. Without it, pages cannot call. */
  web?: (WebApplicationSettings & { speed: number }) | undefined;
  /** The project of the speech model. Without it, calls cannot be bridged. */
  realtime?: RealtimeOptions | undefined;
}

/** In real time, not in simulated time: the service needs real time to answer. */
interface SimulatorLimits {
  /** Deadline for the service's answer to a request. */
  answerMs: number;
  /** Deadline for the service to accept a conversation. */
  connectMs: number;
  /** Minimum silence that a customer takes for the end of a sentence. */
  reactionMs: number;
  /** Minimum time that a customer waits for the assistant. */
  patienceMs: number;
  /** Time between two attempts to send a callback of the last process. */
  retryMs: number;
}

export const defaultLimits: SimulatorLimits = {
  answerMs: 15_000,
  connectMs: 5000,
  reactionMs: 50,
  patienceMs: 1500,
  retryMs: 1000,
};

/** The dependencies of calls and messages. */
export interface CarrierContext {
  readonly accountSid: string;
  readonly authToken: string;
  readonly clock: CallClock;
  readonly journal: Journal;
  readonly service: ServiceClient;
  readonly limits: SimulatorLimits;
  /** A number of [0, 1) for a call: by the seed, the customer and the number of earlier calls to them. */
  vary(sid: string, what: string): number;
  /** Undefined where calls cannot be bridged. */
  readonly realtime: RealtimeCalls | undefined;
  /** The origin of the carrier's API. */
  baseUrl(): string;
}
