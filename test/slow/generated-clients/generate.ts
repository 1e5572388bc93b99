import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';

const HERE = resolve(import.meta.dirname, 'generators');
export const MODULES = resolve(HERE, 'node_modules');
const run = promisify(execFile);

/** Installs the generators, which are no packages of the project, where this machine does not have them yet: about 15 s. */
export async function installGenerators(): Promise<void> {
  if (existsSync(join(MODULES, '.package-lock.json'))) return;
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: HERE });
}

/** Runs a command of the generators' package. A failure has all that it has printed. */
export async function runTool(file: string, args: string[], cwd: string): Promise<string> {
  const told = await run(process.execPath, [join(MODULES, file), ...args], { cwd }).catch((error: unknown) => {
    const { stdout, stderr } = v.parse(v.object({ stdout: v.string(), stderr: v.string() }), error);
    throw new Error(`${file} ${args.join(' ')}\n${stdout}${stderr}`);
  });
  return told.stdout;
}

/** Makes a client of `openapi.json` in the folder with each generator. */
export async function generateClients(folder: string): Promise<void> {
  const plugins = ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch', 'zod'].flatMap((name) => [
    '-p',
    name,
  ]);
  const out = (path: string) => `generated/${path}`;
  await runTool('openapi-typescript/bin/cli.js', ['openapi.json', '-o', out('openapi-typescript.ts')], folder);
  await runTool('@hey-api/openapi-ts/bin/run.js', ['-i', 'openapi.json', '-o', out('hey-api'), ...plugins], folder);
  await writeFile(join(folder, 'orval.config.mjs'), orvalConfig());
  await runTool('orval/dist/bin/orval.mjs', ['--config', './orval.config.mjs'], folder);
  await runTool('oazapfts/dist/cli.js', ['openapi.json', out('oazapfts.ts')], folder);
  await writeFile(join(folder, 'models.mjs'), modelsProgram);
  await writeFile(join(folder, 'generated_models.py'), await runNode(join(folder, 'models.mjs'), folder));
}

async function runNode(program: string, cwd: string): Promise<string> {
  const { stdout } = await run(process.execPath, [program], { cwd, maxBuffer: 2 ** 24 });
  return stdout;
}

function orvalConfig(): string {
  const input = './openapi.json';
  const api = { input, output: { target: './generated/orval/api.ts', client: 'fetch' } };
  const zod = { input, output: { target: './generated/orval/zod.ts', client: 'zod' } };
  return `export default ${JSON.stringify({ api, zod })};`;
}

/** quicktype reads the schemas, not the operations. */
const modelsProgram = `
import { readFileSync } from 'node:fs';
import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktype } from 'quicktype-core';
const { components } = JSON.parse(readFileSync('openapi.json', 'utf8'));
// Its Python reads dates with python-dateutil, which Python does not bring.
const text = JSON.stringify(components.schemas).replaceAll('"format":"date-time"', '"format":"text"');
const definitions = JSON.parse(text.replaceAll('#/components/schemas/', '#/definitions/'));
const input = new JSONSchemaInput(new FetchingJSONSchemaStore());
for (const name of Object.keys(definitions)) {
  await input.addSource({ name, schema: JSON.stringify({ definitions, $ref: '#/definitions/' + name }) });
}
const inputData = new InputData();
inputData.addInput(input);
const rendererOptions = { 'python-version': '3.7', 'nice-property-names': 'true' };
const { lines } = await quicktype({ inputData, lang: 'python', rendererOptions });
console.log(lines.join('\\n'));
`;

/** How many types a generated file exports. */
export async function countTypes(file: string): Promise<number> {
  return (await readFile(file, 'utf8')).match(/^export (?:type|interface) /gm)?.length ?? 0;
}
