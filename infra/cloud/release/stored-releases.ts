import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { ReleaseFacts } from '#infra/cloud/release/release-facts.ts';
import { compareVersions } from '#infra/cloud/stage/release.ts';

const FOLDER = 'infra/cloud/release/facts';
const root = resolve(import.meta.dirname, '../../..');

/** The versions whose facts are stored, oldest first. */
export function storedReleases(checkout = root): string[] {
  return readdirSync(join(checkout, FOLDER)).toSorted(compareVersions);
}

/** The facts of a release, by the names of `deployments`. */
export function readRelease(version: string, checkout = root): Record<string, ReleaseFacts> {
  const folder = join(checkout, FOLDER, version);
  const Facts = v.pipe(v.string(), v.parseJson(), ReleaseFacts);
  const files = readdirSync(folder).toSorted();
  return Object.fromEntries(
    files.map((file) => [file.replace(/\.json$/, ''), v.parse(Facts, readFileSync(join(folder, file), 'utf8'))]),
  );
}

/** Returns the folder, from the root of the checkout. */
export function storeRelease(version: string, facts: Readonly<Record<string, ReleaseFacts>>, checkout = root): string {
  const folder = join(FOLDER, version);
  mkdirSync(join(checkout, folder), { recursive: true });
  for (const [name, one] of Object.entries(facts)) {
    writeFileSync(join(checkout, folder, `${name}.json`), `${JSON.stringify(one)}\n`);
  }
  return folder;
}
