/** A day in seconds: what happens in the world, in the order of a clock that jumps from one event to the next. */
export class EventLoop {
  #now: number;
  #events: Array<{ at: number; run: () => Promise<void> | void }> = [];

  constructor(start: number) {
    this.#now = start;
  }

  readonly clock = { now: () => this.#now, callMs: (seconds: number) => seconds * 1000 };

  in(milliseconds: number, run: () => Promise<void> | void): void {
    const at = this.#now + Math.max(0, milliseconds);
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#events[middle]!.at <= at) low = middle + 1;
      else high = middle;
    }
    this.#events.splice(low, 0, { at, run });
  }

  every(milliseconds: number, run: () => Promise<void> | void): void {
    this.in(milliseconds, async () => {
      await run();
      this.every(milliseconds, run);
    });
  }

  async run(until: number, isOver: () => boolean): Promise<void> {
    for (;;) {
      const next = this.#events.shift();
      if (!next || next.at > until || isOver()) return;
      this.#now = next.at;
      await next.run();
      // What waits for a later event goes on when that event comes, and everything else now.
      await new Promise((resume) => setImmediate(resume));
    }
  }
}
