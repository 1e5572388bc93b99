import { createServer } from 'node:http';
import { listen } from '@ringback/simulators/line/loopback-server.ts';
import { WebSocketServer } from 'ws';
import { createOpenAiRealtimeCalls } from '#shared/integrations/openai/openai-realtime-calls.ts';
import { createObservers } from '#test/support/fakes.ts';

export type Send = (event: { type: string } & Record<string, unknown>) => void;

/** A session beside a call, whose events after each `response.create` are scripted. */
export async function openScriptedSession(script: (send: Send) => void, { refusals = 0 } = {}) {
  const server = createServer();
  let left = refusals;
  // The call is accepted, and its session is not there yet: 404 call_id_not_found.
  const verifyClient = (_: unknown, answer: (isAccepted: boolean, status?: number) => void) => answer(left-- <= 0, 404);
  const sockets = new WebSocketServer({ server, verifyClient });
  sockets.on('connection', (socket) => {
    const send: Send = (event) => socket.send(JSON.stringify(event));
    send({ type: 'session.created', session: {} });
    socket.on('message', (data: Buffer) => {
      if (data.toString().includes('response.create')) script(send);
    });
  });
  const { url, stop } = await listen(server);
  const { logger } = createObservers();
  const calls = createOpenAiRealtimeCalls({ apiUrl: `${url}/v1`, apiKey: async () => 'sk-test', logger });
  const session = await calls.openSession('rtc_1');
  if (!session) throw new Error('no session');
  return {
    session,
    stop: () => {
      session.close();
      sockets.close();
      return stop();
    },
  };
}
