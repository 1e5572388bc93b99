import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SeededUser } from '#infra/local/compose/seed.ts';

/** The addresses and users of a stack that is ready. */
export interface StackAddress {
  base_url: string;
  studio_url: string;
  console_url: string;
  reference_url: string;
  simulator_url: string;
  webhook_sink_url: string;
  users: SeededUser[];
}

export function stackAddress(
  origin: string,
  { simulatorUrl, sinkUrl, users }: { simulatorUrl: string; sinkUrl: string; users: SeededUser[] },
): StackAddress {
  return {
    base_url: `${origin}/api`,
    studio_url: `${origin}/`,
    console_url: `${origin}/console`,
    reference_url: `${origin}/reference`,
    simulator_url: simulatorUrl,
    webhook_sink_url: sinkUrl,
    users,
  };
}

/** Renamed into place, so that a reader never sees half of it. */
export async function writeReadyFile(file: string | undefined, address: StackAddress): Promise<void> {
  if (file === undefined) return;
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.new`;
  await writeFile(draft, `${JSON.stringify(address, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}

/** The file of an earlier stack has addresses that no longer answer. */
export async function removeReadyFile(file: string | undefined): Promise<void> {
  if (file !== undefined) await rm(file, { force: true });
}
