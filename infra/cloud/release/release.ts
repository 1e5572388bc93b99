import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { cutChangelog } from '#infra/cloud/release/changelog.ts';
import { compareReleases } from '#infra/cloud/release/compare-releases.ts';
import { drawRelease } from '#infra/cloud/release/draw-release.ts';
import { unacceptedProblems } from '#infra/cloud/release/exceptions.ts';
import { readRelease, storedReleases, storeRelease } from '#infra/cloud/release/stored-releases.ts';
import { setVersion, versionsIn } from '#infra/cloud/release/version-files.ts';
import { compareVersions, release } from '#infra/cloud/stage/release.ts';
import { OperatorError } from '#shared/platform/errors.ts';

const root = resolve(import.meta.dirname, '../../..');
const [version] = new Command('npm run release --')
  .description('Makes a release of this commit: versions, changelog, what it deploys, a commit and its tag.')
  .argument('<version>', 'such as 0.3.0')
  .addHelpText('after', '\nExamples:\n  npm run release -- 0.3.0\n\nIt pushes nothing: git push --follow-tags')
  .allowExcessArguments(false)
  .showHelpAfterError()
  .parse().processedArgs;

try {
  await makeRelease();
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  process.stderr.write(`release: ${error.message}\n`);
  process.exitCode = 1;
}

async function makeRelease(): Promise<void> {
  checkVersion();
  if (git('status', '--porcelain') !== '') throw new OperatorError('commit your changes first');
  if (git('tag', '--list', `v${version}`) !== '') throw new OperatorError(`there is a tag v${version} already`);
  const changelog = join(root, 'CHANGELOG.md');
  const [date = ''] = new Date().toISOString().split('T');
  const cut = cutChangelog(readFileSync(changelog, 'utf8'), version, date);
  const facts = await drawRelease();
  const problems = storedReleases()
    .filter((before) => compareVersions(before, release.upgradesFrom) >= 0)
    .flatMap((before) => problemsAfter(before, facts));
  if (problems.length > 0) throw new OperatorError(`this release cannot be deployed:\n${problems.join('\n')}`);
  setVersion(root, release.version, version);
  writeFileSync(changelog, cut);
  storeRelease(version, facts);
  generate();
  git('add', '--all');
  git('commit', '--quiet', '--message', `release: ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Ringback ${version}`);
  process.stdout.write(`v${version}: ${git('log', '-1', '--format=%h %s')}. Push it: git push --follow-tags\n`);
}

/** Of the new version: the OpenAPI document and the bundled clients have it. */
function generate(): void {
  try {
    execFileSync('npm', ['run', '--silent', 'generate'], { cwd: root, stdio: 'inherit' });
  } catch {
    git('add', '--all');
    git('reset', '--hard', '--quiet');
    throw new OperatorError('npm run generate failed: nothing was changed');
  }
}

function checkVersion(): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new OperatorError(`${version} is not a version such as 0.3.0`);
  if (compareVersions(version, release.version) <= 0) {
    throw new OperatorError(`${version} does not follow ${release.version}`);
  }
  const others = Object.entries(versionsIn(root)).filter(([, one]) => one !== release.version);
  if (others.length > 0)
    throw new OperatorError(`not of ${release.version}: ${others.map(([file]) => file).join(', ')}`);
  if (compareVersions(release.rollsBackTo, version) > 0) {
    throw new OperatorError(`infra/cloud/stage/release.ts rolls back to ${release.rollsBackTo}, which is later`);
  }
}

function problemsAfter(before: string, facts: Awaited<ReturnType<typeof drawRelease>>): string[] {
  return Object.entries(readRelease(before)).flatMap(([name, stored]) => {
    const next = facts[name];
    const problems = next ? unacceptedProblems(before, compareReleases(stored, next)) : [];
    return problems.map(({ text }) => `- from ${before}, ${name}: ${text}`);
  });
}

function git(...argv: string[]): string {
  return execFileSync('git', argv, { cwd: root, encoding: 'utf8' }).trim();
}
