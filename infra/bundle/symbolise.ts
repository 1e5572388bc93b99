import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, stdin } from 'node:process';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { symboliseTrace } from '#infra/bundle/symbolise-trace.ts';
import { bundleFunctions } from '#infra/bundle/bundle-functions.ts';
import { manifest } from '#shared/manifest/manifest.ts';

/**
 * `npm run symbolise -- socket/message < trace.txt`, in a checkout of the commit that is deployed: the same sources give the same
 * bundle, so that its map fits. `--rehearsal` for a stage with the rehearsal model.
 */
const { values, positionals } = parseArgs({
  args: argv.slice(2),
  options: { rehearsal: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [id = ''] = positionals;
if (!manifest.some((row) => row.id === id)) throw new Error(`no such function: ${id}`);
const folder = await mkdtemp(join(tmpdir(), 'symbolise-'));
try {
  await bundleFunctions(manifest, folder, { hasRehearsalModel: values.rehearsal, hasSourceMaps: true });
  console.log(await symboliseTrace(await text(stdin), join(folder, id, 'index.mjs.map')));
} finally {
  await rm(folder, { recursive: true, force: true });
}
