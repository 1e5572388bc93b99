import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readBody } from 'node:stream/consumers';
import { createCallClock } from '@ringback/simulators/line/call-clock.ts';
import { listen } from '@ringback/simulators/line/loopback-server.ts';
import { createRealtimeApi } from '@ringback/simulators/openai/realtime-api.ts';
import type { RealtimeCall } from '@ringback/simulators/openai/realtime-call.ts';
import { createRealtimeCalls } from '@ringback/simulators/openai/realtime-calls.ts';
import { createSidebandServer } from '@ringback/simulators/openai/sideband-server.ts';
import { afterAll, beforeAll } from 'vitest';

interface RingingCall {
  call: RealtimeCall;
  /** What the line was told: what was said on it, and whether it is closed. */
  said: string[];
  isHungUp: () => boolean;
  events: () => string[];
}

const API_KEY = 'sk-test';

/** The stand-in of the speech model alone, without a carrier, for one test file. */
export function useRealtimeModel() {
  const calls = createRealtimeCalls({
    projectId: 'proj_1',
    apiKey: API_KEY,
    webhookSecret: 'whsec_c2l4dGVlbi1ieXRlLWtleQ==',
    // Nothing listens there: each test drives its calls.
    webhookUrl: 'http://127.0.0.1:9/incoming',
  });
  const api = createRealtimeApi(calls);
  const sideband = createSidebandServer(calls);
  const clock = createCallClock(50);
  const requests: Array<{ path: string; body: string }> = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    const path = request.url ?? '';
    requests.push({ path, body });
    const { authorization = '', 'content-type': contentType = '' } = request.headers;
    const message = { method: request.method ?? '', path, query: new URLSearchParams(), authorization, body };
    const { status, json } = api.handle({ ...message, contentType });
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(json === undefined ? undefined : JSON.stringify(json));
  };
  const server = createServer((request, response) => void answer(request, response));
  server.on('upgrade', (request, socket, head) => sideband.upgrade(request, socket, head));
  let listening: Awaited<ReturnType<typeof listen>> | undefined;
  beforeAll(async () => void (listening = await listen(server)));
  afterAll(() => {
    clock.stop();
    sideband.close();
    return listening?.stop();
  });
  return {
    apiKey: API_KEY,
    apiUrl: () => `${listening!.url}/v1`,
    requests,
    ring(): RingingCall {
      const said: string[] = [];
      const events: string[] = [];
      let isHungUp = false;
      const line = {
        clock,
        addEvent: (type: string, data: Record<string, unknown>) => {
          if (type === 'model-event') events.push(String(data['type']));
        },
        setSpeechState: () => undefined,
        addPlayedText: () => undefined,
        addUtterance: (text: string) => void said.push(text),
        hungUp: () => void (isHungUp = true),
      };
      return { call: calls.ring([], line, 0), said, isHungUp: () => isHungUp, events: () => events };
    },
  };
}
