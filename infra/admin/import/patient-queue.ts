import type { Queue } from '#shared/ports/queue.ts';

const QUIET_MS = 1000;

export interface PatientQueue extends Queue {
  /** Sends what is still to be sent. */
  flush(): Promise<void>;
}

/** Tells the dialer once a second that there are new leads, and not once for each of them. */
export function createPatientQueue(queue: Queue, now: () => number = Date.now): PatientQueue {
  let sentAt = Number.NEGATIVE_INFINITY;
  let waiting: (() => Promise<void>) | undefined;
  return {
    async send(name, message, options) {
      waiting = () => queue.send(name, message, options);
      if (now() - sentAt < QUIET_MS) return;
      sentAt = now();
      await this.flush();
    },
    async flush() {
      const send = waiting;
      waiting = undefined;
      await send?.();
    },
  };
}
