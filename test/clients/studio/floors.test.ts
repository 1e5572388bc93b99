import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { studioFloors, studioMayImport } from '#clients/studio/floors.ts';

const root = resolve(import.meta.dirname, '../../..');
const source = 'clients/studio/src';
const folders = studioFloors.flat();
const project = mkdtempSync(join(tmpdir(), 'studio-floors-'));
afterAll(() => rmSync(project, { recursive: true }));

/** The imports that lint, as it is configured, refuses: `from <- to`. Files are written for it, as nobody could commit them. */
function refused(imports: ReadonlyArray<{ from: string; to: string }>): string[] {
  const { $schema: _, ...config } = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8'));
  writeFileSync(join(project, '.oxlintrc.json'), JSON.stringify(config));
  rmSync(join(project, 'clients'), { recursive: true, force: true });
  const files = Map.groupBy(imports, ({ from }) => `${source}/${from}`);
  for (const [file, lines] of files) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    // Type imports: lint must refuse them like any other.
    const text = lines.map(({ to }, index) => `import type { Type${index} } from '${to}';\n`).join('');
    writeFileSync(join(project, file), text);
  }
  const diagnostics: Array<{ filename: string; labels: Array<{ span: { line: number } }> }> = lint();
  return diagnostics.map(({ filename, labels }) => {
    const line = files.get(filename)?.[(labels[0]?.span.line ?? 0) - 1];
    return `${line?.from} <- ${line?.to}`;
  });
}

function lint() {
  const args = ['-c', '.oxlintrc.json', '--format', 'json', '-A', 'all', '-D', 'no-restricted-imports', '.'];
  try {
    execFileSync(join(root, 'node_modules/.bin/oxlint'), args, { cwd: project, encoding: 'utf8' });
    return [];
  } catch (error) {
    // It exits with 1 when it finds something.
    return JSON.parse((error as { stdout: string }).stdout).diagnostics;
  }
}

const fileIn = (folder: string) => (folder === 'requests' ? 'requests/calls/try.ts' : `${folder}/try.tsx`);
const pathTo = (from: string, to: string) => `${from === 'requests' ? '../..' : '..'}/${to}/some-file.tsx`;

it('every folder of the studio stands on a floor, or has only styles', () => {
  const found = readdirSync(join(root, source), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(found.map(({ name }) => name).toSorted()).toEqual([...folders, 'styles'].toSorted());
});

it('lint refuses what a folder imports from its own floor or above, and nothing from below', () => {
  const pairs = folders.flatMap((from) => folders.filter((to) => to !== from).map((to) => ({ from, to })));
  const found = refused(pairs.map(({ from, to }) => ({ from: fileIn(from), to: pathTo(from, to) })));
  const expected = pairs
    .filter(({ from, to }) => !studioMayImport(from, to))
    .map(({ from, to }) => `${fileIn(from)} <- ${pathTo(from, to)}`);
  expect(found.toSorted()).toEqual(expected.toSorted());
});

it('lint refuses the client of the API outside of requests, and the service itself everywhere', () => {
  const above = folders.filter((folder) => !['format', 'service', 'requests'].includes(folder));
  const imports = [
    ...above.map((from) => ({ from: fileIn(from), to: '../service/client.ts' })),
    ...folders.map((from) => ({ from: fileIn(from), to: '#shared/calls/call.ts' })),
    { from: 'calls/try.tsx', to: '../main.tsx' },
  ];
  expect(refused(imports).toSorted()).toEqual(imports.map(({ from, to }) => `${from} <- ${to}`).toSorted());
  expect(refused([{ from: 'requests/calls/try.ts', to: '../../service/client.ts' }])).toEqual([]);
});
