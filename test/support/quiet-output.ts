import { beforeEach } from 'vitest';

/** Functions log to standard output. What a test makes them log is printed when it fails, and only then. */
beforeEach(({ onTestFailed }) => {
  const { write } = process.stdout;
  const written: Array<string | Uint8Array> = [];
  process.stdout.write = (chunk: string | Uint8Array) => {
    written.push(chunk);
    return true;
  };
  onTestFailed(() => {
    for (const chunk of written) process.stderr.write(chunk);
  });
  return () => {
    process.stdout.write = write;
  };
});
