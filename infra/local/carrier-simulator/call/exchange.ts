import type { CallClock } from '#infra/local/carrier-simulator/call-clock.ts';
import type { Journal } from '#infra/local/carrier-simulator/journal/journal.ts';
import type { ServiceClient } from '#infra/local/carrier-simulator/service/service-client.ts';
import type { RealtimeDesk } from '#infra/local/openai-realtime/realtime-desk.ts';
import type { SimulatorLimits } from '#infra/local/carrier-simulator/simulator-options.ts';

/** What every call and message of this carrier shares. */
export interface Exchange {
  readonly accountSid: string;
  readonly authToken: string;
  readonly clock: CallClock;
  readonly journal: Journal;
  readonly service: ServiceClient;
  readonly limits: SimulatorLimits;
  /** The speech model that calls can be bridged to. */
  readonly realtime: RealtimeDesk | undefined;
  /** Where the carrier's own API is reached. */
  baseUrl(): string;
}
