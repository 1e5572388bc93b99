import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const Package = v.looseObject({
  name: v.string(),
  version: v.string(),
  workspaces: v.optional(v.array(v.string()), []),
});
/** Records, which keep the order of the file. */
const Fields = v.record(v.string(), v.unknown());
const Packages = v.record(v.string(), Fields);

const LOCK = 'package-lock.json';
/** What names a version without being a package of npm. */
const otherFiles = ['clients/python/pyproject.toml', 'clients/typescript/README.md'];

/** The version of the project, by each file that has it. */
export function versionsIn(root: string): Record<string, string> {
  const packages = v.parse(Packages, v.parse(Fields, JSON.parse(readFileSync(join(root, LOCK), 'utf8')))['packages']);
  const files = packageFiles(root).map((file) => [file, readPackage(root, file).version] as const);
  const locked = folders(root).map((folder) => [`${LOCK} ${folder}`, String(packages[folder]?.['version'])] as const);
  const others = otherFiles.map((file) => [file, versionOf(readFileSync(join(root, file), 'utf8'))] as const);
  return Object.fromEntries([...files, ...locked, ...others]);
}

/** Sets the version of the project, of its packages and of the references between them. */
export function setVersion(root: string, from: string, to: string): void {
  for (const file of packageFiles(root)) edit(root, file, (text) => withVersion(text, from, to));
  for (const file of otherFiles) edit(root, file, (text) => text.replace(from, to));
  edit(root, LOCK, (text) => {
    const lock = v.parse(Fields, JSON.parse(text));
    const packages = v.parse(Packages, lock['packages']);
    for (const folder of folders(root)) {
      const locked = JSON.stringify(packages[folder], null, 2);
      packages[folder] = v.parse(Fields, JSON.parse(withVersion(locked, from, to)));
    }
    return `${JSON.stringify({ ...lock, version: to, packages }, null, 2)}\n`;
  });
}

/** The packages of the project depend on each other by the version. */
function withVersion(text: string, from: string, to: string): string {
  return text
    .replace(`"version": "${from}"`, `"version": "${to}"`)
    .replaceAll(new RegExp(`("@ringback/[a-z]+": )"${from.replaceAll('.', String.raw`\.`)}"`, 'g'), `$1"${to}"`);
}

function edit(root: string, file: string, change: (text: string) => string): void {
  const path = join(root, file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

const readPackage = (root: string, file: string) =>
  v.parse(Package, JSON.parse(readFileSync(join(root, file), 'utf8')));

/** `''` is the project itself, as package-lock.json names it. */
const folders = (root: string): string[] => ['', ...readPackage(root, 'package.json').workspaces];

const packageFiles = (root: string): string[] => folders(root).map((folder) => join(folder, 'package.json'));

const versionOf = (text: string): string => /\d+\.\d+\.\d+(?="|\.tgz)/.exec(text)?.[0] ?? '';
