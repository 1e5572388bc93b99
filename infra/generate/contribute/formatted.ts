import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** The text of a generated file as `npm run format` would leave it. */
export function formatted(path: string, source: string): string {
  return execFileSync('oxfmt', ['--stdin-filepath', path], { cwd: root, input: source, encoding: 'utf8' });
}
