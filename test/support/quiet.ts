import { afterAll, afterEach, beforeAll } from 'vitest';

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
