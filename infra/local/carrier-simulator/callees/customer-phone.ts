import type { LiveCall } from '#infra/local/carrier-simulator/call/live-call.ts';

const CHARACTERS_PER_SECOND = 14;
const KEY_SECONDS = 0.3;

/** Thrown into whoever still has the receiver in the hand when the call is over. */
export class CallOverError extends Error {
  constructor() {
    super('the call is over');
    this.name = 'CallOverError';
  }
}

interface Patience {
  callSeconds: number;
  floorMs: number;
}

/** The telephone in the customer's hand. */
export class Line {
  readonly number: string;
  readonly #live: LiveCall;

  constructor(live: LiveCall) {
    this.#live = live;
    this.number = live.customer;
  }

  /** Until somebody is at the other end. */
  async connected(): Promise<void> {
    while (!this.#live.ear.connected) await this.#change();
  }

  /** What the assistant said until it was silent; an empty text if it said nothing before patience ran out. */
  async listen(patience = this.patience(30), reaction = this.reaction()): Promise<string> {
    const { ear } = this.#live;
    for (;;) {
      this.#mustLive();
      if (ear.state === 'speaking') {
        await this.#change();
      } else if (ear.state === 'stalled') {
        if (!(await this.#change(this.patience(10)))) return ear.take();
      } else if (!(await this.#change(ear.fresh === '' ? patience : reaction))) {
        return ear.take();
      }
    }
  }

  /** Until the assistant is speaking. False if it stayed silent. */
  async speechBegins(patience = this.patience(30)): Promise<boolean> {
    while (this.#live.ear.state !== 'speaking') {
      if (!(await this.#change(patience))) return false;
    }
    return true;
  }

  get assistantSpeaks(): boolean {
    return this.#live.ear.state === 'speaking';
  }

  /** Speaks for as long as the text takes; over an assistant that speaks, this is an interruption. */
  async say(text: string): Promise<void> {
    this.#mustLive();
    this.#live.speakingSince = this.#live.exchange.clock.now();
    this.#live.session?.customerStarts(text);
    let spoken = 0;
    for (const part of partsOf(text)) {
      await this.wait((part.length - spoken) / CHARACTERS_PER_SECOND);
      spoken = part.length;
      this.#live.session?.customerGoesOn(part);
    }
    await this.wait((text.length - spoken) / CHARACTERS_PER_SECOND);
    const since = this.#live.speakingSince;
    this.#live.speakingSince = undefined;
    this.#live.note('dialogue', { who: 'customer', text });
    this.#live.transcription?.hears('inbound_track', text);
    await this.#live.session?.customerStops(text, since);
    this.#mustLive();
  }

  /** Presses keys of the telephone, one after the other. */
  async press(digits: string): Promise<void> {
    for (const digit of digits) {
      this.#mustLive();
      this.#live.note('key', { digit });
      this.#live.session?.customerPresses?.(digit);
      await this.wait(KEY_SECONDS);
    }
  }

  /** Forgets what was heard so far. */
  ignore(): void {
    this.#live.ear.take();
  }

  beep(): void {
    this.#live.note('beep');
  }

  async wait(callSeconds: number, floorMs = 0): Promise<void> {
    await this.#live.exchange.clock.sleep(callSeconds, { signal: this.#live.over, floorMs });
    this.#mustLive();
  }

  hangUp(): void {
    this.#live.hangUp();
  }

  patience(callSeconds: number): Patience {
    return { callSeconds, floorMs: this.#live.exchange.limits.patienceMs };
  }

  /** How long a silence must be for the other side to be done. */
  reaction(): Patience {
    return { callSeconds: 0.8, floorMs: this.#live.exchange.limits.reactionMs };
  }

  /** True when something changed on the line in time, or the call ended. */
  async #change(patience?: Patience): Promise<boolean> {
    this.#mustLive();
    const { ear, exchange } = this.#live;
    const changed = await new Promise<boolean>((resolve) => {
      const settle = (happened: boolean) => {
        forget();
        cancel?.();
        resolve(happened);
      };
      const forget = ear.onChange(() => settle(true));
      const cancel = patience && exchange.clock.after(patience.callSeconds, () => settle(false), patience.floorMs);
    });
    this.#mustLive();
    return changed;
  }

  #mustLive(): void {
    if (this.#live.over.aborted) throw new CallOverError();
  }
}

const WORDS_PER_PART = 3;

/** The beginnings of a text after every few words, without the whole of it. */
function partsOf(text: string): string[] {
  const words = text.split(' ');
  const parts = Math.ceil(words.length / WORDS_PER_PART) - 1;
  return Array.from({ length: parts }, (_, index) => words.slice(0, (index + 1) * WORDS_PER_PART).join(' '));
}
