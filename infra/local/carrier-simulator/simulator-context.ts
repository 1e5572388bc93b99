import type { CallClock, Scheduler } from '#infra/local/carrier-simulator/call-clock.ts';
import type { Journal } from '#infra/local/carrier-simulator/journal/journal.ts';
import type { ServiceClient } from '#infra/local/carrier-simulator/service-client.ts';
import type { RealtimeCalls, RealtimeOptions } from '#infra/local/openai-realtime/realtime-calls.ts';

export interface SimulatorOptions {
  accountSid: string;
  authToken: string;
  /** 0 = any free port. */
  port?: number;
  /** Call seconds per second on the wall. */
  speed?: number;
  callsPerSecond?: number;
  /** Where calls and events are kept; without it they are gone with the process. */
  dataFile?: string;
  scheduler?: Scheduler;
  limits?: Partial<SimulatorLimits>;
  /** The project at the speech model that calls are bridged to; without it there is none. */
  realtime?: RealtimeOptions | undefined;
}

/** Spans on the wall, not in call time: the service needs as long to answer as it does in real life. */
interface SimulatorLimits {
  /** The service has so long to answer a request. */
  answerMs: number;
  /** The service has so long to accept a conversation. */
  connectMs: number;
  /** A customer waits at least so long before taking silence for the end of a sentence. */
  reactionMs: number;
  /** A customer waits at least so long for the assistant before losing patience. */
  patienceMs: number;
  /** Between two attempts to deliver what a former life of this process owes. */
  retryMs: number;
}

export const defaultLimits: SimulatorLimits = {
  answerMs: 15_000,
  connectMs: 5000,
  reactionMs: 50,
  patienceMs: 1500,
  retryMs: 1000,
};

/** Options from the environment of the process. */
export function optionsFromEnvironment(environment: NodeJS.ProcessEnv): SimulatorOptions {
  const dataFile = environment['SIMULATOR_DATA_FILE'];
  return {
    accountSid: required('TWILIO_ACCOUNT_SID'),
    authToken: required('TWILIO_AUTH_TOKEN'),
    port: positive('SIMULATOR_PORT', 0),
    speed: positive('SIMULATOR_SPEED', 20),
    callsPerSecond: positive('SIMULATOR_CALLS_PER_SECOND', 50),
    ...(dataFile ? { dataFile } : {}),
    realtime: environment['OPENAI_PROJECT_ID'] ? speechModel() : undefined,
  };

  function speechModel(): RealtimeOptions {
    return {
      projectId: required('OPENAI_PROJECT_ID'),
      apiKey: required('OPENAI_API_KEY'),
      webhookSecret: required('OPENAI_WEBHOOK_SECRET'),
      webhookUrl: required('OPENAI_WEBHOOK_URL'),
    };
  }

  function required(name: string): string {
    const value = environment[name];
    if (!value) throw new Error(`carrier simulator: ${name} is not set`);
    return value;
  }

  function positive(name: string, fallback: number): number {
    const value = Number(environment[name] ?? fallback);
    if (!(value >= 0)) throw new Error(`carrier simulator: ${name} is not a number`);
    return value;
  }
}

/** What every call and message of this carrier shares. */
export interface CarrierContext {
  readonly accountSid: string;
  readonly authToken: string;
  readonly clock: CallClock;
  readonly journal: Journal;
  readonly service: ServiceClient;
  readonly limits: SimulatorLimits;
  /** The speech model that calls can be bridged to. */
  readonly realtime: RealtimeCalls | undefined;
  /** Where the carrier's own API is reached. */
  baseUrl(): string;
}
