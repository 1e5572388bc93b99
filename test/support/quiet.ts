// In a process of many files, the first request would else decide that one invocation runs at a time.
import '#infra/local/aws/lambda/trace.ts';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';

/** What functions log belongs to the test that runs them: it is shown when that test fails. */
const kept: string[] = [];
const streams = [process.stdout, process.stderr];
const writers = streams.map((stream) => stream.write.bind(stream));

beforeAll(() => {
  for (const stream of streams) stream.write = (chunk: string | Uint8Array) => kept.push(String(chunk)) > 0;
});
afterEach(({ task }) => {
  if (task.result?.state === 'fail') writers[1]!(kept.join(''));
  kept.length = 0;
});
// oxlint-disable-next-line no-empty-pattern -- the suite comes second, and the first has to be a pattern
afterAll(({}, suite) => {
  for (const [index, stream] of streams.entries()) stream.write = writers[index]!;
  if (suite.result?.state === 'fail') writers[1]!(kept.join(''));
});

/** A busy machine takes longer than the second by default. What is waited for comes, or the test fails at its own limit. */
const LONG_WAIT_MS = 60_000;
const { waitFor } = vi;
vi.waitFor = (probe, options = {}) =>
  waitFor(probe, { timeout: LONG_WAIT_MS, ...(typeof options === 'number' ? { timeout: options } : options) });
