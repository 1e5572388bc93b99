import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import * as v from 'valibot';
import { generateTypes } from '#clients/typescript/generate-types.ts';
import type { GeneratedFile } from '#infra/contribute/generated-files.ts';

// What the packages of clients/ publish is committed: `npm pack` runs no script here (.npmrc), and whatever imports
// a package of the workspace gets what a user gets.
const root = resolve(import.meta.dirname, '../..');
const CLIENT = 'clients/typescript';

/** Programs: their entry point, and the file that npm links. */
const programs = [
  ['clients/cli/src/main.ts', 'clients/cli/dist/ringback.js'],
  ['clients/mcp/src/main.ts', 'clients/mcp/dist/ringback-mcp.js'],
] as const;

const OpenApi = v.looseObject({
  paths: v.record(v.string(), v.record(v.string(), v.looseObject({}))),
});

/** In this order: the declarations are made from the types of the document. */
export const clientFiles: readonly GeneratedFile[] = [
  { path: `${CLIENT}/openapi.d.ts`, render: renderTypes },
  ...['index', 'webcrypto', 'webcrypto-node'].map((name) => ({
    path: `${CLIENT}/dist/${name}.js`,
    render: () => bundle(`${CLIENT}/src/${name}.ts`),
  })),
  ...globSync(`${CLIENT}/src/*.ts`, { cwd: root })
    .toSorted()
    .map((file) => ({
      path: `${CLIENT}/dist/${basename(file, '.ts')}.d.ts`,
      render: async () => (await declarations()).get(basename(file, '.ts')) ?? '',
    })),
  ...programs.map(([entry, path]) => ({ path, render: () => bundle(entry) })),
];

async function renderTypes(): Promise<string> {
  const text = await readFile(resolve(root, 'shared/openapi/openapi.json'), 'utf8');
  return generateTypes(v.parse(OpenApi, JSON.parse(text)));
}

/** One readable module; bundlers of users minify it. Dependencies stay imports. */
async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [resolve(root, entry)],
    absWorkingDir: root,
    bundle: true,
    packages: 'external',
    external: ['#*'],
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    charset: 'utf8',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

let compiled: Promise<Map<string, string>> | undefined;

/** The declarations of the client's modules, by name. Compiled once for all of them. */
function declarations(): Promise<Map<string, string>> {
  compiled ??= compileDeclarations();
  return compiled;
}

async function compileDeclarations(): Promise<Map<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'client-declarations-'));
  try {
    await promisify(execFile)('tsc', ['-p', resolve(root, CLIENT, 'tsconfig.json'), '--outDir', folder], { cwd: root });
    const files = globSync('*.d.ts', { cwd: folder });
    const texts = files.map(async (file): Promise<[string, string]> => {
      const text = await readFile(join(folder, file), 'utf8');
      return [basename(file, '.d.ts'), text.replaceAll(/(from '\.\/[^']+)\.ts'/g, "$1.js'")];
    });
    return new Map(await Promise.all(texts));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
