import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import * as v from 'valibot';
import { StackError } from '#infra/local/address/stack-error.ts';

const SecretsFile = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

/** Empty if there is no file yet. @throws StackError if it is damaged */
export async function readSecretsFile(file: string): Promise<Record<string, string>> {
  let content: string;
  try {
    content = await readFile(file, 'utf8');
  } catch {
    return {};
  }
  const parsed = v.safeParse(SecretsFile, content);
  if (!parsed.success) throw new StackError(`${file} is damaged: repair it, or delete it to get new secrets`);
  return parsed.output;
}

/** For its owner alone. Renamed into place: a process that is killed here leaves the old secrets or the new ones. */
export async function writeSecretsFile(file: string, content: Record<string, string>): Promise<void> {
  // A file that exists would keep its mode.
  await rm(`${file}.new`, { force: true });
  await writeFile(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
