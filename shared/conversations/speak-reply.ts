import type { ConversationDeps } from '#shared/conversations/conversation.ts';
import type { LanguageModel, ReplyPart, ReplyRequest, ToolCall } from '#shared/conversations/language-model.ts';
import type { Speaker } from '#shared/conversations/speaker.ts';
import { withoutMachineText } from '#shared/conversations/machine-text.ts';
import {
  cleanSpeech,
  estimateSpeechSeconds,
  splitClauses,
  splitFirstWords,
  type Split,
} from '#shared/conversations/speech-text.ts';
import type { Clock } from '#shared/platform/clock.ts';

export interface ReplyTurn {
  request: Omit<ReplyRequest, 'signal'>;
  /** For the metrics. */
  modelName: string;
  speaker: Speaker;
  time: TurnTime;
  /** The clauses that earlier attempts at this round have spoken. If the model repeats them, they are skipped. */
  spoken: string[];
  /** Runs when the answer is cut and the model is read on: what was sent is complete then. */
  onCut: () => Promise<void>;
}

export interface TurnTime {
  /** When the turn started, epoch milliseconds. */
  startedAt: number;
  /** The milliseconds spent waiting for the model. */
  modelMs: number;
  /** The milliseconds that tools ran. */
  toolMs?: number;
  /** When the model was first asked, and when its first text came, epoch milliseconds. */
  askedAt?: number;
  firstTokenAt?: number;
  /** Set with the first text: the milliseconds that the model and the service took for it. */
  toFirstWords?: { modelMs: number; overheadMs: number };
}

/**
 * `spoken`: the whole reply was sent. `interrupted`: the floor was lost, or the connection is closed. `called`: the model has called tools.
 * Where one of them ends the call, it is the last one, and `unsaid` is the text that is not sent yet. `failed`: the model failed; some of
 * the reply may have been spoken.
 */
export type ReplyOutcome =
  | { kind: 'spoken' }
  | { kind: 'interrupted' }
  | { kind: 'called'; calls: ToolCall[]; unsaid: string }
  | { kind: 'failed'; error: unknown };

type SpeakReplyDeps = Pick<ConversationDeps, 'model' | 'clock' | 'metrics'>;

/** Streams a reply of the model to the carrier, clause by clause. */
export async function speakReply(turn: ReplyTurn, deps: SpeakReplyDeps): Promise<ReplyOutcome> {
  const { request } = turn;
  const speakClause = createClauseSpeaker(turn, deps);
  const speakClauses = async (clauses: readonly string[]) => {
    for (const clause of clauses) if (!(await speakClause(clause, false))) return false;
    return true;
  };
  const split = createSplitter(turn, deps);
  const calls: ToolCall[] = [];
  let rest = '';
  let isCut = false;
  try {
    const reply = readReply(deps.model, request, turn.time, deps.clock);
    for await (const part of withoutMachineText(reply, request.tools)) {
      if (part.kind === 'tool_call') {
        const isEnd = request.tools.some(({ name, endsCall }) => name === part.name && endsCall);
        if (isEnd || !isCut) calls.push(part);
        if (isEnd) return { kind: 'called', calls, unsaid: cleanSpeech(rest, request.locale).trim() };
        continue;
      }
      if (isCut) continue;
      const next = split(rest + part.text);
      rest = next.rest;
      if (!(await speakClauses(next.clauses))) {
        if (!isReadOn(turn)) return { kind: 'interrupted' };
        isCut = true;
        rest = '';
        if (!turn.speaker.isDisconnected()) await turn.onCut();
      } else if (estimateSpeechSeconds(turn.speaker.spokenText()) >= LONGEST_SPEECH_SECONDS) {
        rest = '';
        break;
      }
    }
    if (isCut) return { kind: 'interrupted' };
    if (calls.length > 0)
      return (await speakClause(spaced(rest), false)) ? { kind: 'called', calls, unsaid: '' } : { kind: 'interrupted' };
    if (turn.spoken.length === 0 && cleanSpeech(rest, request.locale) === '')
      throw new EmptyReply('the model said nothing');
  } catch (error) {
    if (!(error instanceof ReplyFailed || error instanceof TurnOver)) throw error;
    if (isCut && !turn.speaker.isDisconnected()) return { kind: 'interrupted' };
    if (error instanceof ReplyFailed || turn.spoken.length === 0) return { kind: 'failed', error };
    // The turn is out of time. What was spoken is closed without the unfinished clause.
    rest = '';
  }
  return { kind: (await speakClause(rest, true)) ? 'spoken' : 'interrupted' };
}

/** Splits off the first words as soon as possible, and clauses from then on. */
function createSplitter({ speaker }: ReplyTurn, { clock }: SpeakReplyDeps) {
  let begunAt: number | undefined;
  let isBegun = speaker.spokenText() !== '';
  return (text: string): Split => {
    if (isBegun) return splitClauses(text);
    const isFirstPart = begunAt === undefined;
    if (isFirstPart) speaker.prepare();
    begunAt ??= clock.now();
    // A part that holds a clause needs no smaller frame.
    const whole = isFirstPart ? splitClauses(text) : undefined;
    const lettersPerMs = isFirstPart ? 0 : text.length / Math.max(1, clock.now() - begunAt);
    const first = whole?.clauses.length
      ? whole
      : splitFirstWords(text, lettersPerMs, (seconds) => clock.callMs(seconds));
    if (first.clauses.length === 0) return first;
    isBegun = true;
    const next = splitClauses(first.rest);
    return { clauses: [...first.clauses, ...next.clauses], rest: next.rest };
  };
}

