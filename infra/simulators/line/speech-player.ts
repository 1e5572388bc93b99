import { CHARACTERS_PER_SECOND, type CallClock } from '#line/call-clock.ts';
import { endOfPiece, endOfWord } from '#line/speech-pieces.ts';

/** `stalled`: an utterance is open, and has nothing to play. */
export type SpeechState = 'quiet' | 'speaking' | 'stalled';

/** Which input of the customer interrupts speech. */
export type Input = 'none' | 'dtmf' | 'speech' | 'any';

interface SpeechOptions {
  interruptible: Input;
  /** Whether the next utterance interrupts this one. */
  preemptible: boolean;
  /** Whether the voice makes the text in one piece. */
  isWhole?: boolean;
}

interface SpeechHooks {
  onState(state: SpeechState): void;
  onPlayed(text: string): void;
  /** An utterance has ended; with the part of its text that was played. */
  onUtterance(text: string, isCut: boolean): void;
}

interface Utterance extends SpeechOptions {
  text: string;
  /** Length of a media file or of DTMF tones that are played instead of text. */
  mediaSeconds: number;
  /** The tones. They are not speech: no speaker event reports them. */
  digits: string;
  isClosed: boolean;
  /** Characters that were played. */
  played: number;
}

interface PlayedChunk {
  startedAt: number;
  from: number;
  to: number;
  cancel: () => void;
}

export interface SpeechPlayer {
  /** What interrupts the speech under way; undefined if nothing does. */
  interruptibleBy(): Input | undefined;
  /** Adds text to the open utterance, or begins one. Text after an interruption begins an utterance, too. */
  addText(text: string, isLast: boolean, options: SpeechOptions): void;
  addMedia(seconds: number, options: SpeechOptions): void;
  /** Tones to the other side, after what is queued. */
  addDigits(digits: string): void;
  /** Stops at once and drops the queue. Returns what was played of the piece under way, with the word that had begun. */
  interrupt(): { utterance: string; durationMs: number } | undefined;
}

/** Delays of the voice, in call seconds. */
interface VoiceDelays {
  /** From the first text to its sound. */
  onset: number;
  /** From a new utterance to the cut of those that it preempts. */
  preemption: number;
}

const noDelays: VoiceDelays = { onset: 0, preemption: 0 };

/** Plays utterances one after the other at the pace of speech, in simulated time. */
export function createSpeechPlayer(clock: CallClock, hooks: SpeechHooks, delays: VoiceDelays = noDelays): SpeechPlayer {
  const player: Player = { clock, hooks, delays, queue: [], state: 'quiet', ...nothing };
  const begin = (options: SpeechOptions, media: Partial<Utterance> = {}): Utterance => {
    const utterance = { ...options, text: '', mediaSeconds: 0, digits: '', isClosed: false, played: 0, ...media };
    const isMarked = [player.current, ...player.queue].some((earlier) => earlier?.preemptible);
    player.queue.push(utterance);
    if (isMarked) preempt(player, utterance);
    return utterance;
  };
  return {
    interruptibleBy: () => (player.state === 'quiet' ? undefined : player.current?.interruptible),
    addText(text, isLast, options) {
      const last = player.queue.at(-1) ?? player.current;
      const utterance = last && !last.isClosed ? last : begin(options);
      utterance.text += text;
      utterance.isClosed = isLast;
      advance(player);
    },
    addMedia(seconds, options) {
      begin(options, { mediaSeconds: seconds, isClosed: true });
      advance(player);
    },
    addDigits(digits) {
      const mediaSeconds = digits.length * DIGIT_SECONDS;
      begin({ interruptible: 'none', preemptible: false }, { mediaSeconds, digits, isClosed: true });
      advance(player);
    },
    interrupt() {
      const dropped = drop(player, []);
      if (dropped) setState(player, 'quiet');
      return dropped;
    },
  };
}

const DIGIT_SECONDS = 0.38;
const nothing = { current: undefined, chunk: undefined, onset: undefined };

interface Player {
  clock: CallClock;
  hooks: SpeechHooks;
  delays: VoiceDelays;
  current: Utterance | undefined;
  queue: Utterance[];
  chunk: PlayedChunk | undefined;
  /** Cancels the wait before the first sound. */
  onset: (() => void) | undefined;
  state: SpeechState;
}

