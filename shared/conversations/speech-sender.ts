import { cleanSpeech } from '#shared/conversations/clean-speech.ts';
import type { ConversationDeps } from '#shared/conversations/conversation.ts';
import { estimateSpeechSeconds, ONSET_SECONDS } from '#shared/conversations/speech-text.ts';
import { spokenOf, type Said, type SpokenForm } from '#shared/conversations/spoken-forms.ts';
import { findSpokenForms } from '#shared/conversations/spoken-numbers.ts';
import type { VoiceFrame } from '#shared/conversations/voice-session.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { ConversationEvent, ConversationState } from './conversation-items.ts';

type Answer = Pick<
  Extract<ConversationEvent, { kind: 'assistant_said' }>,
  'timing' | 'model' | 'words' | 'tools' | 'tool'
>;

/** The right to speak in a conversation, held until the generation changes. */
export interface Floor {
  connectionId: string;
  generation: number;
}

export interface SpeechSender {
  prepare(): void;
  /** Without markup. `isLast` closes the utterance. Returns false if the floor is lost or the connection is closed. */
  say(text: string, isLast: boolean): Promise<boolean>;
  /** The next text waits for its end. False if text was sent since `quietAt`, the floor is lost, or someone speaks. */
  sayFiller(filler: string, quietAt: number | undefined): Promise<boolean>;
  /** When everything sent, with fillers, will have been played, epoch milliseconds. Undefined before any text. */
  quietAt(): number | undefined;
  hasFloor(): Promise<boolean>;
  isDisconnected(): boolean;
  /** The last words are sent although the call is ending, whatever the generation. */
  beginClosing(): void;
  /** Everything sent without fillers, as it is said. */
  spokenText(): string;
  record(answer?: Answer): Promise<void>;
}

export interface SpeechOptions {
  /** BCP 47. */
  locale: string;
  preemptible?: boolean;
  /** Nothing that is heard on the line stops it. */
  isWhole?: boolean;
  /** Resolves to the state after the customer has stopped speaking. */
  waitForEndOfSpeech?: (state: ConversationState) => Promise<ConversationState | undefined>;
}

/** A state that was read this many milliseconds before is as new as the way of a frame to the carrier allows. */
const FRESH_MS = 75;

type SpeechDeps = Pick<ConversationDeps, 'conversations' | 'socket' | 'clock'>;

/** Reads the generation before every frame: the customer may have spoken. Two frames in flight may change order. */
export function createSpeechSender(floor: Floor, deps: SpeechDeps, options: SpeechOptions): SpeechSender {
  const { connectionId, generation } = floor;
  const { conversations, clock } = deps;
  const speech: Speech = { ...silent, utterances: [], fillerWrites: [] };
  const append = (event: ConversationEvent) => conversations.appendEvent(connectionId, event);
  const send = createSender({ connectionId, ...options }, speech, deps);
  const inTurn = createQueue();
  const isMine = isHeldBy(generation);
  const floorState = createStateReader(connectionId, deps);
  const mayContinue = async () =>
    isMine(await afterSpeech(await floorState.read(), isMine, speech.startedAt === undefined && options));
  return {
    prepare: () => floorState.prepare(),
    say: (text, isLast) => inTurn(() => say(text, isLast)),
    sayFiller: (filler, quietAt) => inTurn(async () => quietAt !== speech.quietAt || sayFiller(filler)),
    quietAt: () => speech.quietAt,
    hasFloor: async () => speech.isClosing || isMine(await conversations.getState(connectionId)),
    isDisconnected: () => speech.isDisconnected === true,
    beginClosing: () => void (speech.isClosing = true),
    spokenText: () => speech.utterances.map(spokenOf).join('').trim(),
    async record(answer = {}) {
      await inTurn(async () => undefined);
      await Promise.all([...speech.fillerWrites, ...toEvents(speech.utterances, generation, answer).map(append)]);
    },
  };

  async function say(text: string, isLast: boolean): Promise<boolean> {
    if (!speech.isClosing && !(await mayContinue())) return false;
    const isPreemptible = options.preemptible === true && !speech.isClosing;
    // The time before the send: the interruption of this text may be recorded before the send returns.
    const at = clock.now();
    const said = await send(text, isLast, isPreemptible);
    if (!said) return false;
    speech.startedAt ??= at;
    addText(speech, said, at, isLast);
    return true;
  }

  async function sayFiller(filler: string): Promise<boolean> {
    if (speech.isClosing || filler === '') return false;
    const state = await conversations.getState(connectionId);
    if (!isMine(state) || state?.customerSpeaksSince !== null) return false;
    const at = clock.now();
    // In the middle of an utterance that newer text may cut, the filler is a part of it. Elsewhere it is one of its own.
    const isPart = speech.isOpen && options.preemptible === true;
    const said = await send(isPart ? `${filler} ` : filler, !isPart, isPart);
    // The text behind a filler is read for anew: one frame at most is too late.
    floorState.forget();
    if (!said) return false;
    if (speech.startedAt !== undefined) addText(speech, said, at, !isPart);
    // Not awaited here, because the answer may be next in the queue. `record` awaits it.
    else speech.fillerWrites.push(append({ kind: 'assistant_said', at, generation, ...kept(said), filler: true }));
    speech.fillerWrites.at(-1)?.catch(() => undefined);
    return true;
  }
}

const isHeldBy = (generation: number) => (state: ConversationState | undefined) =>
  state !== undefined && state.generation === generation && state.endingAt === null;

