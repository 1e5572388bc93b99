import { setTimeout as sleep } from 'node:timers/promises';
import { environment, once } from '#shared/platform/environment.ts';

/** The current time. Rules take it as an argument, so that tests control it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Converts call seconds to milliseconds: 1,000 each, or fewer on the local stack, where calls run faster than real time. */
  callMs(seconds: number): number;
}

/** @param timeScale call seconds per real second: 1 in AWS, the simulator's speed on the local stack */
export function createSystemClock(timeScale: () => number): Clock {
  return { now: () => Date.now(), callMs: (seconds) => (seconds * 1000) / timeScale() };
}

/** `2025-06-30T11:53:20.000000Z`: ISO 8601 with microseconds, as in webhooks and transcripts. */
export function toIsoMicroseconds(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('Z', '000Z');
}

/** `2025-06-30 11:53:20`: the time format of records, in UTC. */
export function toPlainTime(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ');
}

export async function pause(milliseconds: number): Promise<void> {
  await sleep(milliseconds);
}

/** The clock of this process. */
export const clock = /* @__PURE__ */ once(() => createSystemClock(environment.timeScale));
