import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import * as v from 'valibot';
import { type WebSocket, WebSocketServer } from 'ws';
import { frameText } from '#line/frame-text.ts';
import type { ActiveCalls } from '#twilio/calls/active-calls.ts';
import type { LiveCall } from '#twilio/context/live-call.ts';
import type { CarrierContext } from '#twilio/context/simulator-context.ts';
import type { WebApplicationSettings } from '#twilio/context/web-application.ts';
import { readAccessToken } from '#twilio/web/access-token.ts';
import { PageFrame, PageView, type SimulatorFrame } from '#twilio/web/page-frames.ts';

export const WEB_CALLS_PATH = '/web-calls';

export type WebCalls = ReturnType<typeof createWebCalls>;

/**
 * Takes web calls from pages, as the Voice SDK's servers do. Towards the service each is a call of the carrier: a signed request to
 * the voice URL, the conversation over its WebSocket, callbacks. Towards the page it is JSON frames over a WebSocket (page-frames.ts).
 */
export function createWebCalls(application: WebApplicationSettings, context: CarrierContext, activeCalls: ActiveCalls) {
  const server = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 });
  return {
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      server.handleUpgrade(request, socket, head, (page) => takeCall(page));
    },
    close(): void {
      for (const page of server.clients) page.terminate();
    },
  };

  function takeCall(page: WebSocket): void {
    let live: LiveCall | undefined;
    let hear: ((frame: PageFrame) => void) | undefined;
    const send = (frame: SimulatorFrame) => page.send(JSON.stringify(frame));
    page.on('error', () => undefined);
    page.on('message', (data) => {
      const frame = v.safeParse(PageFrame, frameText(data));
      if (!frame.success) return send({ type: 'refused', code: 31_000, message: v.summarize(frame.issues) });
      if (frame.output.type !== 'connect') return hear?.(frame.output);
      if (live) return undefined;
      const token = readAccessToken(frame.output.access_token, application, context.clock.now());
      if ('code' in token) {
        send({ type: 'refused', ...token });
        return page.close();
      }
      live = activeCalls.connect(application, token.identity);
      send({ type: 'connected', call_sid: live.sid });
      hear = follow(live, page, send);
      return undefined;
    });
    // A page that is closed hangs up.
    page.on('close', () => live?.hangUp());
  }
}

/** Tells the page what happens on the call. Returns what its frames do. */
function follow(live: LiveCall, page: WebSocket, send: (frame: SimulatorFrame) => void) {
  const { journal, clock } = live.context;
  const view = new PageView(() => clock.now());
  const unsubscribe = journal.subscribe(({ kind, value }) => {
    if (kind !== 'event' || value.callSid !== live.sid || page.readyState !== page.OPEN) return;
    for (const frame of view.framesOf(value)) {
      send(frame);
      if (frame.type === 'ended') page.close();
    }
  });
  page.on('close', unsubscribe);
  const customer = customerOf(live, () => view.noteSaid());
  return (frame: PageFrame): void => {
    if (frame.type === 'speaking') customer.speaks(frame.text);
    else if (frame.type === 'said') customer.says(frame.text);
    else if (frame.type === 'key') customer.presses(frame.digit);
    else if (frame.type === 'hang_up') live.hangUp();
  };
}

/** The person at the page speaks. What is typed is said at once. */
function customerOf(live: LiveCall, onSaid: () => void) {
  const { clock } = live.context;
  const speaks = (text: string) => {
    if (live.speakingSince === undefined) {
      live.speakingSince = clock.now();
      live.session?.customerStarts(text);
    } else {
      live.session?.customerContinues(text, text);
    }
  };
  return {
    speaks,
    says(text: string): void {
      speaks(text);
      live.session?.customerContinues(text, text);
      live.speakingSince = undefined;
      live.addEvent('dialogue', { who: 'customer', text });
      live.transcription?.addSpeech('inbound_track', text);
      onSaid();
      // Nothing was missed: a page speaks only once it is connected.
      void live.session?.customerStops(text, clock.now());
    },
    presses(digit: string): void {
      live.addEvent('key', { digit });
      live.session?.customerPresses?.(digit);
    },
  };
}
