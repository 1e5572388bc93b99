import { WebSocket } from 'ws';
import { MEDIA_SECONDS } from '#line/call-clock.ts';
import { frameText } from '#line/frame-text.ts';
import { createSpeechPlayer, type SpeechPlayer, type SpeechState } from '#line/speech-player.ts';
import type { LiveCall } from '#twilio/context/live-call.ts';
import { customerOf } from '#twilio/relay/customer-speech.ts';
import {
  type AppFrame,
  notConnected,
  parseAppFrame,
  type SessionEnd,
  setupFrame,
  socketEnded,
} from '#twilio/relay/relay-frames.ts';
import { type RelaySettings, toInput } from '#twilio/relay/relay-settings.ts';
import { newSid } from '#twilio/wire/formats.ts';
import { sign } from '#twilio/wire/service-client.ts';

export type RelaySession = ReturnType<typeof createRelaySession>;

const MAX_BAD_FRAMES_IN_A_ROW = 10;
/** Recorded: the voice begins 0.25 to 0.9 seconds after the first text, and newer text cuts marked text after 0.1. */
const VOICE_DELAYS = { onset: 0.3, preemption: 0.1 };
/** Recorded: from an interruption to its `agentSpeaking off`. */
const QUIET_SECONDS = 0.002;
/** Recorded: from the service's `end` to the close of the socket, and from each end to the request to the action. */
const CLOSE_SECONDS = 0.09;
const ACTION_SECONDS = { ended: 0.7, completed: 0.3, failed: 1.2, malformed: 0.16 };

/** The state of one conversation over the service's WebSocket. */
interface Relay {
  readonly sessionId: string;
  readonly live: LiveCall;
  readonly settings: RelaySettings;
  readonly player: SpeechPlayer;
  readonly socket: WebSocket;
  readonly ended: PromiseWithResolvers<SessionEnd>;
  openedAt: number | undefined;
  isOver: boolean;
  isInterrupting: boolean;
  badFrames: number;
  language: string;
}

/** Connects to the service's WebSocket, and holds the conversation that `<ConversationRelay>` describes. */
export function createRelaySession(live: LiveCall, settings: RelaySettings) {
  const relay: Relay = {
    sessionId: newSid('VX'),
    live,
    settings,
    player: createSpeechPlayer(
      live.context.clock,
      {
        onState: (state) => reportState(relay, state),
        onPlayed(text) {
          live.recorder.addSpeech(text);
          if (settings.tokensPlayed) send(relay, { type: 'info', name: 'tokensPlayed', value: text });
        },
        onUtterance: (text, cut) =>
          live.addEvent('dialogue', { who: 'assistant', text: text.trim(), ...(cut ? { cut } : {}) }),
      },
      VOICE_DELAYS,
    ),
    socket: new WebSocket(settings.url, {
      headers: handshakeHeaders(sign(live.context.authToken, settings.url)),
      handshakeTimeout: live.context.limits.connectMs,
      perMessageDeflate: false,
    }),
    ended: Promise.withResolvers(),
    openedAt: undefined,
    isOver: false,
    isInterrupting: false,
    badFrames: 0,
    language: settings.transcriptionLanguage,
  };
  return {
    sessionId: relay.sessionId,
    /** Resolves when one side has ended the conversation. */
    run: () => run(relay),
  };
}

/** The signature comes twice, as recorded. */
const handshakeHeaders = (signature: string) => ({
  'user-agent': 'Jetty/11.0.24',
  'x-twilio-signature': signature,
  'x-amzn-bedrock-agentcore-runtime-custom-twilio-signature': signature,
});

async function run(relay: Relay): Promise<SessionEnd> {
  const { live, socket } = relay;
  let problem = 'closed before it was open';
  const onHangup = () => finish(relay, { status: 'completed' });
  live.over.addEventListener('abort', onHangup);
  socket.on('open', () => open(relay));
  socket.on('message', (data) => receive(relay, frameText(data)));
  socket.on('error', ({ message }) => {
    problem = message;
  });
  socket.on('close', () => finish(relay, relay.openedAt === undefined ? notConnected(problem) : socketEnded));
  if (live.over.aborted) onHangup();
  const end = await relay.ended.promise;
  live.over.removeEventListener('abort', onHangup);
  return end;
}

