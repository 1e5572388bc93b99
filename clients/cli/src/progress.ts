const DRAW_EVERY_MS = 100;

export interface Progress {
  /** `part` of the work, from 0 to 1; `items` done. */
  show(part: number, items: number, text: string): void;
  clear(): void;
}

/** Draws one line on a terminal: the part that is done, the rate and the time left. Draws nothing elsewhere. */
export function createProgress(write: ((text: string) => void) | undefined, columns: number, now = Date.now): Progress {
  const startedAt = now();
  let drawnAt = Number.NEGATIVE_INFINITY;
  return {
    show(part, items, text) {
      if (!write || now() - drawnAt < DRAW_EVERY_MS) return;
      drawnAt = now();
      write(
        `\r${progressLine({ part, items, text, seconds: (now() - startedAt) / 1000 }).slice(0, columns - 1)}\u001B[K`,
      );
    },
    clear() {
      write?.('\r\u001B[K');
    },
  };
}

/** `40 %, 12/s, 1 min 30 s left: 480 created` */
export function progressLine({
  part,
  items,
  seconds,
  text,
}: {
  part: number;
  items: number;
  seconds: number;
  text: string;
}): string {
  const percent = `${Math.floor(part * 100)} %`.padStart(5);
  const rate = seconds > 0 ? items / seconds : 0;
  const left = part > 0 ? (seconds / part) * (1 - part) : undefined;
  const speed = `${rate >= 10 ? Math.round(rate) : rate.toFixed(1)}/s`;
  return `${percent}, ${speed}${left === undefined ? '' : `, ${duration(left)} left`}: ${text}`;
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
