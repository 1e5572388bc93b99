import { createCallClock } from '#line/call-clock.ts';
import { draw } from '#line/draw.ts';
import { createRealtimeApi } from '#openai/realtime-api.ts';
import { createRealtimeCalls } from '#openai/realtime-calls.ts';
import { createSidebandServer } from '#openai/sideband-server.ts';
import { createActiveCalls } from '#twilio/calls/active-calls.ts';
import { defaultLimits, type CarrierContext, type SimulatorOptions } from '#twilio/context/simulator-context.ts';
import { createControlApi } from '#twilio/control/control-api.ts';
import { createJournal, type Journal } from '#twilio/journal/journal.ts';
import { createMessages } from '#twilio/message/messages.ts';
import { createRestApi } from '#twilio/rest/rest-api.ts';
import { createEventStream, startSimulatorServer } from '#twilio/simulator-server.ts';
import { createWebCalls } from '#twilio/web/web-calls.ts';
import { createServiceClient } from '#twilio/wire/service-client.ts';

export interface CarrierSimulator {
  url: string;
  /** Stops at once, as a crash does: calls end, and their callbacks are sent, at the next start. */
  stop(): Promise<void>;
}

/** Draws by the seed, the called number, and how many calls to it came before. */
function createVariation(journal: Journal, seed: number): CarrierContext['vary'] {
  const places = new Map<string, number>();
  const counts = new Map<string, number>();
  return (sid, what) => {
    const to = journal.call(sid)?.to ?? '';
    const place = places.get(sid) ?? counts.get(to) ?? 0;
    if (!places.has(sid)) counts.set(to, place + 1);
    places.set(sid, place);
    return draw(seed, what, to, place);
  };
}

/** Starts a carrier on 127.0.0.1, with the calls and messages of its data file if there is one. */
export async function startCarrierSimulator(options: SimulatorOptions): Promise<CarrierSimulator> {
  const clock = createCallClock(options.speed ?? 20, options.scheduler);
  const journal = createJournal(options.dataFile);
  const limits = { ...defaultLimits, ...options.limits };
  const { accountSid, authToken } = options;
  const service = createServiceClient({ authToken, journal, clock, deadlineMs: limits.answerMs });
  const realtime = options.realtime && createRealtimeCalls(options.realtime);
  const model = realtime && { ...createRealtimeApi(realtime), sideband: createSidebandServer(realtime) };
  let url = '';
  const context: CarrierContext = {
    accountSid,
    authToken,
    clock,
    journal,
    service,
    limits,
    vary: createVariation(journal, options.seed ?? 1),
    realtime,
    baseUrl: () => url,
  };
  const webClock = createCallClock(options.web?.speed ?? 1, options.scheduler);
  const activeCalls = createActiveCalls(context, options.callsPerSecond ?? 50, webClock);
  const webCalls = options.web && createWebCalls(options.web, context, activeCalls);
  const messages = createMessages(context);
  const rest = createRestApi(context, activeCalls, messages);
  const control = createControlApi(context, activeCalls);
  const server = await startSimulatorServer(
    { rest, control, events: createEventStream(journal), model, webCalls },
    options.port ?? 0,
  );
  ({ url } = server);
  activeCalls.resume();
  messages.resume();
  return {
    url,
    async stop() {
      journal.close();
      clock.stop();
      webClock.stop();
      service.close();
      activeCalls.close();
      await server.close();
    },
  };
}
