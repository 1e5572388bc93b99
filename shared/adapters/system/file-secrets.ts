import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { createCachedSecrets } from '#shared/adapters/system/cached-secrets.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Secrets } from '#shared/ports/secrets.ts';

/** Name → value. The local stack keeps secrets of its own in the same file. */
const SecretsFile = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

/** Secrets of a developer's machine, in one JSON file that only its owner can read. */
export function createFileSecrets(path: string, clock: Clock): Secrets {
  return createCachedSecrets(async (name) => {
    const content = v.safeParse(SecretsFile, await readFile(path, 'utf8'));
    // The issues of the parser would quote the content, so they stay out of the error.
    if (!content.success) throw new Error(`the secrets file ${path} is not a JSON object of texts`);
    const value = content.output[name];
    if (value === undefined) throw new Error(`the secrets file ${path} has no ${name}`);
    return value;
  }, clock);
}
