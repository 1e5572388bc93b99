import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll } from 'vitest';
import { type Handler } from '#infra/local/aws/lambda/function-runtime.ts';
import { sourceOfManifest, type ServiceSource } from '#infra/local/source/service-source.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** What the next release adds: a kind of event, a tool, and a field of each event and of the state. */
const patches: Readonly<Record<string, ReadonlyArray<readonly [text: string, next: string]>>> = {
  'shared/conversations/conversation-items.ts': [
    [
      "  v.object({ kind: v.literal('played'),",
      "  v.object({ kind: v.literal('mood_noted'), at: v.number(), mood: v.string() }),\n  v.object({ kind: v.literal('played'),",
    ],
    [
      '  await put(table, { ...key, ...event, expiresAt: expiryOf(event.at) });',
      `  await put(table, { ...key, ...event, mood: { of: 'event' }, expiresAt: expiryOf(event.at) });
  const noted = keys.conversation.event(connectionId, event.at + 1, \`mood-\${suffix}\`);
  await put(table, { ...noted, kind: 'mood_noted', at: event.at + 1, mood: 'calm', expiresAt: expiryOf(event.at) });`,
    ],
    ['{ condition: present, ...change }', "{ condition: present, ...change, set: { ...change.set, mood: 'calm' } }"],
  ],
  'shared/assistants/stored-settings.ts': [
    [
      "v.picklist(['end_call', 'wait', 'call_transfer'])",
      "v.picklist(['end_call', 'wait', 'call_transfer', 'look_up'])",
    ],
    ["type: v.literal('end_call')", "type: v.picklist(['end_call', 'look_up'])"],
  ],
  'shared/built-in-tools.ts': [
    ['  waitTool,\n];', '  waitTool,\n  lookUpTool,\n];'],
    [
      '/** In the order in which',
      `const lookUpTool = {
  name: 'look_up', parameters: { type: 'object', properties: {}, additionalProperties: false }, endsCall: false,
  offer: ({ assistantTools }) => (assistantTools.some(({ type }) => type === 'look_up') ? { description: 'Looks it up.' } : undefined),
  rehearse: (words) => (/look it up/i.test(words) ? undefined : {}),
  run: async () => 'Tuesday at ten.',
};
/** In the order in which`,
    ],
  ],
};

/** A function as the next release has it, bundled from the sources with these patches. */
async function nextHandler(file: string): Promise<Handler> {
  const folder = await mkdtemp(join(ROOT, 'node_modules/.next-release-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const outfile = join(folder, 'index.mjs');
  const patched = new Set<string>();
  await build({
    entryPoints: [join(ROOT, file)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    plugins: [
      {
        name: 'next-release',
        setup({ onLoad }) {
          onLoad({ filter: /\.ts$/ }, async ({ path }) => {
            const changes = patches[path.slice(ROOT.length + 1)];
            if (!changes) return undefined;
            let contents = await readFile(path, 'utf8');
            for (const [text, next] of changes) {
              if (!contents.includes(text)) throw new Error(`${path} has no ${text}`);
              contents = contents.replaceAll(text, next);
            }
            patched.add(path);
            return { contents, loader: 'ts' };
          });
        },
      },
    ],
  });
  if (patched.size < Object.keys(patches).length) throw new Error('the next release is the same as this one');
  const module = (await import(pathToFileURL(outfile).href)) as { handler: Handler };
  return module.handler;
}

/** This release and the next one answer the events of a function in turn, as during a canary. */
export async function canaryOf(id: string, file: string): Promise<{ source: ServiceSource; answered: () => number[] }> {
  const manifest = await sourceOfManifest();
  const answered = [0, 0];
  const source: ServiceSource = {
    ...manifest,
    toLoadFirst: manifest.rows.filter((row) => row.id === id),
    async start(machine) {
      const running = await manifest.start(machine);
      return {
        ...running,
        async load(row) {
          const handler = await running.load(row);
          if (row.id !== id) return handler;
          const builds = [handler, await nextHandler(file)];
          let events = 0;
          return (event, context) => {
            const build = events++ % builds.length;
            answered[build]! += 1;
            return builds[build]!(event, context);
          };
        },
      };
    },
  };
  return { source, answered: () => answered };
}