async function afterSpeech(
  state: ConversationState | undefined,
  isMine: ReturnType<typeof isHeldBy>,
  options: SpeechOptions | false,
) {
  const wait = options && options.waitForEndOfSpeech;
  return state && isMine(state) && wait ? wait(state) : state;
}

/** What was read ahead serves the first text only, and soon. */
function createStateReader(connectionId: string, { conversations, clock }: SpeechDeps) {
  let prepared: { at: number; state: Promise<ConversationState | undefined> } | undefined;
  return {
    prepare() {
      const state = conversations.getState(connectionId);
      prepared = { at: clock.now(), state };
      // Awaited by the first text, which may never come.
      state.catch(() => undefined);
    },
    forget: () => void (prepared = undefined),
    read(): Promise<ConversationState | undefined> {
      const known = prepared;
      prepared = undefined;
      const isFresh = known !== undefined && clock.now() - known.at <= FRESH_MS;
      return isFresh ? known.state : conversations.getState(connectionId);
    },
  };
}

/** Cleaned of markup. Numbers and keys go over the wire as they are said. Undefined: the connection is closed. */
function createSender(
  { connectionId, locale, isWhole = false }: Pick<SpeechOptions, 'locale' | 'isWhole'> & { connectionId: string },
  speech: Speech,
  { socket, clock }: SpeechDeps,
) {
  return async (written: string, isLast: boolean, isPreemptible: boolean): Promise<Required<Said> | undefined> => {
    const plain = cleanSpeech(written, speech.isOpen);
    const said = { text: plain, forms: findSpokenForms(plain, locale) };
    if (plain === '' && !isLast) return said;
    const text = spokenOf(said);
    const marks = { ...(isPreemptible && { isPreemptible }), ...(isWhole && { isWhole }) };
    const frame: VoiceFrame = { kind: 'speech', text, isLast, ...marks };
    speech.isDisconnected = (await socket.send(connectionId, frame)) === 'gone';
    speech.quietAt = quietAfter(text, speech.quietAt, clock);
    return speech.isDisconnected ? undefined : said;
  };
}

const silent = { isOpen: false, startedAt: undefined, isClosing: false, quietAt: undefined };

function quietAfter(text: string, quietAt: number | undefined, clock: Clock): number | undefined {
  if (text.trim() === '') return quietAt;
  const startsAt = Math.max(quietAt ?? 0, clock.now() + clock.callMs(ONSET_SECONDS));
  return startsAt + clock.callMs(estimateSpeechSeconds(text));
}

function addText(speech: Speech, { text, forms }: Required<Said>, at: number, isLast: boolean): void {
  const open = speech.isOpen ? speech.utterances.at(-1) : undefined;
  if (open) {
    open.forms.push(...moved(forms, open.text.length));
    Object.assign(open, { text: open.text + text, sentAt: at });
  } else speech.utterances.push({ at, sentAt: at, text, forms: [...forms] });
  speech.isOpen = !isLast;
}

const moved = (forms: readonly SpokenForm[], by: number) => forms.map((form) => ({ ...form, at: form.at + by }));

/** As it is stored: without spaces around it. */
function kept({ text, forms }: Required<Said>) {
  const shift = text.length - text.trimStart().length;
  return { text: text.trim(), ...(forms.length > 0 && { forms: moved(forms, -shift) }) };
}

interface Speech {
  /** Without fillers: the customer may interrupt one and have heard the other. */
  utterances: Array<{ at: number; sentAt: number; text: string; forms: SpokenForm[] }>;
  isOpen: boolean;
  startedAt: number | undefined;
  isClosing: boolean;
  isDisconnected?: boolean;
  quietAt: number | undefined;
  fillerWrites: Array<Promise<void>>;
}

function toEvents(
  utterances: Speech['utterances'],
  generation: number,
  { timing, model, words = [], ...called }: Answer,
): ConversationEvent[] {
  const spoken = utterances.filter(({ text }) => text.trim() !== '');
  if (spoken.length === 0) return words.map((one) => ({ kind: 'customer_said', ...one }));
  return spoken.map(({ at, sentAt, ...said }, index) => {
    const sent = sentAt === at ? {} : { sentAt };
    const last = index === spoken.length - 1 ? called : {};
    const event = { kind: 'assistant_said', at, ...sent, generation, ...kept(said), ...last } as const;
    return index === 0
      ? {
          ...event,
          ...(timing && { timing }),
          ...(model !== undefined && { model }),
          ...(words.length > 0 && { words }),
        }
      : { ...event, continues: true };
  });
}

function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(run: () => Promise<Result>): Promise<Result> => {
    const result = last.then(run);
    last = result.catch(() => undefined);
    return result;
  };
}

/** A throttled first frame takes up to 6 s. Waits 100 × 100 ms = 10 s at most; the function has 28 s. */
const STEP_MS = 100;
const STEPS = 100;

/** A prompt may be handled before the first frame: if nothing changes, waits until the conversation is open. */
export async function retryUntilOpen<Result>(
  connectionId: string,
  change: () => Promise<Result | undefined>,
  { conversations, pause }: Pick<ConversationDeps, 'conversations' | 'pause'>,
): Promise<Result | undefined> {
  const result = await change();
  if (result !== undefined) return result;
  for (let step = 0; step < STEPS; step += 1) {
    if (await conversations.getState(connectionId)) return change();
    await pause(STEP_MS);
  }
  return undefined;
}
