import * as v from 'valibot';
import { isValue, toRegExp } from '#infra/local/rehearsal/pattern.ts';

const values = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check(
    (wanted) => Object.values(wanted).every((value) => typeof value !== 'string' || toRegExp(value) !== 'broken'),
    'has a broken regular expression',
  ),
);

/** `with`: these arguments, and maybe others. `exactly`: no others. Neither: any. A text may be a `/regular expression/`. */
export const ArgumentMatch = v.strictObject({ with: v.optional(values), exactly: v.optional(values) });
export type ArgumentMatch = v.InferOutput<typeof ArgumentMatch>;

export function matchesArguments(
  { with: some, exactly }: { [Key in keyof ArgumentMatch]?: ArgumentMatch[Key] | undefined },
  args: Readonly<Record<string, unknown>>,
): boolean {
  const wanted = exactly ?? some ?? {};
  if (exactly && Object.keys(args).some((name) => !Object.hasOwn(exactly, name))) return false;
  return Object.entries(wanted).every(([name, value]) => Object.hasOwn(args, name) && isLike(value, args[name]));
}

/** A query has texts only, so a number is compared by its text. */
function isLike(wanted: unknown, given: unknown): boolean {
  if (typeof wanted === 'string') return isValue(textOf(given), wanted);
  if (isRecord(wanted)) return isRecord(given) && matchesArguments({ with: wanted }, given);
  return textOf(wanted) === textOf(given);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
