import type { LockedPackage } from '#infra/generate/supply-chain/lockfile.ts';

/** Permissive licences: they ask for attribution only. OFL is that of fonts, which may come with any program. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);

/** Copyleft per file. These packages are tools: they are in no bundle that is deployed. */
const allowedInDevelopment = new Set(['MPL-2.0']);

/** What a lockfile must not have, one sentence for each. `decided` are the names in `allowScripts`. */
export function lockfileProblems(packages: LockedPackage[], decided: string[]): string[] {
  const withScripts = new Set(packages.filter((entry) => entry.hasInstallScript).map(({ name }) => name));
  return [
    ...packages.flatMap((entry) => packageProblems(entry, decided).map((problem) => `${entry.path} ${problem}`)),
    ...decided
      .filter((name) => !withScripts.has(name))
      .map((name) => `allowScripts names ${name}, which has no install script`),
  ];
}

function packageProblems(entry: LockedPackage, decided: string[]): string[] {
  const problems: string[] = [];
  if (entry.hasInstallScript && !decided.includes(entry.name)) {
    problems.push('has an install script that allowScripts does not name');
  }
  // The lockfile omits addresses of the registry, so an address is one of somewhere else.
  if (entry.resolved !== undefined) problems.push(`comes from ${entry.resolved}, not from the registry`);
  // A bundled package is covered by the hash of the package that contains it.
  if (entry.integrity === undefined && !entry.inBundle) problems.push('has no hash');
  if (entry.deprecated !== undefined) problems.push(`is deprecated: ${entry.deprecated}`);
  if (!isAllowed(entry)) problems.push(`has the licence ${entry.license ?? '(none)'}, which is not allowed`);
  return problems;
}

/** An SPDX expression without nested parentheses: one alternative must be allowed whole. */
function isAllowed({ license, dev }: LockedPackage): boolean {
  const accepts = (id: string) => allowed.has(id) || (dev && allowedInDevelopment.has(id));
  const alternatives = (license ?? '').replaceAll(/[()]/g, '').split(' OR ');
  return alternatives.some((alternative) => alternative.split(' AND ').every(accepts));
}
