import { OperatorError } from '#shared/platform/errors.ts';

const UNRELEASED = '## Unreleased';

/**
 * The changelog with the section of a release in place of what was unreleased.
 * @param date `2026-11-28`
 * @throws OperatorError if nothing is unreleased, or the release has a section already
 */
export function cutChangelog(text: string, version: string, date: string): string {
  if (releasesIn(text).includes(version)) throw new OperatorError(`CHANGELOG.md has a section of ${version} already`);
  const [before, after] = text.split(`\n${UNRELEASED}\n`);
  const section = after?.split(/^## /m)[0]?.trim() ?? '';
  if (before === undefined || section === '') throw new OperatorError(`CHANGELOG.md has nothing below ${UNRELEASED}`);
  return `${before}\n${UNRELEASED}\n\n## ${version} - ${date}\n${after}`;
}

/** The versions that have a section, newest first. */
export function releasesIn(text: string): string[] {
  return [...text.matchAll(/^## (\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d$/gm)].flatMap(([, version]) => version ?? []);
}
