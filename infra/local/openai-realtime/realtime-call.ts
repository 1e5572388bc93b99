import { randomBytes } from 'node:crypto';
import type { CallClock } from '#infra/local/carrier-simulator/call-clock.ts';
import { Mouth } from '#infra/local/carrier-simulator/relay/speech-player.ts';
import { answer, intoSilence, obey } from '#infra/local/openai-realtime/model-answers.ts';
import { ModelTools } from '#infra/local/openai-realtime/model-tools.ts';
import type { ClientEvent, Session, TurnDetection } from '#infra/local/openai-realtime/session-body.ts';

/** The telephone line at the other end of the SIP call. */
export interface RealtimeLine {
  readonly clock: CallClock;
  note(type: string, data: Record<string, unknown>): void;
  voiceBecomes(state: 'quiet' | 'speaking' | 'stalled'): void;
  voicePlayed(text: string): void;
  voiceSaid(text: string, cut: boolean): void;
  /** The model has hung up. */
  hungUp(): void;
}

type ServerEvent = Record<string, unknown> & { type: string };

const THINKING_SECONDS = 0.3;
const MAKING_SECONDS = 0.3;
/** How long the turn-taking model waits, by eagerness. */
const TURN_SECONDS = { low: 1.5, medium: 0.8, high: 0.4, auto: 0.8 } as const;

