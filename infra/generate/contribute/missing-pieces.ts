import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { functionFile, type ManifestRow } from '#shared/manifest/manifest-row.ts';

/**
 * The pieces that a function lacks, each named by its file. A function is five pieces under one id: the file in
 * `functions/`, its manifest row, its sample event, its test, and the id in its definition. The test of an endpoint of
 * the contract may be its rows in `test/api`, which the suite there asks for.
 *
 * @param root the project's folder
 * @param rows the manifest
 */
export function missingPieces(root: string, rows: readonly ManifestRow[]): string[] {
  const files = globSync('functions/**/*.ts', { cwd: root });
  const known = new Set(rows.map(functionFile));
  return [
    ...files
      .filter((file) => !known.has(file))
      .map((file) => `${file} has no row in shared/manifest: add one, or run \`npm run new\``),
    ...rows.flatMap((row) => piecesOf(root, row)),
  ];
}

function piecesOf(root: string, row: ManifestRow): string[] {
  const file = functionFile(row);
  const wanted = [
    { path: file, what: 'the function' },
    { path: `events/${row.id}.json`, what: 'the sample event' },
    ...(isHeldByContract(row) ? [] : [{ path: `test/${file.replace(/\.ts$/, '.test.ts')}`, what: 'the test' }]),
  ];
  // A test on the emulator of DynamoDB stands with those of the stores.
  const isThere = (path: string) =>
    [path, path.replace(/^test\//, 'test/stores/')].some((one) => existsSync(resolve(root, one)));
  const missing = wanted.filter(({ path }) => !isThere(path));
  const names = missing.map(({ path, what }) => `${path} is missing: ${what} of ${row.id}`);
  if (row.kind === 'authorizer' || names.some((name) => name.startsWith(file))) return names;
  const isNamed = readFileSync(resolve(root, file), 'utf8').includes(`id: '${row.id}'`);
  return isNamed ? names : [...names, `${file} does not name itself: its definition lacks \`id: '${row.id}'\``];
}

const isHeldByContract = (row: ManifestRow): boolean => row.kind === 'http' && row.auth !== 'none';
