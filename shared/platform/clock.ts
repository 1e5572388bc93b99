import { environment, once } from '#shared/platform/environment.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/** The present moment. Rules get it as an argument, so that tests can shift it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** The milliseconds in which so much of a call passes: 1,000 a second. The local stack runs calls faster than the wall clock. */
  callMs(seconds: number): number;
}

/** @param timeScale call seconds per second on the wall: 1 in AWS, the simulator's speed on the local stack */
export function createSystemClock(timeScale: () => number): Clock {
  return { now: () => Date.now(), callMs: (seconds) => (seconds * 1000) / timeScale() };
}

/** `2025-06-30T11:53:20.000000Z`: the ISO form of the contract, with microseconds. */
export function toIsoMicroseconds(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('Z', '000Z');
}

/** `2025-06-30 11:53:20`: the plain form of the contract, in UTC. */
export function toPlainTime(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ');
}

export async function pause(milliseconds: number): Promise<void> {
  await sleep(milliseconds);
}

const systemClock = /* @__PURE__ */ once(() => createSystemClock(environment.timeScale));

/** The clock of this process. */
export function clock(): Clock {
  return systemClock();
}