/**
 * Customers who opt out often hang up, cough or thank during the reply. The model is read to its end, because it may still call a tool that
 * must not be lost, and what was said may have confirmed it. A reply of which nothing was said is not: the next one answers all of the words.
 */
function isReadOn({ request, speaker }: ReplyTurn): boolean {
  const mayCall = request.tools.some((tool) => tool.mustNotBeLost);
  return mayCall && (speaker.isDisconnected() || speaker.spokenText() !== '');
}

/** Text that more text follows. */
const spaced = (text: string) => (text.trim() === '' ? '' : `${text.trimEnd()} `);

/** Returns a function that cleans and sends a clause. It returns false if the floor is lost. */
function createClauseSpeaker(turn: ReplyTurn, deps: SpeakReplyDeps) {
  const { speaker, time, spoken } = turn;
  let repeated = spoken.join('');
  return async (clause: string, last: boolean): Promise<boolean> => {
    const words = cleanSpeech(clause, turn.request.locale);
    const token = withoutRepeated(words, repeated);
    repeated = words === token ? '' : repeated.slice(words.length);
    if (token === '' && !last) return true;
    const isFirst = speaker.spokenText() === '';
    if (!(await speaker.say(token, last))) return false;
    if (token !== '') spoken.push(token);
    if (isFirst) {
      deps.metrics.duration('ModelLatency', time.modelMs, { model: turn.modelName });
      const overheadMs = deps.clock.now() - time.startedAt - time.modelMs - (time.toolMs ?? 0);
      deps.metrics.duration('TurnOverhead', overheadMs);
      time.toFirstWords = { modelMs: time.modelMs, overheadMs };
    }
    return true;
  };
}

/** The words without those at their beginning that were spoken before: a model that is asked again may begin anew. */
function withoutRepeated(words: string, spoken: string): string {
  if (words === '' || spoken.trim() === '') return words;
  if (spoken.startsWith(words.trimEnd())) return '';
  return words.startsWith(spoken.trimEnd()) ? words.slice(spoken.trimEnd().length).trimStart() : words;
}

/**
 * Callers say «hello?» after five to six seconds of silence, so a model without an answer by then counts as failed. Two such waits
 * take 12 s. A gap in the middle of a reply is just as silent once playback has caught up.
 */
const FIRST_PART_MS = 6_000;
const NEXT_PART_MS = 6_000;
/** Well below the function's timeout of 28 s. A reply that streams for 20 s is minutes of speech. */
export const TURN_MS = 20_000;

/** No customer listens for longer on the telephone: a model that goes on is cut after the clause. */
const LONGEST_SPEECH_SECONDS = 40;

/** The model failed, or was too slow. */
class ReplyFailed extends Error {
  override name: string = 'ReplyFailed';
}

/** The model was silent for too long. */
export class ReplyTimeout extends ReplyFailed {
  override name = 'ReplyTimeout';
}

/** The model ended its answer without a word. */
export class EmptyReply extends ReplyFailed {
  override name = 'EmptyReply';
}

/** The turn is out of time. */
class TurnOver extends Error {
  override name = 'TurnOver';
}

/**
 * Reads the model's reply within the time limits of a telephone call. Aborts the model when the reader stops.
 * @throws ReplyFailed if the model fails or is too slow
 * @throws TurnOver if the turn is out of time
 */
async function* readReply(
  model: LanguageModel,
  request: Omit<ReplyRequest, 'signal'>,
  time: TurnTime,
  clock: Clock,
): AsyncGenerator<ReplyPart> {
  const controller = new AbortController();
  time.askedAt ??= clock.now();
  const parts = model.reply({ ...request, signal: controller.signal })[Symbol.asyncIterator]();
  let limit = FIRST_PART_MS;
  try {
    for (;;) {
      const before = clock.now();
      const next = await within(parts.next(), limit, time.startedAt + TURN_MS - before);
      time.modelMs += clock.now() - before;
      if (next.done) return;
      time.firstTokenAt ??= clock.now();
      yield next.value;
      limit = NEXT_PART_MS;
    }
  } finally {
    controller.abort();
    // Not awaited: a model that hangs would hang here too.
    parts.return?.().catch(() => undefined);
  }
}

async function within<Value>(part: Promise<Value>, limit: number, left: number): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const error = left <= limit ? new TurnOver('no time left') : new ReplyTimeout(`no answer for ${limit} ms`);
  const timer = setTimeout(() => late.reject(error), Math.max(0, Math.min(left, limit)));
  try {
    return await Promise.race([part.catch(fail), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function fail(cause: unknown): never {
  throw new ReplyFailed('the model failed', { cause });
}
