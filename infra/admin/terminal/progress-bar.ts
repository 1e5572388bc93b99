const WIDTH = 30;
const DRAW_EVERY_MS = 100;

export interface ProgressBar {
  /** `part` is from 0 to 1. */
  show(part: number, text: string): void;
  /** Clears the line. */
  clear(): void;
}

/** Draws a bar in the last line of a terminal. Draws nothing without a terminal. */
export function createProgressBar(write: ((text: string) => void) | undefined): ProgressBar {
  let drawnAt = Number.NEGATIVE_INFINITY;
  return {
    show(part, text) {
      if (!write || (Date.now() - drawnAt < DRAW_EVERY_MS && part < 1)) return;
      drawnAt = Date.now();
      const full = Math.round(Math.min(1, part) * WIDTH);
      const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full);
      write(`\r${bar} ${String(Math.floor(part * 100)).padStart(3)} %  ${text}\u001B[K`);
    },
    clear() {
      write?.('\r\u001B[K');
    },
  };
}
