import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFunctions, type Bundle } from '#infra/cloud/bundle/bundle-functions.ts';
import { symboliseTrace } from '#infra/cloud/bundle/symbolise-trace.ts';
import { NOTICES_FILE } from '#infra/text/third-party-notices.ts';
import { functionFile, type ManifestRow } from '#shared/manifest/manifest-row.ts';
import { manifest } from '#shared/manifest/manifest.ts';

const KB = 1024;
const UNWANTED =
  /node_modules\/(?:twilio\/(?:lib\/(?:rest|index)|index)|aws-xray|@aws-lambda-powertools|dd-trace|@opentelemetry\/sdk)/;
let folder: string;
let bundles: Bundle[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundles-'));
  bundles = await bundleFunctions(manifest, folder);
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A cold start pays for every kilobyte: only what talks to a language model may be large. */
function limitOf(row: ManifestRow, { inputs }: Bundle): number {
  const has = (name: string) => inputs.some((path) => path.includes(`node_modules/${name}/`));
  // The evaluation of a call asks for structured output, beside what the conversation needs.
  if (row.id === 'queue/finish-call') return 1385 * KB;
  if (row.uses.some((use) => use.startsWith('language-model:'))) return 1.28 * 1024 * KB;
  if (row.kind === 'authorizer') return 250.5 * KB;
  // They decide who has answered, by the words of all languages.
  if (row.id === 'queue/steer-realtime') return 465 * KB;
  // What sends the tools of users.
  if (['carrier/openai-call-incoming', 'carrier/openai-call-tools'].includes(row.id)) return 465 * KB;
  // Decides which human may be dialled, and by which number.
  if (row.id === 'carrier/twilio-conversation-ended') return 590 * KB;
  if (row.id === 'carrier/twilio-transfer-ended') return 435 * KB;
  // The time zones of all numbers, beside their formats.
  if (row.id === 'queue/dial-campaign') return 600 * KB;
  // Only the worker that stores recordings has the client of S3.
  if (has('libphonenumber-js') || (row.kind !== 'http' && has('@aws-sdk/client-s3'))) return 550 * KB;
  // No client waits for the cold start of a queue's worker.
  return row.kind === 'queue' ? 440 * KB : 420 * KB;
}

/** The file, and those that it imports before it runs. */
async function filesLoadedWith(file: string, known = new Set<string>()): Promise<string[]> {
  if (known.has(file)) return [];
  known.add(file);
  const code = await readFile(file, 'utf8');
  const names = [...code.matchAll(/(?:from|import)"\.\/([\w-]+\.mjs)"/g)].map(([, name]) => join(dirname(file), name!));
  const further = await Promise.all(names.map((name) => filesLoadedWith(name, known)));
  return [file, ...further.flat()];
}

describe('a bundle', () => {
  it.each(manifest)('of $id is small enough for a quick cold start', (row) => {
    const bundle = bundles.find(({ id }) => id === row.id)!;
    expect(bundle.bytes).toBeLessThanOrEqual(limitOf(row, bundle));
  });

  it.each(manifest)(
    'of $id holds no other function, no client of the carrier for all its products, and no tracer',
    (row) => {
      const inputs = bundles.find(({ id }) => id === row.id)?.inputs ?? [];
      const foreign = inputs.filter((path) => /(?:^|\/)functions\//.test(path) && !path.includes('node_modules'));
      expect(foreign).toEqual([functionFile(row)]);
      expect(inputs.filter((path) => UNWANTED.test(path))).toEqual([]);
    },
  );

  it.each(manifest.filter(({ kind }) => kind === 'http'))('of $id holds no client of S3', ({ id }) => {
    const inputs = bundles.find((bundle) => bundle.id === id)?.inputs ?? [];
    expect(inputs.filter((path) => /node_modules\/@aws-sdk\/(?:client-s3|lib-storage)/.test(path))).toEqual([]);
  });

  it.each([
    { id: 'lookups/list-languages', file: /^index\.mjs$/, text: 'lookups/list-languages' },
    {
      id: 'socket/message',
      file: /^(?:chunk|ai-sdk-language-model)-\w+\.mjs$/,
      text: 'the model reports an error in its stream',
    },
  ])('of $id is deployed without its maps, which an equal bundle has: a trace names the sources', async (one) => {
    const row = manifest.find(({ id }) => id === one.id)!;
    const [mapped] = await bundleFunctions([row], join(folder, 'elsewhere/mapped'), { hasSourceMaps: true });
    const [bare] = await bundleFunctions([row], join(folder, 'bare'));
    const files = await readdir(bare!.folder);
    expect(files.filter((name) => !name.endsWith('.mjs'))).toEqual([NOTICES_FILE]);
    const names = files.filter((name) => name !== NOTICES_FILE);
    const codes = await Promise.all(names.map((name) => readFile(join(bare!.folder, name), 'utf8')));
    const place = names.findIndex((name, index) => one.file.test(name) && codes[index]!.includes(one.text));
    const [name, code] = [names[place]!, codes[place]!];
    await expect(readFile(join(mapped!.folder, name), 'utf8')).resolves.toBe(code);
    const lines = code.split('\n');
    const line = lines.findIndex((candidate) => candidate.includes(one.text));
    const column = lines[line]!.indexOf(one.text);
    const trace = `Error: x\n    at f (file:///var/task/${name}:${line + 1}:${column + 1})`;
    await expect(symboliseTrace(trace, mapped!.folder)).resolves.toMatch(
      /^Error: x\n    at f \((?:functions|shared)\/[\w/-]+\.ts:\d+:\d+\)$/,
    );
  });

  it('of a function that asks a language model loads the code of the model when it asks', async () => {
    for (const id of ['socket/message', 'queue/finish-call']) {
      const index = join(folder, id, 'index.mjs');
      const loaded = await filesLoadedWith(index);
      const sizes = await Promise.all(loaded.map(async (file) => (await stat(file)).size));
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(618 * KB);
    }
  });

  it('holds the rehearsal model where the stage asks for it, and nowhere else', async () => {
    const rehearses = ({ inputs }: Bundle) =>
      inputs.some((path) => path.includes('integrations/rehearsal/customer-answers'));
    expect(bundles.filter(rehearses)).toEqual([]);
    const speaking = manifest.filter(({ uses }) => uses.some((use) => use.startsWith('language-model:')));
    const rehearsing = await bundleFunctions(speaking, join(folder, 'rehearsing'), { hasRehearsalModel: true });
    expect(rehearsing.filter(rehearses)).toHaveLength(4);
  });

  it.each([
    { id: 'calls/make-call', most: 86 },
    { id: 'lookups/list-languages', most: 18 },
    { id: 'authorizer/bearer-token', most: 17 },
  ])('of $id is made of at most $most modules of ours', ({ id, most }) => {
    const ours = bundles.find((bundle) => bundle.id === id)!.inputs.filter((path) => !path.includes('node_modules'));
    expect(ours.length).toBeLessThanOrEqual(most);
  });

  it.each(['authorizer/bearer-token', 'calls/make-call', 'carrier/twilio-call-answered', 'socket/message'])(
    'of %s exports its handler and needs nothing beside it',
    async (id) => {
      const module = (await import(/* @vite-ignore */ join(folder, id, 'index.mjs'))) as { handler: unknown };
      expect(module.handler).toBeTypeOf('function');
    },
  );
});
