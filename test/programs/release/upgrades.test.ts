import { describe, expect, it } from 'vitest';
import { compareReleases } from '#infra/cloud/release/compare-releases.ts';
import { drawRelease } from '#infra/cloud/release/draw-release.ts';
import { exceptions, unacceptedProblems } from '#infra/cloud/release/exceptions.ts';
import { readRelease, storedReleases } from '#infra/cloud/release/stored-releases.ts';
import { compareVersions, release } from '#infra/cloud/stage/release.ts';

const today = await drawRelease();
const textsOf = (problems: ReturnType<typeof compareReleases>) => problems.map(({ rule, text }) => `${rule}: ${text}`);

/** The deployments of a stored release beside those of this checkout. */
const pairs = (oldest: string) =>
  storedReleases()
    .filter((version) => compareVersions(version, oldest) >= 0)
    .flatMap((version) => Object.entries(readRelease(version)).map(([name, stored]) => ({ version, name, stored })));

describe('the upgrade of a deployment', () => {
  const upgrades = pairs(release.upgradesFrom);

  it.each(upgrades)('of $version, $name, takes away nothing that is in use', ({ version, name, stored }) => {
    const problems = compareReleases(stored, today[name]!);
    expect(textsOf(unacceptedProblems(version, problems))).toEqual([]);
  });

  it.each(Object.keys(today))(
    'of 0.1.0, %s, is refused without the four exports of secrets: the data stack comes first',
    (name) => {
      const exports = Object.entries(today[name]!.exports).filter(([one]) => !one.includes(':ExportsOutputRefSecrets'));
      const next = { ...today[name]!, exports: Object.fromEntries(exports) };
      const problems = unacceptedProblems('0.1.0', compareReleases(readRelease('0.1.0')[name]!, next));
      expect(problems.map(({ rule }) => rule)).toEqual(['export', 'export', 'export', 'export']);
    },
  );

  it('is from the release that release.ts names, and from each one after it', () => {
    const versions = upgrades.map(({ version }) => version);
    expect(versions).toContain(release.upgradesFrom);
    expect(versions).toContain(storedReleases().at(-1));
    expect(new Set(upgrades.map(({ name }) => name))).toEqual(new Set(Object.keys(today)));
  });
});

describe('the roll-back of a deployment of this checkout', () => {
  const rollBacks = pairs(release.rollsBackTo);
  const problemsOf = ({ name, stored }: (typeof rollBacks)[number]) =>
    compareReleases(today[name]!, stored, { isBack: true });

  it('finds what every release has that may be deployed again', () => {
    const found = rollBacks.map((one) => ({
      ...one,
      problems: textsOf(unacceptedProblems(one.version, problemsOf(one), true)),
    }));
    expect(found.filter(({ problems }) => problems.length > 0)).toEqual([]);
  });

  it.each(pairs('0.1.0').filter(({ version }) => compareVersions(version, release.rollsBackTo) < 0))(
    'to $version, $name, is refused by CloudFormation at the first stack',
    (one) => {
      const [first] = problemsOf(one);
      expect(first).toMatchObject({ rule: 'export', what: expect.stringMatching(/-data:DataFormat2$/) });
    },
  );
});

it.each(exceptions)('the exception $what of $release still occurs', ({ release: version, isBack = false, what }) => {
  const problems = Object.entries(readRelease(version)).flatMap(([name, stored]) =>
    isBack ? compareReleases(today[name]!, stored, { isBack }) : compareReleases(stored, today[name]!),
  );
  expect(problems.filter((problem) => what.test(problem.what))).not.toEqual([]);
});
