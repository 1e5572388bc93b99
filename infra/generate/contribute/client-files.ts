import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build, type PluginBuild } from 'esbuild';
import * as v from 'valibot';
import { pythonOperations, pythonTypes } from '#clients/python/generate-python.ts';
import {
  generateFilters,
  generateOperations,
  generateTypes,
  generateValues,
  withOperationTexts,
} from '#clients/typescript/generate-types.ts';
import { formatted, type GeneratedFile } from '#infra/generate/contribute/formatted.ts';
import { NOTICES_FILE, thirdPartyNotices } from '#infra/text/third-party-notices.ts';
import { openStatuses } from '#shared/calls/call-status.ts';

// What the packages of clients/ publish is committed: `npm pack` runs no script here (.npmrc), and whatever imports
// a package of the workspace gets what a user gets.
const root = resolve(import.meta.dirname, '../../..');
const CLIENT = 'clients/typescript';

/** Programs: their entry point, and the file that npm links. */
const programs = [
  ['clients/cli/src/main.ts', 'clients/cli/dist/ringback.js'],
  ['clients/mcp/src/main.ts', 'clients/mcp/dist/ringback-mcp.js'],
] as const;

const WIDGET = 'clients/widget';
/** The widget, the module of web calls, and what the latter loads on the first call over Twilio. */
const widgetFiles = ['widget', 'web-call', 'twilio-call'];

const Parameter = v.looseObject({
  name: v.optional(v.string()),
  schema: v.optional(v.looseObject({ enum: v.optional(v.array(v.string())) })),
});
const Operation = v.looseObject({
  operationId: v.optional(v.string()),
  summary: v.optional(v.string()),
  description: v.optional(v.string()),
  responses: v.optional(v.looseObject({})),
  deprecated: v.optional(v.boolean()),
  parameters: v.optional(v.array(Parameter)),
});
const OpenApi = v.looseObject({
  paths: v.record(v.string(), v.record(v.string(), Operation)),
});
const EventPayload = v.object({ properties: v.object({ event: v.object({ enum: v.array(v.string()) }) }) });
/** The events of webhooks, as the document names them. */
const Events = v.object({
  components: v.object({
    schemas: v.object({
      CallCompletedPayload: EventPayload,
      SmsChangedPayload: EventPayload,
    }),
  }),
});
/** In this order: the declarations are made from the types of the document. */
export const clientFiles: readonly GeneratedFile[] = [
  { path: `${CLIENT}/openapi.d.ts`, render: renderTypes },
  moduleOf('filters', generateFilters),
  moduleOf('operations', generateOperations),
  moduleOf('values', async (document) => generateValues(document, { openStatuses, ...(await readEvents()) })),
  ...globSync(`${CLIENT}/src/{*-operations,client}.ts`, { cwd: root })
    .toSorted()
    .map((path) => ({ path, render: () => renderTexts(path) })),
  ...['index', 'filters', 'operations', 'proxy', 'values', 'webcrypto', 'webcrypto-node'].map((name) => ({
    path: `${CLIENT}/dist/${name}.js`,
    render: () => bundle(`${CLIENT}/src/${name}.ts`),
  })),
  ...globSync(`${CLIENT}/src/*.ts`, { cwd: root })
    .toSorted()
    .map((file) => ({
      path: `${CLIENT}/dist/${basename(file, '.ts')}.d.ts`,
      render: () => declarationOf(CLIENT, basename(file, '.ts')),
    })),
  ...widgetFiles.map((name) => ({
    path: `${WIDGET}/dist/${name}.js`,
    render: () => bundleForPages(`${WIDGET}/src/${name}.ts`),
  })),
  { path: `${WIDGET}/dist/${NOTICES_FILE}`, render: renderWidgetNotices },
  ...['web-call', 'web-call-types'].map((name) => ({
    path: `${WIDGET}/dist/${name}.d.ts`,
    render: () => declarationOf(WIDGET, name),
  })),
  { path: 'clients/python/ringback/types.py', render: async () => pythonTypes(await readDocument()) },
  {
    path: 'clients/python/ringback/operations.py',
    render: async () => pythonOperations(await readDocument(), { openStatuses }),
  },
  ...programs.map(([entry, path]) => ({ path, render: () => bundle(entry) })),
];