/** A new utterance cuts the marked ones before it, a moment later. The state stays `speaking` if it has something to say. */
function preempt(player: Player, by: Utterance): void {
  if (player.delays.preemption === 0) return cutMarked(player, by);
  player.clock.after(player.delays.preemption, () => {
    cutMarked(player, by);
    advance(player);
  });
}

function cutMarked(player: Player, by: Utterance): void {
  const index = player.queue.indexOf(by);
  // It plays already: nothing is before it.
  if (index === -1) return;
  const queue = player.queue.filter(({ preemptible }, at) => at >= index || !preemptible);
  if (player.current?.preemptible) drop(player, queue);
  else player.queue = queue;
}

function advance(player: Player): void {
  if (player.chunk || player.onset) return;
  player.current ??= player.queue.shift();
  const utterance = player.current;
  if (!utterance) return setState(player, 'quiet');
  const { played, mediaSeconds, isClosed, text, digits } = utterance;
  const to = playableEnd(utterance);
  if (to > played || mediaSeconds > 0) {
    if (digits !== '') setState(player, 'quiet');
    else if (player.state === 'quiet' && player.delays.onset > 0) return waitForOnset(player);
    return play(player, utterance, to);
  }
  // Before its first sound an open utterance is silence.
  if (!isClosed) return setState(player, played > 0 ? 'stalled' : 'quiet');
  player.current = undefined;
  if (played > 0) player.hooks.onUtterance(text, false);
  advance(player);
}

function waitForOnset(player: Player): void {
  player.onset = player.clock.after(player.delays.onset, () => {
    player.onset = undefined;
    setState(player, 'speaking');
    advance(player);
  });
}

function play(player: Player, utterance: Utterance, to: number): void {
  const { clock, hooks } = player;
  const from = utterance.played;
  const seconds = to > from ? (to - from) / CHARACTERS_PER_SECOND : utterance.mediaSeconds;
  const cancel = clock.after(seconds, () => {
    player.chunk = undefined;
    utterance.played = to;
    utterance.mediaSeconds = 0;
    if (to > from) hooks.onPlayed(utterance.text.slice(from, to));
    else if (utterance.digits !== '') hooks.onPlayed(utterance.digits);
    advance(player);
  });
  player.chunk = { startedAt: clock.now(), from, to, cancel };
  if (utterance.digits === '') setState(player, 'speaking');
}

/** Drops the utterance under way, and replaces the queue. Returns the played part of its piece. */
function drop(player: Player, queue: Utterance[]): ReturnType<SpeechPlayer['interrupt']> {
  const { current: utterance, chunk, onset, hooks } = player;
  player.queue = queue;
  onset?.();
  player.onset = undefined;
  if (!utterance) return undefined;
  const from = chunk?.from ?? utterance.played;
  const position = positionIn(player, utterance);
  const played = chunk && chunk.to > from ? Math.min(endOfWord(utterance.text, from, position), chunk.to) : from;
  chunk?.cancel();
  player.chunk = undefined;
  player.current = undefined;
  const piece = utterance.text.slice(from, played).trim();
  if (piece !== '') hooks.onPlayed(piece);
  if (played > 0) hooks.onUtterance(utterance.text.slice(0, played), true);
  return { utterance: piece, durationMs: Math.round(((position - from) / CHARACTERS_PER_SECOND) * 1000) };
}

function positionIn({ chunk, clock }: Player, { played }: Utterance): number {
  if (!chunk) return played;
  const seconds = clock.seconds(clock.now() - chunk.startedAt);
  return Math.min(chunk.from + Math.floor(seconds * CHARACTERS_PER_SECOND), Math.max(chunk.to - 1, chunk.from));
}

function setState(player: Player, state: SpeechState): void {
  if (state === player.state) return;
  player.state = state;
  player.hooks.onState(state);
}

/** The end of the next piece. What is no whole clause waits for more text, or for the end of the utterance. */
function playableEnd({ text, isClosed, isWhole, played }: Utterance): number {
  if (text.slice(played).trim() === '') return played;
  const end = isWhole ? undefined : endOfPiece(text, played);
  return end ?? (isClosed ? text.length : played);
}