const newId = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`;

/** One SIP call at the speech model, from its ringing to its end. */
export class RealtimeCall {
  readonly id = `rtc_u1_${randomBytes(12).toString('hex')}`;
  readonly #line: RealtimeLine;
  readonly #mouth: Mouth;
  readonly #decision = Promise.withResolvers<'accepted' | 'rejected'>();
  readonly #listeners = new Set<{ hear: (event: ServerEvent) => void; end: () => void }>();
  readonly #heard: string[] = [];
  readonly #tools: ModelTools;
  #state: 'ringing' | 'live' | 'over' = 'ringing';
  #session: Session | undefined;
  #activeResponse: string | undefined;
  #turn = 0;
  #wasCut = false;
  #stopIdling: (() => void) | undefined;

  constructor(line: RealtimeLine) {
    this.#line = line;
    this.#tools = new ModelTools((type, data) => line.note(type, data));
    this.#mouth = new Mouth(line.clock, {
      onState: (state) => this.#mouthBecomes(state),
      onPlayed: (text) => line.voicePlayed(text),
      onCycle: (text, cut) => line.voiceSaid(text.trim(), cut),
    });
  }

  get state(): 'ringing' | 'live' | 'over' {
    return this.#state;
  }

  get session(): Session | undefined {
    return this.#session;
  }

  /** Over when somebody has decided whether the model takes the call. */
  get decision(): Promise<'accepted' | 'rejected'> {
    return this.#decision.promise;
  }

  accept(session: Session): void {
    this.#session = session;
    this.#state = 'live';
    this.#decision.resolve('accepted');
    void this.#findTools(session);
  }

  reject(): void {
    this.#state = 'over';
    this.#decision.resolve('rejected');
  }

  /** The model's side hangs up. */
  hangUp(): void {
    if (this.#state !== 'live') return;
    this.#finish();
    this.#line.hungUp();
  }

  /** The other side has hung up, or given up. */
  lineGone(): void {
    if (this.#state === 'ringing') this.#decision.resolve('rejected');
    this.#finish();
  }

  /** Gives what ends the listening. */
  attach(hear: (event: ServerEvent) => void, end: () => void): () => void {
    const listener = { hear, end };
    this.#listeners.add(listener);
    hear({ type: 'session.created', event_id: newId('event'), session: { id: newId('sess'), ...this.#session } });
    return () => this.#listeners.delete(listener);
  }

  obey(event: ClientEvent): void {
    switch (event.type) {
      case 'response.create':
        if (this.#activeResponse !== undefined) return this.refuse('conversation_already_has_active_response');
        return void this.#respond(event.response.instructions);
      case 'session.update':
        return this.#update(event.session);
      case 'response.cancel':
        if (this.#activeResponse === undefined) return this.refuse('response_cancel_not_active');
        return this.#endResponse('cancelled', []);
      case 'output_audio_buffer.clear':
        return this.#cut();
    }
  }

  /** Tells whoever listens in that something they sent is wrong. */
  refuse(code: string, message: string = code): void {
    this.#emit({ type: 'error', error: { type: 'invalid_request_error', code, message, param: null } });
  }

  customerStarts(): void {
    if (this.#state !== 'live') return;
    this.#stopIdling?.();
    this.#turn += 1;
    this.#emit({ type: 'input_audio_buffer.speech_started' });
    if (this.#turns?.interrupt_response === true) this.#cut();
  }

  async customerStops(text: string): Promise<void> {
    if (this.#state !== 'live') return;
    this.#emit({ type: 'input_audio_buffer.speech_stopped' });
    const turn = this.#turn;
    await this.#line.clock.sleep(turnSeconds(this.#turns));
    if (this.#state !== 'live') return;
    this.#heard.push(text);
    const itemId = newId('item');
    this.#emit({ type: 'input_audio_buffer.committed', item_id: itemId });
    if (this.#session?.audio.input.transcription) {
      this.#emit({ type: 'conversation.item.input_audio_transcription.completed', item_id: itemId, transcript: text });
    }
    if (this.#turns?.create_response === true && turn === this.#turn && this.#activeResponse === undefined) {
      await this.#respond();
    }
  }

  get #turns(): TurnDetection | undefined {
    return this.#session?.audio.input.turn_detection ?? undefined;
  }

  async #findTools(session: Session): Promise<void> {
    for (const type of await this.#tools.find(session)) this.#emit({ type });
  }

  #update({ instructions, audio }: Extract<ClientEvent, { type: 'session.update' }>['session']): void {
    if (!this.#session) return;
    const input = { ...this.#session.audio.input, ...audio?.input };
    this.#session = {
      ...this.#session,
      ...(instructions === undefined ? {} : { instructions }),
      audio: { ...this.#session.audio, input },
    };
    this.#emit({ type: 'session.updated', session: this.#session });
  }

  /** A turn of the model: what it was told to say, or what it makes of the conversation. */
  async #respond(instructions?: string): Promise<void> {
    const id = newId('resp');
    this.#activeResponse = id;
    this.#emit({ type: 'response.created', response: { id, status: 'in_progress' } });
    await this.#line.clock.sleep(THINKING_SECONDS);
    if (this.#activeResponse !== id) return;
    const thought =
      instructions === undefined
        ? answer(this.#heard, this.#tools.canEndCall)
        : ({ kind: 'say', text: obey(instructions, this.#heard) } as const);
    if (thought.kind === 'end_call') return this.#endCall(id);
    const isInterruptible = this.#turns?.interrupt_response !== false;
    this.#mouth.text(thought.text, true, { interruptible: isInterruptible ? 'any' : 'none', preemptible: false });
    await this.#line.clock.sleep(MAKING_SECONDS);
    if (this.#activeResponse !== id) return;
    this.#emit({ type: 'response.output_audio_transcript.done', response_id: id, transcript: thought.text });
    const content = [{ type: 'output_audio', transcript: thought.text }];
    this.#endResponse('completed', [{ type: 'message', role: 'assistant', content }]);
  }

  async #endCall(id: string): Promise<void> {
    const call = { call_id: newId('call'), name: 'end_call', arguments: '{}' };
    const output = await this.#tools.endCall();
    if (this.#activeResponse !== id) return;
    if (output !== undefined) return this.#endResponse('completed', [{ type: 'mcp_call', name: call.name, output }]);
    this.#emit({ type: 'response.function_call_arguments.done', response_id: id, ...call });
    this.#endResponse('completed', [{ type: 'function_call', ...call }]);
  }

  #endResponse(status: 'completed' | 'cancelled', output: Record<string, unknown>[]): void {
    const id = this.#activeResponse;
    this.#activeResponse = undefined;
    this.#emit({ type: 'response.done', response: { id, status, output } });
  }

  #cut(): void {
    if (this.#activeResponse !== undefined) this.#endResponse('cancelled', []);
    this.#wasCut = true;
    this.#mouth.cut();
    this.#wasCut = false;
  }

  #mouthBecomes(state: 'quiet' | 'speaking' | 'stalled'): void {
    this.#line.voiceBecomes(state);
    if (state === 'speaking') {
      this.#stopIdling?.();
      this.#emit({ type: 'output_audio_buffer.started' });
    }
    if (state !== 'quiet') return;
    this.#emit({ type: this.#wasCut ? 'output_audio_buffer.cleared' : 'output_audio_buffer.stopped' });
    this.#idle();
  }

  #idle(): void {
    const turns = this.#turns;
    const idleMs = turns?.type === 'server_vad' ? turns.idle_timeout_ms : null;
    if (idleMs === null || this.#state !== 'live') return;
    this.#stopIdling = this.#line.clock.after(idleMs / 1000, () => {
      if (this.#state !== 'live' || this.#activeResponse !== undefined) return;
      this.#emit({ type: 'input_audio_buffer.timeout_triggered' });
      void this.#respond(`«${intoSilence}»`);
    });
  }

  #finish(): void {
    this.#state = 'over';
    this.#activeResponse = undefined;
    this.#stopIdling?.();
    this.#mouth.cut();
    for (const { end } of this.#listeners) end();
    this.#listeners.clear();
  }

  #emit(event: ServerEvent): void {
    this.#line.note('model-event', event);
    for (const { hear } of this.#listeners) hear({ event_id: newId('event'), ...event });
  }
}

function turnSeconds(turns: TurnDetection | undefined): number {
  if (!turns) return 0;
  return turns.type === 'server_vad' ? turns.silence_duration_ms / 1000 : TURN_SECONDS[turns.eagerness];
}
