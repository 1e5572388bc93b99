import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** They take no arguments. */
const WITHOUT = ['build', 'sbom'];
/** Programs of our own; the others are those of their packages, which know `--help`. */
const own = Object.entries(scripts).flatMap(([name, command]) => {
  const file = /^(?:exec )?node (\S+)$/.exec(command)?.[1];
  return file === undefined || WITHOUT.includes(name) ? [] : [{ name, file }];
});

describe('--help', () => {
  it.concurrent.each(own)('of $name explains it and does nothing else', async ({ name, file }) => {
    const { stdout, stderr } = await run(process.execPath, [file, '--help']);
    expect(stdout).toMatch(new RegExp(`npm (run )?${name}\\b`));
    expect(stderr).toBe('');
  });

  it('is there for every script of ours', () => {
    expect(own.map(({ name }) => name)).toContain('demo');
    expect(own.length).toBeGreaterThan(10);
  });
});
