import { createWriteStream } from 'node:fs';

/**
 * The functions log JSON lines to standard output, as in Lambda. On a laptop these lines go to a file, to standard error,
 * or nowhere, and not between what the stack itself prints. Gives back what ends it.
 */
export function divertLog(target: { file: string | undefined; toTerminal: boolean }): () => Promise<void> {
  const print = process.stdout.write.bind(process.stdout);
  const file = target.file === undefined ? undefined : createWriteStream(target.file, { flags: 'a', mode: 0o600 });
  process.stdout.write = (chunk: string | Uint8Array) => {
    if (typeof chunk !== 'string' || !chunk.startsWith('{"')) return print(chunk);
    if (target.toTerminal) process.stderr.write(chunk);
    else file?.write(chunk);
    return true;
  };
  return async () => {
    process.stdout.write = print;
    const { promise, resolve } = Promise.withResolvers<void>();
    if (file) file.end(resolve);
    else resolve();
    await promise;
  };
}
