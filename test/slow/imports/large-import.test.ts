import { execFile } from 'node:child_process';
import { createWriteStream, writeSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const KB = 1024;
const run = promisify(execFile);

/** Every tenth row has no number. The others are national numbers of the United States, in the encoding of Excel on Windows. */
async function writeRows(path: string, count: number): Promise<void> {
  function* lines(): Generator<string> {
    yield 'phone;name;city\n';
    for (let index = 0; index < count; index += 1) {
      const number = index % 10 === 9 ? 'unknown' : `202${String(2_000_000 + index)}`;
      yield `${number};J\u00F6rg ${index};"M\u00FCnchen; Sendling"\n`;
    }
  }
  await finished(Readable.from(lines()).pipe(createWriteStream(path, 'latin1')));
}

/** Creates every lead, and counts the requests at the same time. */
async function startService() {
  const state = { requests: 0, inFlight: 0, most: 0 };
  const server = createServer((request, response) => {
    state.requests += 1;
    state.inFlight += 1;
    state.most = Math.max(state.most, state.inFlight);
    request.resume().on('end', () => {
      state.inFlight -= 1;
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"data":{"id":1}}');
    });
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return { state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** `LARGE_IMPORT=200000` for as many as a user has: two minutes. */
const ROWS = Number(process.env['LARGE_IMPORT'] ?? 40_000);
const FEW_ROWS = 10_000;

it('imports many rows in the memory of few, with at most eight requests at the same time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'large-import-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { state, url } = await startService();
  const env = { ...process.env, RINGBACK_URL: url, RINGBACK_TOKEN: 'rb_test', RINGBACK_CONFIG_HOME: folder };
  const importOf = async (count: number) => {
    const [file, refused] = [join(folder, `${count}.csv`), join(folder, `refused-${count}.csv`)];
    await writeRows(file, count);
    const { stdout } = await run(process.execPath, ['test/slow/imports/import-file.ts', file, refused], { env });
    const { peak, seconds, ...outcome } = JSON.parse(stdout) as { peak: number; seconds: number };
    expect(outcome).toEqual({ code: 0, created: count * 0.9, refused: count * 0.1 });
    expect((await readFile(refused, 'utf8')).split('\n')).toHaveLength(count * 0.1 + 2);
    return { peak: peak / KB, rate: Math.round(count / seconds) };
  };
  const small = await importOf(FEW_ROWS);
  const large = await importOf(ROWS);
  // Vitest keeps what its workers print of tests that pass.
  writeSync(
    2,
    `${ROWS} rows: ${large.rate} rows a second of processor time, ${Math.round(large.peak)} MB; ${FEW_ROWS} rows take ${Math.round(small.peak)} MB\n`,
  );
  expect(large.peak - small.peak).toBeLessThan(60);
  expect(state.most).toBeLessThanOrEqual(8);
  expect(state.requests).toBe((FEW_ROWS + ROWS) * 0.9);
});