const readDocument = async (): Promise<unknown> =>
  JSON.parse(await readFile(resolve(root, 'shared/openapi/openapi.json'), 'utf8'));

async function renderTypes(): Promise<string> {
  return generateTypes(v.parse(OpenApi, await readDocument()));
}

async function readEvents(): Promise<Record<'events' | 'smsEvents', string[]>> {
  const { CallCompletedPayload, SmsChangedPayload } = v.parse(Events, await readDocument()).components.schemas;
  return { events: CallCompletedPayload.properties.event.enum, smsEvents: SmsChangedPayload.properties.event.enum };
}

/** A module of the client whose content the document has. */
function moduleOf(
  name: string,
  generate: (document: v.InferOutput<typeof OpenApi>) => string | Promise<string>,
): GeneratedFile {
  const path = `${CLIENT}/src/${name}.ts`;
  return {
    path,
    render: async () => formatted(path, await generate(v.parse(OpenApi, await readDocument()))),
  };
}

async function renderTexts(path: string): Promise<string> {
  const source = await readFile(resolve(root, path), 'utf8');
  return formatted(path, withOperationTexts(source, v.parse(OpenApi, await readDocument())));
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

/** One small module for browsers, with all that it needs. A module that is imported on demand stays a file of its own. */
async function bundleForPages(entry: string): Promise<string> {
  const { outputFiles } = await buildForPages(entry);
  return outputFiles[0]?.text ?? '';
}

/** The licences of what these modules contain. */
async function renderWidgetNotices(): Promise<string> {
  const built = await Promise.all(widgetFiles.map((name) => buildForPages(`${WIDGET}/src/${name}.ts`)));
  const inputs = built.flatMap(({ metafile }) =>
    Object.values(metafile.outputs).flatMap((one) => Object.keys(one.inputs)),
  );
  return thirdPartyNotices(inputs, root);
}

function buildForPages(entry: string) {
  return build({
    entryPoints: [resolve(root, entry)],
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'eof',
    plugins: [{ name: 'on-demand', setup: keepImportsOnDemand }],
    metafile: true,
    write: false,
  });
}

function keepImportsOnDemand(builder: PluginBuild): void {
  builder.onResolve({ filter: /^\.\/.*\.ts$/ }, ({ path, kind }) =>
    kind === 'dynamic-import' ? { path: path.replace(/ts$/, 'js'), external: true } : undefined,
  );
}

const compiled = new Map<string, Promise<Map<string, string>>>();

/** The declarations of a package's modules, by name. Compiled once for all of them. */
async function declarationOf(folder: string, name: string): Promise<string> {
  const modules = compiled.get(folder) ?? compileDeclarations(folder);
  compiled.set(folder, modules);
  return (await modules).get(name) ?? '';
}

async function compileDeclarations(folder: string): Promise<Map<string, string>> {
  const target = await mkdtemp(join(tmpdir(), 'client-declarations-'));
  try {
    await promisify(execFile)('tsc', ['-p', resolve(root, folder, 'tsconfig.json'), '--outDir', target], { cwd: root });
    const files = globSync('*.d.ts', { cwd: target });
    const texts = files.map(async (file): Promise<[string, string]> => {
      const text = await readFile(join(target, file), 'utf8');
      return [basename(file, '.d.ts'), text.replaceAll(/(from '\.\/[^']+)\.ts'/g, "$1.js'")];
    });
    return new Map(await Promise.all(texts));
  } finally {
    await rm(target, { recursive: true, force: true });
  }
}
