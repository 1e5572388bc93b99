import type { CallClock } from '#infra/local/carrier-simulator/call-clock.ts';
import type { Input } from '#infra/local/carrier-simulator/relay/relay-settings.ts';

const CHARACTERS_PER_SECOND = 14;

interface Manner {
  interruptible: Input;
  /** Whether the next talk cycle may cut this one short. */
  preemptible: boolean;
}

interface MouthHooks {
  /** `stalled`: in the middle of a talk cycle that has nothing to play. */
  onState(state: 'quiet' | 'speaking' | 'stalled'): void;
  /** A piece of text was played. */
  onPlayed(text: string): void;
  /** A talk cycle is over, with the text of it that was played. */
  onCycle(text: string, cut: boolean): void;
}

interface Cycle extends Manner {
  text: string;
  /** Length of a media file that is played instead of text. */
  mediaSeconds: number;
  closed: boolean;
  played: number;
}

interface Piece {
  startedAt: number;
  from: number;
  to: number;
  cancel: () => void;
}

/** Plays talk cycles one after the other, at the pace of speech, in call time. */
export class Mouth {
  readonly #clock: CallClock;
  readonly #hooks: MouthHooks;
  #current: Cycle | undefined;
  #queue: Cycle[] = [];
  #piece: Piece | undefined;
  #state: 'quiet' | 'speaking' | 'stalled' = 'quiet';

  constructor(clock: CallClock, hooks: MouthHooks) {
    this.#clock = clock;
    this.#hooks = hooks;
  }

  /** What may stop the speech that is under way; undefined when there is none. */
  get stoppedBy(): Input | undefined {
    return this.#state === 'quiet' ? undefined : this.#current?.interruptible;
  }

  /** Adds to the open talk cycle, or begins one. Tokens that come after an interruption are a cycle like any other. */
  text(token: string, last: boolean, manner: Manner): void {
    const cycle = this.#openCycle() ?? this.#begin({ ...manner, text: '', mediaSeconds: 0, closed: false, played: 0 });
    cycle.text += token;
    cycle.closed = last;
    this.#advance();
  }

  media(seconds: number, manner: Manner): void {
    this.#begin({ ...manner, text: '', mediaSeconds: seconds, closed: true, played: 0 });
    this.#advance();
  }

  /** Stops at once and drops all that is queued. Returns what was heard of the talk cycle, to the last whole word. */
  cut(): { utterance: string; durationMs: number } | undefined {
    const cut = this.#drop();
    if (cut) this.#becomes('quiet');
    return cut;
  }

  #drop(): { utterance: string; durationMs: number } | undefined {
    const cycle = this.#current;
    this.#queue = [];
    if (!cycle) return undefined;
    const from = this.#piece?.from ?? cycle.played;
    const played = wholeWords(cycle.text, this.#position(cycle));
    this.#piece?.cancel();
    this.#piece = undefined;
    this.#current = undefined;
    const utterance = cycle.text.slice(0, played);
    if (played > from) this.#hooks.onPlayed(cycle.text.slice(from, played));
    this.#hooks.onCycle(utterance, true);
    return { utterance, durationMs: Math.round((played / CHARACTERS_PER_SECOND) * 1000) };
  }

  #openCycle(): Cycle | undefined {
    const last = this.#queue.at(-1) ?? this.#current;
    return last?.closed ? undefined : last;
  }

  #begin(cycle: Cycle): Cycle {
    // The voice goes on with other words.
    if (this.#current?.preemptible) this.#drop();
    this.#queue.push(cycle);
    return cycle;
  }

  #advance(): void {
    if (this.#piece) return;
    this.#current ??= this.#queue.shift();
    const cycle = this.#current;
    if (!cycle) return this.#becomes('quiet');
    const to = playableEnd(cycle);
    if (to > cycle.played) return this.#play(cycle, to, (to - cycle.played) / CHARACTERS_PER_SECOND);
    if (cycle.mediaSeconds > 0) return this.#play(cycle, to, cycle.mediaSeconds);
    // Before its first sound an open cycle is silence like any other.
    if (!cycle.closed) return this.#becomes(cycle.played > 0 ? 'stalled' : 'quiet');
    this.#current = undefined;
    if (cycle.played > 0) this.#hooks.onCycle(cycle.text, false);
    this.#advance();
  }

  #play(cycle: Cycle, to: number, seconds: number): void {
    const from = cycle.played;
    const cancel = this.#clock.after(seconds, () => {
      this.#piece = undefined;
      cycle.played = to;
      cycle.mediaSeconds = 0;
      if (to > from) this.#hooks.onPlayed(cycle.text.slice(from, to));
      this.#advance();
    });
    this.#piece = { startedAt: this.#clock.now(), from, to, cancel };
    this.#becomes('speaking');
  }

  #position(cycle: Cycle): number {
    if (!this.#piece) return cycle.played;
    const { startedAt, from, to } = this.#piece;
    const seconds = this.#clock.seconds(this.#clock.now() - startedAt);
    return Math.min(from + Math.floor(seconds * CHARACTERS_PER_SECOND), Math.max(to - 1, from));
  }

  #becomes(state: 'quiet' | 'speaking' | 'stalled'): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#hooks.onState(state);
  }
}

/** Speech starts at phrase boundaries; what follows the last one waits for more, or for the end of the cycle. */
function playableEnd({ text, closed, played }: Cycle): number {
  if (closed) return text.slice(played).trim() === '' ? played : text.length;
  const boundary = Math.max(...['.', '!', '?', ',', ';', ':', '\n'].map((mark) => text.lastIndexOf(mark)));
  return Math.max(boundary + 1, played);
}

function wholeWords(text: string, position: number): number {
  if (position >= text.length || /\s/.test(text[position] ?? '')) return position;
  return Math.max(text.lastIndexOf(' ', position), 0);
}
