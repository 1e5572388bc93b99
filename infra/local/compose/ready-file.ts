import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SeededUser, StackAddress } from '#infra/local/address/stack-address.ts';

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
