import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runLine, useFolder } from '#test/clients/cli/command-line.ts';
import { startService } from '#test/clients/scripted-service.ts';

const call = { id: 1, status: 'ringing', created_at: '2026-11-25T10:00:00.000000Z' };

describe('Ctrl-C ends', () => {
  it('an import with 130, and with the counts so far', async () => {
    const stopping = new AbortController();
    const file = join(await useFolder(), 'customers.csv');
    await writeFile(file, `phone_number\n${'+12025550101\n'.repeat(100)}`);
    let created = 0;
    const { url } = await startService(() => {
      created += 1;
      if (created <= 20) return { status: 201, body: { data: { id: created } } };
      stopping.abort();
      return undefined;
    });
    const env = { RINGBACK_URL: url, RINGBACK_TOKEN: 'rb_test' };
    const args = ['leads', 'import', file, '--campaign', '7', '--json'];
    const { code, out, error } = await runLine(args, { env, signal: stopping.signal });
    expect({ code, error }).toEqual({ code: 130, error: '' });
    const counts = JSON.parse(out) as { created: number };
    expect(counts).toMatchObject({ created: expect.any(Number), known: 0, refused: [] });
    // Answers that were on their way are not counted.
    expect(counts.created).toBeGreaterThan(0);
    expect(counts.created).toBeLessThanOrEqual(20);
  });

  it('a wait for a call with 130', async () => {
    const stopping = new AbortController();
    const { url } = await startService(({ method }) => {
      if (method === 'POST') return { body: { call_id: 1, status: 'initiated' } };
      setImmediate(() => stopping.abort());
      return { body: call };
    });
    const env = { RINGBACK_URL: url, RINGBACK_TOKEN: 'rb_test' };
    const args = ['call', '+12025550100', '--assistant', '1', '--watch', '--json'];
    expect(await runLine(args, { env, signal: stopping.signal })).toEqual({ code: 130, out: '', error: '' });
  });

  it('listen with 0: it has no other end', async () => {
    const stopping = new AbortController();
    const { url } = await startService(() => {
      setImmediate(() => stopping.abort());
      return { body: { data: [], current_page: 1, last_page: 1 } };
    });
    const env = { RINGBACK_URL: url, RINGBACK_TOKEN: 'rb_test' };
    const args = ['listen', '--forward-to', 'http://127.0.0.1:9/hook', '--json'];
    expect(await runLine(args, { env, signal: stopping.signal })).toMatchObject({ code: 0, error: '' });
  });
});

it('an import whose service fails tells what was created before', async () => {
  const file = join(await useFolder(), 'customers.csv');
  await writeFile(file, `phone_number\n${'+12025550101\n'.repeat(30)}`);
  let created = 0;
  const { url } = await startService(() => {
    created += 1;
    return created <= 10 ? { status: 201, body: { data: { id: created } } } : { status: 402, body: { message: 'No' } };
  });
  const env = { RINGBACK_URL: url, RINGBACK_TOKEN: 'rb_test' };
  const { code, out, error } = await runLine(['leads', 'import', file, '--campaign', '7'], { env });
  expect({ code, error }).toEqual({ code: 1, error: 'error: No\n' });
  expect(out).toMatch(/^([1-9]|10) created, 0 known, 0 refused\n$/);
});
