import { randomBytes } from 'node:crypto';
import { createSpeechPlayer, type SpeechState } from '#line/speech-player.ts';
import { createModelTools } from '#openai/model-tools.ts';
import {
  emit,
  endResponse,
  interrupt,
  newId,
  type RealtimeLine,
  respond,
  type ServerEvent,
  type CallModel,
  scheduleSilencePrompt,
  turnDetectionOf,
} from '#openai/realtime-response.ts';
import type { ClientEvent, Session, TurnDetection } from '#openai/session-body.ts';

/** One SIP call at the speech model, from its ringing to its end. */
export interface RealtimeCall {
  readonly id: string;
  readonly session: Session | undefined;
  /** Resolves when the service has accepted or rejected the call. */
  readonly decision: Promise<'accepted' | 'rejected'>;
  readonly state: 'ringing' | 'live' | 'over';
  accept(session: Session): void;
  reject(): void;
  hangUp(): void;
  /** The other side has hung up, or stopped ringing. */
  lineClosed(): void;
  /** Sends the events of the call to a listener. Returns a function that ends the subscription. */
  attach(onEvent: (event: ServerEvent) => void, onEnd: () => void): () => void;
  execute(event: ClientEvent): void;
  /** Sends an error event. */
  refuse(code: string, message?: string): void;
  customerStarts(): void;
  customerStops(text: string): Promise<void>;
}

/** How long semantic turn detection waits, by eagerness. */
const TURN_SECONDS = { low: 1.5, medium: 0.8, high: 0.4, auto: 0.8 } as const;

export function createRealtimeCall(line: RealtimeLine): RealtimeCall {
  const decision = Promise.withResolvers<'accepted' | 'rejected'>();
  const model = createModel(line);
  const finish = () => close(model);
  return {
    id: `rtc_u1_${randomBytes(12).toString('hex')}`,
    decision: decision.promise,
    get session() {
      return model.session;
    },
    get state() {
      return model.state;
    },
    accept(session) {
      model.session = session;
      model.state = 'live';
      decision.resolve('accepted');
      void findTools(model, session);
    },
    reject() {
      model.state = 'over';
      decision.resolve('rejected');
    },
    hangUp() {
      if (model.state !== 'live') return;
      finish();
      line.hungUp();
    },
    lineClosed() {
      if (model.state === 'ringing') decision.resolve('rejected');
      finish();
    },
    attach(onEvent, onEnd) {
      const listener = { onEvent, onEnd };
      model.listeners.add(listener);
      onEvent({
        type: 'session.created',
        event_id: newId('event'),
        session: { id: newId('sess'), ...model.session },
      });
      return () => model.listeners.delete(listener);
    },
    execute: (event) => execute(model, event),
    refuse: (code, message) => refuse(model, code, message),
    customerStarts: () => startCustomerSpeech(model),
    customerStops: (text) => endCustomerSpeech(model, text),
  };
}

function createModel(line: RealtimeLine): CallModel {
  const model: CallModel = {
    line,
    player: createSpeechPlayer(line.clock, {
      onState: (state) => reportState(model, state),
      onPlayed: (text) => line.addPlayedText(text),
      onUtterance: (text, isCut) => line.addUtterance(text.trim(), isCut),
    }),
    tools: createModelTools((type, data) => line.addEvent(type, data)),
    listeners: new Set(),
    sentences: [],
    results: [],
    scripted: 0,
    chosenFor: 0,
    state: 'ringing',
    session: undefined,
    activeResponse: undefined,
    spokenResponse: undefined,
    turn: 0,
    isInterrupted: false,
    cancelSilencePrompt: undefined,
  };
  return model;
}

function close(model: CallModel): void {
  model.state = 'over';
  model.activeResponse = undefined;
  model.cancelSilencePrompt?.();
  model.player.interrupt();
  for (const { onEnd } of model.listeners) onEnd();
  model.listeners.clear();
}

function execute(model: CallModel, event: ClientEvent): void {
  const isResponding = model.activeResponse !== undefined;
  switch (event.type) {
    case 'response.create':
      if (isResponding) return refuse(model, 'conversation_already_has_active_response');
      return void respond(model, event.response.instructions);
    case 'session.update':
      return update(model, event.session);
    case 'response.cancel':
      if (!isResponding) return refuse(model, 'response_cancel_not_active');
      return endResponse(model, 'cancelled', []);
    case 'output_audio_buffer.clear':
      return interrupt(model);
  }
}

function refuse(model: CallModel, code: string, message: string = code): void {
  emit(model, { type: 'error', error: { type: 'invalid_request_error', code, message, param: null } });
}

async function findTools(model: CallModel, session: Session): Promise<void> {
  for (const type of await model.tools.find(session)) emit(model, { type });
}

function update(
  model: CallModel,
  { instructions, audio }: Extract<ClientEvent, { type: 'session.update' }>['session'],
): void {
  const { session } = model;
  if (!session) return;
  model.session = {
    ...session,
    ...(instructions === undefined ? {} : { instructions }),
    audio: { ...session.audio, input: { ...session.audio.input, ...audio?.input } },
  };
  emit(model, { type: 'session.updated', session: model.session });
}

function startCustomerSpeech(model: CallModel): void {
  if (model.state !== 'live') return;
  model.cancelSilencePrompt?.();
  model.turn += 1;
  emit(model, { type: 'input_audio_buffer.speech_started' });
  if (turnDetectionOf(model)?.interrupt_response === true) interrupt(model);
}

async function endCustomerSpeech(model: CallModel, text: string): Promise<void> {
  const isLive = () => model.state === 'live';
  if (!isLive()) return;
  emit(model, { type: 'input_audio_buffer.speech_stopped' });
  const { turn } = model;
  await model.line.clock.sleep(turnSeconds(turnDetectionOf(model)));
  if (!isLive()) return;
  model.sentences.push(text);
  const itemId = newId('item');
  emit(model, { type: 'input_audio_buffer.committed', item_id: itemId });
  if (model.session?.audio.input.transcription) {
    const type = 'conversation.item.input_audio_transcription.completed';
    emit(model, { type, item_id: itemId, transcript: text });
  }
  const isAnswered = turnDetectionOf(model)?.create_response === true;
  if (isAnswered && turn === model.turn && model.activeResponse === undefined) await respond(model);
}

function turnSeconds(turns: TurnDetection | undefined): number {
  if (!turns) return 0;
  return turns.type === 'server_vad' ? turns.silence_duration_ms / 1000 : TURN_SECONDS[turns.eagerness];
}

function reportState(model: CallModel, state: SpeechState): void {
  model.line.setSpeechState(state);
  if (state === 'speaking') {
    model.cancelSilencePrompt?.();
    emit(model, { type: 'output_audio_buffer.started', response_id: model.spokenResponse });
  }
  if (state !== 'quiet') return;
  const type = `output_audio_buffer.${model.isInterrupted ? 'cleared' : 'stopped'}`;
  emit(model, { type, response_id: model.spokenResponse });
  scheduleSilencePrompt(model);
}
