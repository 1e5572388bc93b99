import { createCallClock } from '#infra/local/carrier-simulator/call-clock.ts';
import { Switchboard } from '#infra/local/carrier-simulator/call/active-calls.ts';
import { ControlApi } from '#infra/local/carrier-simulator/control/control-api.ts';
import { Journal } from '#infra/local/carrier-simulator/journal/journal.ts';
import { MessageCenter } from '#infra/local/carrier-simulator/message/messages.ts';
import { RestApi } from '#infra/local/carrier-simulator/rest/rest-api.ts';
import { ServiceClient } from '#infra/local/carrier-simulator/service-client.ts';
import {
  defaultLimits,
  type Exchange,
  type SimulatorOptions,
} from '#infra/local/carrier-simulator/simulator-context.ts';
import { EventStream, SimulatorServer } from '#infra/local/carrier-simulator/simulator-server.ts';
import { RealtimeApi } from '#infra/local/openai-realtime/realtime-api.ts';
import { RealtimeDesk } from '#infra/local/openai-realtime/realtime-calls.ts';
import { SidebandServer } from '#infra/local/openai-realtime/sideband-server.ts';

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
