import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { resolve } from 'node:path';
import { lockfileProblems } from '#infra/generate/supply-chain/lockfile-problems.ts';
import { type LockedPackage, readProject } from '#infra/generate/supply-chain/lockfile.ts';
import { csvLine } from '#infra/text/safe-text.ts';

// `npm run sbom` writes the SBOM and the licence list, and fails when the lockfile has a problem or npm a warning.
const root = resolve(import.meta.dirname, '../../..');
const folder = resolve(root, 'sbom');
const { packages, decided } = readProject(root);

await mkdir(folder, { recursive: true });
await writeFile(resolve(folder, 'sbom.cdx.json'), sbom());
await writeFile(resolve(folder, 'licences.csv'), licenceList(packages));
console.log(`${packages.length} packages: sbom/sbom.cdx.json (CycloneDX) and sbom/licences.csv`);

const problems = [...lockfileProblems(packages, decided), ...installWarnings()];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function sbom(): string {
  const { status, stdout, stderr } = npm('sbom', '--sbom-format=cyclonedx', '--package-lock-only');
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  return stdout;
}

/** This script runs on the Node of the lockfile, so these are the warnings that concern the packages. See .npmrc. */
function installWarnings(): string[] {
  const { status, stderr } = npm('ci', '--dry-run', '--offline', '--no-audit', '--loglevel=warn');
  const warnings = stderr.split('\n').filter((line) => line.startsWith('npm warn'));
  if (status !== 0) warnings.push(`npm ci --dry-run failed: ${stderr}`);
  return warnings;
}

/** Without the settings of the user, which have warnings of their own. */
function npm(...args: string[]) {
  const ours = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_config_'));
  return spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...Object.fromEntries(ours), npm_config_userconfig: devNull },
  });
}

function licenceList(entries: LockedPackage[]): string {
  const rows = entries.map(({ name, version = '', license = '', dev }) =>
    csvLine([name, version, license, dev ? 'development' : 'service']),
  );
  return [...new Set(['name,version,licence,use', ...rows.toSorted()]), ''].join('\n');
}
