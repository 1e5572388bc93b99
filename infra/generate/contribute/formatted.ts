import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** The text of a generated file as `npm run format` would leave it. */
export function formatted(path: string, source: string): string {
  return execFileSync('oxfmt', ['--stdin-filepath', path], { cwd: root, input: source, encoding: 'utf8' });
}

export interface GeneratedFile {
  /** Path from the root of the project. */
  path: string;
  /** Its content as the code has it now. */
  render: () => Promise<string>;
}
