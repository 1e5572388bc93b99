import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cutChangelog, releasesIn } from '#infra/cloud/release/changelog.ts';
import { compareReleases } from '#infra/cloud/release/compare-releases.ts';
import { unacceptedProblems } from '#infra/cloud/release/exceptions.ts';
import { readRelease, storedReleases, storeRelease } from '#infra/cloud/release/stored-releases.ts';
import { setVersion, versionsIn } from '#infra/cloud/release/version-files.ts';
import { compareVersions, release } from '#infra/cloud/stage/release.ts';

const root = resolve(import.meta.dirname, '../../../..');
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
const scratch = mkdtempSync(join(tmpdir(), 'release-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('the version of this checkout', () => {
  it('is that of the newest section of the changelog, of all packages, and of what is stored about a release', () => {
    expect(releasesIn(changelog)[0]).toBe(release.version);
    expect(storedReleases().at(-1)).toBe(release.version);
    expect(new Set(Object.values(versionsIn(root)))).toEqual(new Set([release.version]));
  });

  it('has stored facts of every release in the changelog, and neighbours that are releases, or the next one', () => {
    expect(storedReleases()).toEqual(releasesIn(changelog).toReversed());
    expect(storedReleases()).toContain(release.upgradesFrom);
    const isStored = storedReleases().includes(release.rollsBackTo);
    expect(isStored || compareVersions(release.rollsBackTo, release.version) > 0).toBe(true);
  });
});

/** The last two releases, as they were deployed. */
it('each stored release could be deployed over the one before it, and that one over it again', () => {
  const versions = storedReleases();
  const problems = versions.slice(1).flatMap((version, at) => {
    const before = versions[at]!;
    const canRollBack = compareVersions(before, release.rollsBackTo) >= 0;
    return Object.entries(readRelease(before)).flatMap(([name, stored]) => {
      const next = readRelease(version)[name]!;
      const back = canRollBack ? compareReleases(next, stored, { isBack: true }) : [];
      return [
        ...unacceptedProblems(before, compareReleases(stored, next)),
        ...unacceptedProblems(before, back, true),
      ].map(({ text }) => `${before} and ${version}, ${name}: ${text}`);
    });
  });
  expect(problems).toEqual([]);
});

describe('a new version', () => {
  /** The files that have the version, in a folder of their own. */
  function copy(): string {
    const folder = mkdtempSync(join(scratch, 'root-'));
    for (const name of Object.keys(versionsIn(root))) {
      const [file = ''] = name.split(' ');
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(join(root, file), join(folder, file));
    }
    return folder;
  }

  it('is set in every file, and nothing else is changed', () => {
    const folder = copy();
    setVersion(folder, release.version, '9.8.7');
    expect(new Set(Object.values(versionsIn(folder)))).toEqual(new Set(['9.8.7']));
    const mcp = JSON.parse(readFileSync(join(folder, 'clients/mcp/package.json'), 'utf8')) as { dependencies: object };
    expect(mcp.dependencies).toMatchObject({ '@ringback/client': '9.8.7' });
    setVersion(folder, '9.8.7', release.version);
    const files = [...new Set(Object.keys(versionsIn(root)).map((name) => name.split(' ')[0]!))];
    const read = (from: string) => files.map((file) => [file, readFileSync(join(from, file), 'utf8')]);
    expect(read(folder)).toEqual(read(root));
  });

  it('stores what a release deploys, as it is read again', () => {
    const facts = readRelease('0.1.0');
    mkdirSync(join(scratch, 'infra/cloud/release/facts'), { recursive: true });
    storeRelease('0.10.0', facts, scratch);
    storeRelease('0.9.0', facts, scratch);
    expect(storedReleases(scratch)).toEqual(['0.9.0', '0.10.0']);
    expect(readRelease('0.10.0', scratch)).toEqual(facts);
  });
});

describe('the changelog of a release', () => {
  const text = '# Changelog\n\n## Unreleased\n\n### Added\n\n- A.\n\n## 0.1.0 - 2026-11-21\n\n- B.\n';

  it('has what was unreleased in a section of its own', () => {
    const cut = cutChangelog(text, '0.2.0', '2026-11-28');
    expect(cut).toBe(
      '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-11-28\n\n### Added\n\n- A.\n\n## 0.1.0 - 2026-11-21\n\n- B.\n',
    );
    expect(releasesIn(cut)).toEqual(['0.2.0', '0.1.0']);
    expect(() => cutChangelog(cut, '0.3.0', '2026-12-01')).toThrow('has nothing below ## Unreleased');
  });

  it('has one section of a release', () => {
    expect(() => cutChangelog(text, '0.1.0', '2026-11-28')).toThrow('has a section of 0.1.0 already');
  });
});
