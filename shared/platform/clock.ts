import { setTimeout as sleep } from 'node:timers/promises';
import { environment, once } from '#shared/platform/environment.ts';

/** `now` is in epoch milliseconds. Call seconds have 1,000 ms, or fewer on the local stack, where calls run faster. */
export interface Clock {
  now(): number;
  callMs(seconds: number): number;
}

/** @param timeScale call seconds per real second: 1 in AWS, the simulator's speed on the local stack */
export function createSystemClock(timeScale: () => number): Clock {
  return { now: () => Date.now(), callMs: (seconds) => (seconds * 1000) / timeScale() };
}

export function toIsoMicroseconds(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('Z', '000Z');
}

/** `2025-06-30 11:53:20`, UTC. */
export function toPlainTime(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ');
}

export async function pause(milliseconds: number): Promise<void> {
  await sleep(milliseconds);
}

export const clock = /* @__PURE__ */ once(() => createSystemClock(environment.timeScale));
