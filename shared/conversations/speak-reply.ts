import { cleanSpeech, continuesLine } from '#shared/conversations/clean-speech.ts';
import type { ConversationDeps } from '#shared/conversations/conversation.ts';
import type { LanguageModel, ReplyPart, ReplyRequest, ToolCall } from '#shared/conversations/language-model.ts';
import { withoutMachineText } from '#shared/conversations/machine-text.ts';
import type { SpeechSender } from '#shared/conversations/speech-sender.ts';
import { estimateSpeechSeconds, splitClauses, splitFirstWords, type Split } from '#shared/conversations/speech-text.ts';
import type { Clock } from '#shared/platform/clock.ts';

export interface ReplyTurn {
  request: Omit<ReplyRequest, 'signal'>;
  modelName: string;
  speechSender: SpeechSender;
  time: TurnTime;
  /** The clauses that earlier attempts have spoken. If the model repeats them, they are skipped. */
  spoken: string[];
  /** Runs when the answer is cut and the model is read on: what was sent is complete then. */
  onCut: () => Promise<void>;
}

export interface TurnTime {
  startedAt: number;
  modelMs: number;
  toolMs?: number;
  askedAt?: number;
  firstTokenAt?: number;
  /** Who answers. */
  model?: string | undefined;
  /** Set with the first text: the milliseconds that the model and the service took for it. */
  toFirstWords?: { modelMs: number; overheadMs: number };
}

/**
 * `silent`: nothing was said to a customer who has asked for that. `interrupted`: floor or connection are lost. `unsaid` is not sent yet.
 * `failed`: some may have been spoken.
 */
export type ReplyOutcome =
  | { kind: 'spoken' }
  | { kind: 'silent' }
  | { kind: 'interrupted' }
  | { kind: 'called'; calls: ToolCall[]; unsaid: string }
  | { kind: 'failed'; error: unknown };

type SpeakReplyDeps = Pick<ConversationDeps, 'model' | 'clock' | 'metrics'>;

export async function speakReply(turn: ReplyTurn, deps: SpeakReplyDeps): Promise<ReplyOutcome> {
  const { request } = turn;
  const speakClause = createClauseSender(turn, deps);
  const speakClauses = async (clauses: readonly string[]) => {
    for (const clause of clauses) if (!(await speakClause(clause, false))) return false;
    return true;
  };
  const split = createSplitter(turn, deps);
  const calls: ToolCall[] = [];
  let rest = '';
  let written = '';
  let isCut = false;
  try {
    const reply = readReply(deps.model, request, turn.time, deps.clock);
    for await (const part of withoutMachineText(reply, request.tools)) {
      if (part.kind === 'tool_call') {
        const isEnd = request.tools.some(({ name, endsCall }) => name === part.name && endsCall);
        if (isEnd || !isCut) calls.push(part);
        if (isEnd) return { kind: 'called', calls, unsaid: cleanSpeech(rest).trim() };
        continue;
      }
      if (isCut) continue;
      written += part.text;
      const next = split(rest + part.text);
      rest = next.rest;
      if (!(await speakClauses(next.clauses))) {
        if (!isReadOn(turn)) return { kind: 'interrupted' };
        isCut = true;
        rest = '';
        if (!turn.speechSender.isDisconnected()) await turn.onCut();
      } else if (estimateSpeechSeconds(turn.speechSender.spokenText()) >= LONGEST_SPEECH_SECONDS) {
        rest = '';
        break;
      }
    }
    if (isCut) return { kind: 'interrupted' };
    if (calls.length > 0)
      return (await speakClause(spaced(rest), false)) ? { kind: 'called', calls, unsaid: '' } : { kind: 'interrupted' };
    if (turn.spoken.length === 0 && cleanSpeech(rest) === '') throw new EmptyReply('the model said nothing', written);
  } catch (error) {
    if (!(error instanceof ReplyFailed || error instanceof TurnOver)) throw error;
    if (isCut && !turn.speechSender.isDisconnected()) return { kind: 'interrupted' };
    if (error instanceof ReplyFailed || turn.spoken.length === 0) return { kind: 'failed', error };
    rest = '';
  }
  return { kind: (await speakClause(rest, true)) ? 'spoken' : 'interrupted' };
}

function createSplitter({ speechSender }: ReplyTurn, { clock }: SpeakReplyDeps) {
  let begunAt: number | undefined;
  let isBegun = speechSender.spokenText() !== '';
  return (text: string): Split => {
    if (isBegun) return splitClauses(text);
    const isFirstPart = begunAt === undefined;
    if (isFirstPart) speechSender.prepare();
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

/** A cut answer may still call a tool that must not be lost. If none was said, the next reply answers all words. */
function isReadOn({ request, speechSender }: ReplyTurn): boolean {
  const mayCall = request.tools.some((tool) => tool.mustNotBeLost);
  return mayCall && (speechSender.isDisconnected() || speechSender.spokenText() !== '');
}

const spaced = (text: string) => (text.trim() === '' ? '' : `${text.trimEnd()} `);

function createClauseSender(turn: ReplyTurn, deps: SpeakReplyDeps) {
  const { speechSender, time, spoken } = turn;
  let repeated = spoken.join('');
  let before = '';
  return async (clause: string, last: boolean): Promise<boolean> => {
    const words = cleanSpeech(clause, continuesLine(before));
    before += clause;
    const token = withoutRepeated(words, repeated);
    repeated = words === token ? '' : repeated.slice(words.length);
    if (token === '' && !last) return true;
    const isFirst = speechSender.spokenText() === '';
    if (!(await speechSender.say(token, last))) return false;
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

/** A model that is asked again may begin anew. */
function withoutRepeated(words: string, spoken: string): string {
  if (words === '' || spoken.trim() === '') return words;
  if (spoken.startsWith(words.trimEnd())) return '';
  return words.startsWith(spoken.trimEnd()) ? words.slice(spoken.trimEnd().length).trimStart() : words;
}

/** Callers say «hello?» after five to six seconds of silence, also in a reply. Two such waits take 12 s. */
const FIRST_PART_MS = 6_000;
const NEXT_PART_MS = 6_000;
/** Well below the function's timeout of 28 s. A reply that streams for 20 s is minutes of speech. */
export const TURN_MS = 20_000;

/** No customer listens for longer on the telephone: a model that goes on is cut after the clause. */
const LONGEST_SPEECH_SECONDS = 40;

class ReplyFailed extends Error {
  override name: string = 'ReplyFailed';
}

export class ReplyTimeout extends ReplyFailed {
  override name = 'ReplyTimeout';
}

export class EmptyReply extends ReplyFailed {
  override name = 'EmptyReply';
  /** It was no failure: the model wrote something that has no words, such as an emoji. */
  readonly isWordless: boolean;

  constructor(message: string, written = '') {
    super(message);
    this.isWordless = written.trim() !== '';
  }
}

class TurnOver extends Error {
  override name = 'TurnOver';
}

/** @throws ReplyFailed if the model fails or is too slow; TurnOver if the turn is out of time */
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
