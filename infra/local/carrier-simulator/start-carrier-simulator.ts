import { RealtimeApi } from '#infra/local/openai-realtime/realtime-api.ts';
import { RealtimeDesk } from '#infra/local/openai-realtime/realtime-desk.ts';
import { SidebandServer } from '#infra/local/openai-realtime/sideband-server.ts';
import type { Exchange } from './call/exchange.ts';
import { createCallClock } from './call-clock.ts';
import { ControlApi } from './control/control-api.ts';
import { EventStream } from './control/event-stream.ts';
import { Journal } from './journal/journal.ts';
import { MessageCenter } from './message/message-center.ts';
import { RestApi } from './rest/rest-api.ts';
import { ServiceClient } from './service/service-client.ts';
import { defaultLimits, type SimulatorOptions } from './simulator-options.ts';
import { SimulatorServer } from './simulator-server.ts';
import { Switchboard } from './call/switchboard.ts';

export interface CarrierSimulator {
  url: string;
  /** Ends everything at once, as a crash would: calls are not hung up, and nobody is told before the next start. */
  stop(): Promise<void>;
}

/** Starts a carrier that answers on 127.0.0.1, with the calls of its data file if it has one. */
export async function startCarrierSimulator(options: SimulatorOptions): Promise<CarrierSimulator> {
  const clock = createCallClock(options.speed ?? 20, options.scheduler);
  const journal = new Journal(options.dataFile);
  const limits = { ...defaultLimits, ...options.limits };
  const { accountSid, authToken } = options;
  const service = new ServiceClient({ authToken, journal, clock, deadlineMs: limits.answerMs });
  const realtime = options.realtime && new RealtimeDesk(options.realtime);
  const model = realtime && { api: new RealtimeApi(realtime), sideband: new SidebandServer(realtime) };
  let url = '';
  const exchange: Exchange = { accountSid, authToken, clock, journal, service, limits, realtime, baseUrl: () => url };
  const switchboard = new Switchboard(exchange, options.callsPerSecond ?? 50);
  const messages = new MessageCenter(exchange);
  const server = new SimulatorServer({
    rest: new RestApi(exchange, switchboard, messages),
    control: new ControlApi(exchange, switchboard),
    events: new EventStream(journal),
    model,
  });
  url = await server.listen(options.port ?? 0);
  switchboard.resume();
  messages.resume();
  return {
    url,
    async stop() {
      journal.close();
      clock.stop();
      service.close();
      switchboard.close();
      await server.close();
    },
  };
}
