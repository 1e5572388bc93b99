import { startCarrierSimulator } from '@ringback/simulators/twilio/start-carrier-simulator.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startRecordingProxy } from '#test/stores/recording-proxy.ts';
import { serve } from '#test/support/http-server.ts';

export const accountSid = `AC${'a'.repeat(32)}`;
const authToken = 'carrier-contract';
export const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

/**
 * The carrier simulator and a service that answers its calls, with a look at the wire to the simulator. Call at the top
 * of the file.
 */
export function useSimulatedTwilio(speed: number, twimlOf: (path: string) => string) {
  const closers: Array<() => Promise<unknown>> = [];
  let wire: Awaited<ReturnType<typeof startRecordingProxy>>;
  let serviceUrl = '';
  beforeAll(async () => {
    const service = await serve((request, response) => {
      const twiml = `<Response>${twimlOf(request.url ?? '')}</Response>`;
      response.writeHead(200, { 'content-type': 'text/xml' }).end(twiml);
    });
    const simulator = await startCarrierSimulator({ accountSid, authToken, speed });
    wire = await startRecordingProxy(simulator.url);
    serviceUrl = service.url;
    closers.push(wire.stop, () => simulator.stop(), service.stop);
  });
  afterAll(async () => {
    for (const close of closers) await close();
  });
  beforeEach(() => {
    wire.requests.length = 0;
    wire.answers.length = 0;
  });
  return {
    requests: () => wire.requests,
    /** Answers in the place of the simulator, one to each request. */
    answer: (...answers: typeof wire.answers) => void wire.answers.push(...answers),
    serviceUrl: () => serviceUrl,
    options: ({ token = authToken, ...changes }: { token?: string; apiUrl?: string; timeoutMs?: number } = {}) => ({
      apiUrl: wire.url,
      accountSid,
      timeoutMs: 2_000,
      ...changes,
      authToken: async () => token,
    }),
  };
}
