import type { CallClock } from '#infra/local/carrier-simulator/call-clock.ts';

const CHARACTERS_PER_SECOND = 14;

/** `stalled`: an utterance is open, and has nothing to play. */
export type SpeechState = 'quiet' | 'speaking' | 'stalled';

/** Which input of the customer interrupts speech. */
export type Input = 'none' | 'dtmf' | 'speech' | 'any';

interface SpeechOptions {
  interruptible: Input;
  /** Whether the next utterance interrupts this one. */
  preemptible: boolean;
}

interface SpeechHooks {
  onState(state: SpeechState): void;
  onPlayed(text: string): void;
  /** An utterance has ended; with the part of its text that was played. */
  onUtterance(text: string, isCut: boolean): void;
}

interface Utterance extends SpeechOptions {
  text: string;
  /** Length of a media file that is played instead of text. */
  mediaSeconds: number;
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
  /** Stops at once and drops the queue. Returns the played part of the utterance, up to the last whole word. */
  interrupt(): { utterance: string; durationMs: number } | undefined;
}

/** Plays utterances one after the other at the pace of speech, in simulated time. */
export function createSpeechPlayer(clock: CallClock, hooks: SpeechHooks): SpeechPlayer {
  const player: Player = { clock, hooks, current: undefined, queue: [], chunk: undefined, state: 'quiet' };
  const begin = (options: SpeechOptions, media?: { seconds: number }): Utterance => {
    // The state stays `speaking` from one utterance to the next.
    if (player.current?.preemptible) drop(player);
    const utterance = {
      ...options,
      text: '',
      mediaSeconds: media?.seconds ?? 0,
      isClosed: media !== undefined,
      played: 0,
    };
    player.queue.push(utterance);
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
      begin(options, { seconds });
      advance(player);
    },
    interrupt() {
      const dropped = drop(player);
      if (dropped) setState(player, 'quiet');
      return dropped;
    },
  };
}

interface Player {
  clock: CallClock;
  hooks: SpeechHooks;
  current: Utterance | undefined;
  queue: Utterance[];
  chunk: PlayedChunk | undefined;
  state: SpeechState;
}

function advance(player: Player): void {
  if (player.chunk) return;
  player.current ??= player.queue.shift();
  const utterance = player.current;
  if (!utterance) return setState(player, 'quiet');
  const { played, mediaSeconds, isClosed, text } = utterance;
  const to = playableEnd(utterance);
  if (to > played) return play(player, utterance, to, (to - played) / CHARACTERS_PER_SECOND);
  if (mediaSeconds > 0) return play(player, utterance, to, mediaSeconds);
  // Before its first sound an open utterance is silence.
  if (!isClosed) return setState(player, played > 0 ? 'stalled' : 'quiet');
  player.current = undefined;
  if (played > 0) player.hooks.onUtterance(text, false);
  advance(player);
}

function play(player: Player, utterance: Utterance, to: number, seconds: number): void {
  const { clock, hooks } = player;
  const from = utterance.played;
  const cancel = clock.after(seconds, () => {
    player.chunk = undefined;
    utterance.played = to;
    utterance.mediaSeconds = 0;
    if (to > from) hooks.onPlayed(utterance.text.slice(from, to));
    advance(player);
  });
  player.chunk = { startedAt: clock.now(), from, to, cancel };
  setState(player, 'speaking');
}

/** Drops the queue and the utterance under way. Returns the played part of it. */
function drop(player: Player): ReturnType<SpeechPlayer['interrupt']> {
  const { current: utterance, chunk, hooks } = player;
  player.queue = [];
  if (!utterance) return undefined;
  const from = chunk?.from ?? utterance.played;
  const played = wholeWords(utterance.text, position(player, utterance));
  chunk?.cancel();
  player.chunk = undefined;
  player.current = undefined;
  const text = utterance.text.slice(0, played);
  if (played > from) hooks.onPlayed(utterance.text.slice(from, played));
  hooks.onUtterance(text, true);
  return { utterance: text, durationMs: Math.round((played / CHARACTERS_PER_SECOND) * 1000) };
}

function position({ chunk, clock }: Player, { played }: Utterance): number {
  if (!chunk) return played;
  const seconds = clock.seconds(clock.now() - chunk.startedAt);
  return Math.min(chunk.from + Math.floor(seconds * CHARACTERS_PER_SECOND), Math.max(chunk.to - 1, chunk.from));
}

function setState(player: Player, state: SpeechState): void {
  if (state === player.state) return;
  player.state = state;
  player.hooks.onState(state);
}

/** Speech is played up to the last phrase boundary. The rest waits for more text, or for the end of the utterance. */
function playableEnd({ text, isClosed, played }: Utterance): number {
  if (isClosed) return text.slice(played).trim() === '' ? played : text.length;
  const boundary = Math.max(...['.', '!', '?', ',', ';', ':', '\n'].map((mark) => text.lastIndexOf(mark)));
  return Math.max(boundary + 1, played);
}

function wholeWords(text: string, end: number): number {
  if (end >= text.length || /\s/.test(text[end] ?? '')) return end;
  return Math.max(text.lastIndexOf(' ', end), 0);
}
