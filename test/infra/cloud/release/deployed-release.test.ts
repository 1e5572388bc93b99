import { describe, expect, it } from 'vitest';
import { deployedRelease, releaseRefusal, stepsAfterUpgrade } from '#infra/cloud/deploy/deployed-release.ts';
import { compareVersions, release } from '#infra/cloud/stage/release.ts';

const name = 'ringback-production';
const stack = (StackName: string, outputs: Record<string, string> = {}) => ({
  StackName,
  Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
});
/** As `aws cloudformation describe-stacks --query …` prints it. */
const answer =
  (...Stacks: object[]) =>
  async () => ({ Stacks });
const refusal = async (ours: string, upgradesFrom: string, ...stacks: object[]) => {
  const deployed = await deployedRelease(name, answer(...stacks));
  return deployed && releaseRefusal('production', deployed, { version: ours, upgradesFrom, rollsBackTo: upgradesFrom });
};
const stacksOf = (Release: string, RollsBackTo: string) => [
  stack(`${name}-data`, { Release, RollsBackTo, DataFormat: '2' }),
  stack(name, { Release, ApiUrl: 'https://example.com/api' }),
];
/** As CloudFormation answered for 0.1.0: the data stack has exports only, and stacks without outputs have null. */
const first = [{ StackName: `${name}-data`, Outputs: null }, stack(name, { ApiUrl: 'https://example.com/api' })];

describe('a release that is deployed', () => {
  it.each([
    ['none', [], undefined],
    ['that of another stage', [stack('ringback-production-eu-data')], undefined],
    ['0.1.0', first, { version: '0.1.0', newest: { version: '0.1.0', rollsBackTo: '0.1.0' } }],
    ['0.3.0', stacksOf('0.3.0', '0.2.0'), { version: '0.3.0', newest: { version: '0.3.0', rollsBackTo: '0.2.0' } }],
    [
      'half of 0.2.0',
      [stacksOf('0.2.0', '0.2.0')[0]!, first[1]!],
      { version: '0.1.0', newest: { version: '0.2.0', rollsBackTo: '0.2.0' } },
    ],
  ] as const)('is %s', async (_, stacks, deployed) => {
    await expect(deployedRelease(name, answer(...stacks))).resolves.toEqual(deployed);
  });

  it('is left to cdk where the command line fails', async () => {
    await expect(deployedRelease(name, async () => undefined)).resolves.toBeUndefined();
  });
});

describe('a deployment', () => {
  it.each([
    ['upgrades 0.1.0 with 0.2.0', '0.2.0', '0.1.0', first],
    ['deploys 0.2.0 again', '0.2.0', '0.1.0', stacksOf('0.2.0', '0.2.0')],
    ['goes on with an upgrade that was broken off', '0.2.0', '0.1.0', [stacksOf('0.2.0', '0.2.0')[0]!, first[1]!]],
    ['upgrades 0.2.0 with 0.3.0', '0.3.0', '0.2.0', stacksOf('0.2.0', '0.2.0')],
    ['rolls 0.3.0 back to 0.2.0', '0.2.0', '0.1.0', stacksOf('0.3.0', '0.2.0')],
    ['deploys a commit before its release again', '0.1.0', '0.1.0', stacksOf('0.1.0', '0.2.0')],
  ] as const)('%s', async (_, ours, upgradesFrom, stacks) => {
    await expect(refusal(ours, upgradesFrom, ...stacks)).resolves.toBeUndefined();
  });

  it('rolls nothing back to a release that cannot read the table, and names the one that can', async () => {
    await expect(refusal('0.2.0', '0.1.0', ...stacksOf('0.4.0', '0.3.0'))).resolves.toBe(
      `0.4.0 is deployed, and 0.2.0 cannot read what it has stored. It can be rolled back to 0.3.0:

git checkout v0.3.0
npm ci
npm run deploy -- -c stage=production

To have the data of an earlier time, restore the table: docs/guide.md#backup-and-restore
`,
    );
  });

  it.each([
    ['0.1.0', first],
    ['an upgrade from 0.1.0 that was broken off', [stacksOf('0.2.0', '0.2.0')[0]!, first[1]!]],
  ] as const)('skips no release after %s, and says which one comes first', async (_, stacks) => {
    const text = await refusal('0.3.0', '0.2.0', ...stacks);
    expect(text).toContain('0.1.0 is deployed, and 0.3.0 upgrades 0.2.0 or a later release.');
    expect(text?.match(/^git checkout .+$/gm)).toEqual(['git checkout v0.2.0', 'git checkout v0.3.0']);
  });

  it('prints the steps after an upgrade from 0.1.0 only', async () => {
    const stepsAfter = async (...stacks: object[]) =>
      stepsAfterUpgrade((await deployedRelease(name, answer(...stacks)))!);
    await expect(stepsAfter(...first)).resolves.toHaveLength(2);
    await expect(stepsAfter(...stacksOf('0.2.0', '0.2.0'))).resolves.toEqual([]);
  });
});

it('versions are compared by their numbers', () => {
  const versions = ['0.10.0', '0.2.0', '1.0.0', '0.2.10', '0.2.9'];
  expect(versions.toSorted(compareVersions)).toEqual(['0.2.0', '0.2.9', '0.2.10', '0.10.0', '1.0.0']);
  expect(compareVersions(release.version, release.version)).toBe(0);
});
