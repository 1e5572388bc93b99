import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as v from 'valibot';

const lockedPackage = v.object({
  name: v.optional(v.string()),
  version: v.optional(v.string()),
  license: v.optional(v.string()),
  resolved: v.optional(v.string()),
  integrity: v.optional(v.string()),
  dev: v.optional(v.boolean(), false),
  inBundle: v.optional(v.boolean(), false),
  link: v.optional(v.boolean(), false),
  hasInstallScript: v.optional(v.boolean(), false),
  deprecated: v.optional(v.string()),
});

const lockfile = v.object({ packages: v.record(v.string(), lockedPackage) });

const projectSettings = v.object({ allowScripts: v.record(v.string(), v.boolean()) });

/** A package of package-lock.json. `path` is its folder, and `name` the name in the registry, which an alias can hide. */
export interface LockedPackage extends Omit<v.InferOutput<typeof lockedPackage>, 'name'> {
  path: string;
  name: string;
}

/** The packages of a package-lock.json, without those of this repository: the project, its workspaces and the links to them. */
export function parseLockfile(text: string): LockedPackage[] {
  const { packages } = v.parse(lockfile, JSON.parse(text));
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, entry]) => ({ ...entry, path, name: entry.name ?? path.replace(/^.*node_modules\//, '') }));
}

/** The lockfile of this project, and what its package.json decides about install scripts. */
export function readProject(root: string): { packages: LockedPackage[]; decided: string[] } {
  const read = (file: string) => readFileSync(resolve(root, file), 'utf8');
  const { allowScripts } = v.parse(projectSettings, JSON.parse(read('package.json')));
  return { packages: parseLockfile(read('package-lock.json')), decided: Object.keys(allowScripts) };
}