function open(relay: Relay): void {
  const { live, settings, player } = relay;
  relay.openedAt = live.context.clock.now();
  live.session = {
    ...customerOf({
      live,
      settings,
      player,
      language: () => relay.language,
      openedAt: () => relay.openedAt,
      interrupt: () => interrupt(relay),
      send: (frame) => send(relay, frame),
      sendSpeaking: (value) => sendSpeakerEvent(relay, 'clientSpeaking', value),
    }),
    terminate() {
      relay.isOver = true;
      player.interrupt();
      relay.socket.terminate();
    },
    drop: () => relay.socket.terminate(),
  };
  send(relay, setupFrame(live, relay.sessionId, settings.parameters));
  live.answer?.();
  if (settings.greeting !== '') {
    const options = { interruptible: settings.greetingInterruptible, preemptible: false, isWhole: true };
    live.addEvent('greeting', { text: settings.greeting });
    player.addText(settings.greeting, true, options);
  }
  if (live.speakingSince !== undefined) sendSpeakerEvent(relay, 'clientSpeaking', 'on');
  live.recorder.connect();
}

function receive(relay: Relay, text: string): void {
  if (relay.isOver) return;
  const parsed = parseAppFrame(text);
  if ('problem' in parsed) return refuse(relay, text, parsed.problem);
  relay.badFrames = 0;
  relay.live.addEvent('frame', { from: 'service', frame: parsed.frame });
  execute(relay, parsed.frame);
}

function execute(relay: Relay, frame: AppFrame): void {
  const { player, settings } = relay;
  switch (frame.type) {
    case 'text':
    case 'play': {
      const options = {
        interruptible: toInput(frame.interruptible, settings.interruptible),
        preemptible: frame.preemptible ?? settings.preemptible,
      };
      if (frame.type === 'text') player.addText(frame.token, frame.last, options);
      else player.addMedia(MEDIA_SECONDS * (frame.loop ?? 1), options);
      return;
    }
    case 'language':
      relay.language = frame.transcriptionLanguage ?? relay.language;
      return;
    case 'end':
      return finish(relay, { status: 'ended', handoffData: frame.handoffData });
    case 'sendDigits':
      return player.addDigits(frame.digits);
  }
}

function refuse(relay: Relay, text: string, problem: string): void {
  relay.live.addViolation(64_107, `frame refused: ${problem.replaceAll(/\s+/g, ' ')}`);
  relay.live.addEvent('frame', { from: 'service', refused: text.slice(0, 500), problem });
  send(relay, { type: 'error', description: `Invalid message received, code: 64107, ${text}` });
  relay.badFrames += 1;
  if (relay.badFrames >= MAX_BAD_FRAMES_IN_A_ROW) finish(relay, socketEnded);
}

function finish(relay: Relay, end: SessionEnd): void {
  if (relay.isOver) return;
  const { live, player } = relay;
  // Nothing tells the service what was under way.
  relay.isOver = true;
  player.interrupt();
  live.session = undefined;
  live.recorder.setState('quiet');
  void close(relay, end);
}

async function close(relay: Relay, end: SessionEnd): Promise<void> {
  const { live, socket, badFrames } = relay;
  const { clock } = live.context;
  const isMalformed = badFrames >= MAX_BAD_FRAMES_IN_A_ROW;
  if (end.status === 'ended') await clock.sleep(CLOSE_SECONDS);
  if (socket.readyState === WebSocket.CONNECTING) socket.terminate();
  else if (isMalformed) socket.close(1007, 'Too many consecutive malformed messages.');
  else socket.close(1000, 'Closing websocket session');
  await clock.sleep(ACTION_SECONDS[isMalformed ? 'malformed' : end.status]);
  relay.ended.resolve(end);
}

/** Order as recorded: what was played, the interruption, and only then that the assistant is silent. */
function interrupt(relay: Relay): void {
  relay.isInterrupting = true;
  const interrupted = relay.player.interrupt();
  relay.isInterrupting = false;
  if (!interrupted) return;
  const { utterance, durationMs } = interrupted;
  send(relay, { type: 'interrupt', utteranceUntilInterrupt: utterance, durationUntilInterruptMs: durationMs });
}

function reportState(relay: Relay, state: SpeechState): void {
  const { recorder, context } = relay.live;
  const wasQuiet = recorder.state() === 'quiet';
  recorder.setState(state);
  if (state === 'speaking' && wasQuiet) sendSpeakerEvent(relay, 'agentSpeaking', 'on');
  if (state !== 'quiet') return;
  const report = () => sendSpeakerEvent(relay, 'agentSpeaking', 'off');
  if (relay.isInterrupting) context.clock.after(QUIET_SECONDS, report);
  else report();
}

function sendSpeakerEvent(relay: Relay, name: 'agentSpeaking' | 'clientSpeaking', value: 'on' | 'off'): void {
  if (relay.settings.speakerEvents) send(relay, { type: 'info', name, value });
}

function send({ isOver, socket, live }: Relay, frame: Record<string, unknown>): void {
  if (isOver || socket.readyState !== WebSocket.OPEN) return;
  live.addEvent('frame', { from: 'carrier', frame });
  socket.send(JSON.stringify(frame));
}
