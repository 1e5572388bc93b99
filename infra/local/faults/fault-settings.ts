import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { StackError } from '#infra/local/address/stack-error.ts';

/** Every fault that the proxy and the queue pump know. Each is something that AWS documents and the emulators never do. */
export const faultNames = [
  'conflict',
  'cancelled by a conflict',
  'cancelled by throttling',
  'cancelled by capacity',
  'throttled',
  'over capacity',
  'answer lost',
  'unprocessed',
  'failed entry',
  'server error',
  'slow down',
  'connection gone',
  'too many posts',
  'slow answer',
  'delivered twice',
  'delivered late',
  'killed',
] as const;

export type FaultName = (typeof faultNames)[number];

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

const FaultSettings = v.strictObject({
  /** The same seed gives the nth request of a kind the same fault. */
  seed: v.optional(v.pipe(v.number(), v.integer()), 1),
  /** The share of requests that get each of their faults. */
  rate: v.optional(share, 0),
  /** Other shares of single faults. */
  rates: v.optional(v.partial(v.strictObject(v.entriesFromList(faultNames, share))), {}),
  /** The longest wait of a slow answer, in real milliseconds. */
  slowMs: v.optional(v.pipe(v.number(), v.minValue(0)), 200),
});

export type FaultSettings = v.InferOutput<typeof FaultSettings>;

export interface SettingsSource {
  current(): FaultSettings;
  stop(): void;
}

const REREAD_MS = 200;

/**
 * Reads `seed=1,rate=0.05`, or the name of a JSON file, whose changes take effect while the stack runs.
 * @throws StackError for anything else
 */
export function readFaultSettings(text: string): SettingsSource {
  if (!text.endsWith('.json')) {
    const settings = parse(text, Object.fromEntries(text.split(',').map(entryOf)));
    return { current: () => settings, stop: () => undefined };
  }
  let settings = readFile(text);
  // Not watchFile: it misses a change that comes before its own first look.
  const timer = setInterval(() => {
    settings = readWhole(text) ?? settings;
  }, REREAD_MS);
  timer.unref();
  return { current: () => settings, stop: () => clearInterval(timer) };
}

function entryOf(entry: string): [string, number] {
  const [name = '', value = ''] = entry.split('=');
  return [name.trim(), value.trim() === '' ? Number.NaN : Number(value)];
}

/** Undefined for a file that is half written. */
function readWhole(path: string): FaultSettings | undefined {
  try {
    return readFile(path);
  } catch {
    return undefined;
  }
}

function readFile(path: string): FaultSettings {
  return parse(path, JSON.parse(readFileSync(path, 'utf8')));
}

function parse(text: string, settings: unknown): FaultSettings {
  const result = v.safeParse(FaultSettings, settings);
  if (!result.success) throw new StackError(`FAULTS ${text}: ${v.summarize(result.issues)}`);
  return result.output;
}
