import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SeededUser } from '#infra/local/seed.ts';

/** How to reach a stack that is ready. */
export interface StackAddress {
  base_url: string;
  console_url: string;
  reference_url: string;
  simulator_url: string;
  webhook_sink_url: string;
  users: SeededUser[];
}

/** Appears whole or not at all: whoever waits for the file never reads half of it. */
export async function writeReadyFile(file: string, address: StackAddress): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.new`;
  await writeFile(draft, `${JSON.stringify(address, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}

/** A file of an earlier stack would send people to addresses that nobody answers. */
export async function removeReadyFile(file: string): Promise<void> {
  await rm(file, { force: true });
}
