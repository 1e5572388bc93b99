import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runCli } from '#clients/cli/src/run-cli.ts';

/** A folder that is gone after the test. */
export async function useFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ringback-cli-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a command line in this process, with a folder without profiles unless `env` names another one. */
export async function runLine(
  args: readonly string[],
  { env, signal = new AbortController().signal }: { env: Record<string, string>; signal?: AbortSignal },
): Promise<{ code: number; out: string; error: string }> {
  let [out, error] = ['', ''];
  const code = await runCli(args, {
    out: (text) => void (out += text),
    error: (text) => void (error += text),
    isTerminal: false,
    isErrorTerminal: false,
    columns: 80,
    stdin: async () => '',
    env: { RINGBACK_CONFIG_HOME: join(tmpdir(), 'ringback-no-profiles'), ...env },
    signal,
  });
  return { code, out, error };
}
