import { randomBytes } from 'node:crypto';
import type { CallClock } from '#line/call-clock.ts';
import type { SpeechPlayer, SpeechState } from '#line/speech-player.ts';
import { answerTo, type ModelTurn, SILENCE_PROMPT, textFor } from '#openai/model-answers.ts';
import type { createModelTools } from '#openai/model-tools.ts';
import type { Session, TurnDetection } from '#openai/session-body.ts';

/** The phone line at the other end of the SIP call. */
export interface RealtimeLine {
  readonly clock: CallClock;
  addEvent(type: string, data: Record<string, unknown>): void;
  setSpeechState(state: SpeechState): void;
  addPlayedText(text: string): void;
  addUtterance(text: string, isCut: boolean): void;
  /** The model has hung up. */
  hungUp(): void;
}

export type ServerEvent = Record<string, unknown> & { type: string };

/** The state of a call's model. */
export interface CallModel {
  readonly line: RealtimeLine;
  readonly player: SpeechPlayer;
  readonly tools: ReturnType<typeof createModelTools>;
  readonly listeners: Set<{ onEvent: (event: ServerEvent) => void; onEnd: () => void }>;
  /** What the customer has said. */
  readonly sentences: string[];
  state: 'ringing' | 'live' | 'over';
  session: Session | undefined;
  activeResponse: string | undefined;
  /** Whose words are played. */
  spokenResponse: string | undefined;
  /** The number of times that the customer has started to speak. */
  turn: number;
  isInterrupted: boolean;
  cancelSilencePrompt: (() => void) | undefined;
}

const THINKING_SECONDS = 0.3;
const SYNTHESIS_SECONDS = 0.3;

export const newId = (prefix: string): string => `${prefix}_${randomBytes(8).toString('hex')}`;

export function turnDetectionOf({ session }: CallModel): TurnDetection | undefined {
  return session?.audio.input.turn_detection ?? undefined;
}

export function emit({ line, listeners }: CallModel, event: ServerEvent): void {
  line.addEvent('model-event', event);
  for (const { onEvent } of listeners) onEvent({ event_id: newId('event'), ...event });
}

/** One turn of the model: the text of the instructions, or the answer to the conversation. */
export async function respond(model: CallModel, instructions?: string): Promise<void> {
  const id = newId('resp');
  const { line, player } = model;
  const isActive = () => model.activeResponse === id;
  model.activeResponse = id;
  emit(model, { type: 'response.created', response: { id, status: 'in_progress' } });
  await line.clock.sleep(THINKING_SECONDS);
  if (!isActive()) return;
  const turn = nextTurn(model, instructions);
  if (turn.kind === 'end_call') return endCall(model, id);
  const isInterruptible = turnDetectionOf(model)?.interrupt_response !== false;
  model.spokenResponse = id;
  player.addText(turn.text, true, { interruptible: isInterruptible ? 'any' : 'none', preemptible: false });
  await line.clock.sleep(SYNTHESIS_SECONDS);
  if (!isActive()) return;
  emit(model, { type: 'response.output_audio_transcript.done', response_id: id, transcript: turn.text });
  const content = [{ type: 'output_audio', transcript: turn.text }];
  endResponse(model, 'completed', [{ type: 'message', role: 'assistant', content }]);
}

function nextTurn({ sentences, tools }: CallModel, instructions: string | undefined): ModelTurn {
  if (instructions === undefined) return answerTo(sentences, tools.canEndCall());
  return { kind: 'say', text: textFor(instructions, sentences) };
}

async function endCall(model: CallModel, id: string): Promise<void> {
  const call = { call_id: newId('call'), name: 'end_call', arguments: '{}' };
  const running = model.tools.endCall();
  if (running) {
    // The response is over before the tool has returned, and nothing goes on by itself afterwards.
    endResponse(model, 'completed', [{ type: 'mcp_call', name: call.name, output: null }]);
    const output = await running;
    return emit(model, { type: 'response.mcp_call.completed', item_id: call.call_id, output });
  }
  if (model.activeResponse !== id) return;
  emit(model, { type: 'response.function_call_arguments.done', response_id: id, ...call });
  endResponse(model, 'completed', [{ type: 'function_call', ...call }]);
}

export function endResponse(
  model: CallModel,
  status: 'completed' | 'cancelled',
  output: Record<string, unknown>[],
): void {
  const id = model.activeResponse;
  model.activeResponse = undefined;
  emit(model, { type: 'response.done', response: { id, status, output } });
}

/** Cancels the response under way and stops its speech. */
export function interrupt(model: CallModel): void {
  if (model.activeResponse !== undefined) endResponse(model, 'cancelled', []);
  model.isInterrupted = true;
  model.player.interrupt();
  model.isInterrupted = false;
}

/** Starts the idle timeout of the session, if it has one. */
export function scheduleSilencePrompt(model: CallModel): void {
  const turns = turnDetectionOf(model);
  const idleMs = turns?.type === 'server_vad' ? turns.idle_timeout_ms : null;
  if (idleMs === null || model.state !== 'live') return;
  model.cancelSilencePrompt = model.line.clock.after(idleMs / 1000, () => {
    if (model.state !== 'live' || model.activeResponse !== undefined) return;
    emit(model, { type: 'input_audio_buffer.timeout_triggered' });
    void respond(model, `«${SILENCE_PROMPT}»`);
  });
}
