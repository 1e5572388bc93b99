/** What the customer hears: the state of the line, and the words since somebody last asked. */
export class Ear {
  #state: 'quiet' | 'speaking' | 'stalled' = 'quiet';
  #fresh = '';
  #connected = false;
  readonly #listeners = new Set<() => void>();

  /** `stalled`: the assistant is in the middle of something, and no sound comes. */
  get state(): 'quiet' | 'speaking' | 'stalled' {
    return this.#state;
  }

  get fresh(): string {
    return this.#fresh;
  }

  /** Whether somebody is at the other end. */
  get connected(): boolean {
    return this.#connected;
  }

  connect(): void {
    this.#connected = true;
    this.wake();
  }

  becomes(state: 'quiet' | 'speaking' | 'stalled'): void {
    if (state === this.#state) return;
    this.#state = state;
    this.wake();
  }

  hears(text: string): void {
    this.#fresh = `${this.#fresh} ${text.trim()}`.trim();
    this.wake();
  }

  /** The words heard since the last time. */
  take(): string {
    const heard = this.#fresh;
    this.#fresh = '';
    return heard;
  }

  /** Returns what ends the subscription. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  wake(): void {
    for (const listener of this.#listeners) listener();
  }
}
