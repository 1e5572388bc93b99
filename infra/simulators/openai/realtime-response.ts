import { randomBytes } from 'node:crypto';
import type { CallClock } from '#line/call-clock.ts';
import type { SpeechPlayer, SpeechState } from '#line/speech-player.ts';
import { chooseTool, type ToolChoice } from '#openai/choose-tool.ts';
import { answerTo, SILENCE_PROMPT, textFor } from '#openai/model-answers.ts';
import type { ModelScript } from '#openai/model-script.ts';
import type { createModelTools } from '#openai/model-tools.ts';
import type { Session, TurnDetection } from '#openai/session-body.ts';

/** The phone line at the other end of the SIP call. */
export interface RealtimeLine {
  readonly clock: CallClock;
  /** What the model answers on this line, instead of its rules. */
  readonly script?: ModelScript | undefined;
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
  /** What tools have answered, which the model has not told yet. */
  readonly results: string[];
  /** The number of answers by the script. */
  scripted: number;
  /** The number of sentences for which a tool was chosen: each of them chooses once. */
  chosenFor: number;
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
  const { text, calls, waitSeconds } = nextTurn(model, instructions);
  if (waitSeconds > 0) await line.clock.sleep(waitSeconds);
  if (!isActive()) return;
  if (text === '') return finishResponse(model, id, [], calls);
  const isInterruptible = turnDetectionOf(model)?.interrupt_response !== false;
  model.spokenResponse = id;
  player.addText(text, true, { interruptible: isInterruptible ? 'any' : 'none', preemptible: false });
  await line.clock.sleep(SYNTHESIS_SECONDS);
  if (!isActive()) return;
  emit(model, { type: 'response.output_audio_transcript.done', response_id: id, transcript: text });
  const content = [{ type: 'output_audio', transcript: text }];
  await finishResponse(model, id, [{ type: 'message', role: 'assistant', content }], calls);
}

interface NextTurn {
  text: string;
  calls: ToolChoice[];
  waitSeconds: number;
}

function nextTurn(model: CallModel, instructions: string | undefined): NextTurn {
  const { sentences, tools, line, results } = model;
  const say = (text: string): NextTurn => ({ text, calls: [], waitSeconds: 0 });
  if (instructions !== undefined) return say(textFor(instructions, sentences));
  const told = results.splice(0).join(' ');
  if (line.script) return scriptedTurn(model, line.script);
  if (told !== '') return say(told);
  const chosen = model.chosenFor < sentences.length ? chooseTool(tools.offered(), sentences) : undefined;
  model.chosenFor = sentences.length;
  if (chosen) return { ...say(''), calls: [chosen] };
  const turn = answerTo(sentences, tools.canEndCall());
  return turn.kind === 'say' ? say(turn.text) : { ...say(''), calls: [{ name: 'end_call', args: {} }] };
}

function scriptedTurn(model: CallModel, script: ModelScript): NextTurn {
  const parts = script[Math.min(model.scripted, script.length - 1)] ?? [];
  model.scripted += 1;
  return {
    text: parts.filter((part) => typeof part === 'string').join(' '),
    calls: parts.flatMap((part) =>
      typeof part === 'object' && 'call' in part ? [{ name: part.call, args: part.with }] : [],
    ),
    waitSeconds: parts.reduce((sum, part) => (typeof part === 'object' && 'wait' in part ? sum + part.wait : sum), 0),
  };
}

/** The response is over before its tools have returned, and nothing goes on by itself afterwards. */
async function finishResponse(
  model: CallModel,
  id: string,
  said: Record<string, unknown>[],
  calls: readonly ToolChoice[],
): Promise<void> {
  const running = calls.map(({ name, args }) => ({
    itemId: newId('call'),
    name,
    args,
    output: model.tools.call(name, args),
  }));
  const own = running.filter(({ output }) => output === undefined);
  for (const { itemId, name, args } of own) {
    const call = { call_id: itemId, name, arguments: JSON.stringify(args) };
    emit(model, { type: 'response.function_call_arguments.done', response_id: id, ...call });
  }
  const output = running.map((call) =>
    call.output
      ? { type: 'mcp_call', name: call.name, output: null }
      : { type: 'function_call', call_id: call.itemId, name: call.name, arguments: JSON.stringify(call.args) },
  );
  endResponse(model, 'completed', [...said, ...output]);
  await Promise.all(
    running.map(async (call) => {
      if (!call.output) return;
      const result = await call.output;
      if (call.name !== 'end_call') model.results.push(result);
      emit(model, { type: 'response.mcp_call.completed', item_id: call.itemId, output: result });
    }),
  );
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
