import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startService } from '#test/clients/scripted-service.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Runs a line of bash. The exit code is that of the first program of a pipe. */
function bash(line: string, env: Record<string, string> = {}): Promise<{ code: number; error: string }> {
  return new Promise((done) => {
    const script = `${line}; exit "\${PIPESTATUS[0]}"`;
    execFile('bash', ['-c', script], { cwd: root, env: { ...process.env, ...env } }, (failure, _out, error) => {
      done({ code: typeof failure?.code === 'number' ? failure.code : 0, error });
    });
  });
}

const cli = `${process.execPath} clients/cli/dist/ringback.js`;
const mcp = `${process.execPath} clients/mcp/dist/ringback-mcp.js`;

/** More than a pipe holds. */
const calls = Array.from({ length: 100 }, (_, id) => ({
  id,
  status: 'completed',
  variables: { text: 'x'.repeat(3000) },
}));

async function deployment() {
  const { url } = await startService(() => ({ body: { data: calls, last_page: 1, total: 100 } }));
  return { RINGBACK_URL: url, RINGBACK_TOKEN: 'rb_test' };
}

describe('a reader that leaves is no failure:', () => {
  it.each([
    ['a long list', `${cli} api GET /user/calls | head -1`],
    ['a reader that reads nothing', `${cli} api GET /user/calls | true`],
    ['help', `${cli} --help | true`],
    ['help of the MCP server', `${mcp} --help | true`],
    ['version of the MCP server', `${mcp} --version | true`],
  ])('%s', async (_case, line) => {
    expect(await bash(line, await deployment())).toEqual({ code: 0, error: '' });
  });

  it.each([
    ['an error of the command line', `${cli} --url x me 2>&1 >/dev/null | true`, 2],
    ['an error of the MCP server', `${mcp} --htp 2>&1 >/dev/null | true`, 2],
  ])('%s keeps its exit code, or is 1', async (_case, line, code) => {
    const ran = await bash(line);
    expect([1, code]).toContain(ran.code);
    expect(ran.error).toBe('');
  });
});

describe.skipIf(!existsSync('/dev/full'))('a full disk is one line, exit code 1:', () => {
  it.each([
    [
      'a list',
      `${cli} api GET /user/calls > /dev/full`,
      'error: the output cannot be written: there is no space left\n',
    ],
    ['help', `${cli} --help > /dev/full`, 'error: the output cannot be written: there is no space left\n'],
    ['help of the MCP server', `${mcp} --help > /dev/full`, 'error: the output cannot be written: ENOSPC\n'],
    [
      'an answer of the MCP server',
      `echo '{"jsonrpc":"2.0","id":1,"method":"ping"}' | (${mcp} > /dev/full; exit $?)`,
      'error: the output cannot be written: ENOSPC\n',
    ],
    ['a place for errors, too', `${cli} --url x me 2> /dev/full`, ''],
  ])('%s', async (name, line, error) => {
    // The MCP server is the second program of its pipe.
    const ran = await bash(
      name.startsWith('an answer') ? `${line}; exit "\${PIPESTATUS[1]}"` : line,
      await deployment(),
    );
    expect(ran.error).toBe(error);
    expect(ran.code).toBeGreaterThan(0);
  });
});
