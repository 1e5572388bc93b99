import { setTimeout as sleep } from 'node:timers/promises';

export async function pause(milliseconds: number): Promise<void> {
  await sleep(milliseconds);
}
