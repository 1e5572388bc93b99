import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stdin } from 'node:process';
import { text } from 'node:stream/consumers';
import { Command } from '@commander-js/extra-typings';
import { bundleFunctions } from '#infra/cloud/bundle/bundle-functions.ts';
import { symboliseTrace } from '#infra/cloud/bundle/symbolise-trace.ts';
import { manifest } from '#shared/manifest/manifest.ts';

/**
 * `npm run symbolise -- socket/message < trace.txt`, in a checkout of the commit that is deployed: the same sources give the same
 * bundle, so that its map fits. `--rehearsal` for a stage with the rehearsal model.
 */
const command = new Command('npm run symbolise --')
  .description(
    'Names the source lines of a stack trace of a deployed function. In a checkout of the commit that is deployed.',
  )
  .argument('<function>', 'the id of the function: socket/message')
  .option('--rehearsal', 'for a stage with the rehearsal model', false)
  .addHelpText('after', '\nExample:\n  npm run symbolise -- socket/message < trace.txt')
  .allowExcessArguments(false)
  .showHelpAfterError()
  .parse();
const [id] = command.processedArgs;
if (!manifest.some((row) => row.id === id)) command.error(`error: no such function: ${id}`);
const folder = await mkdtemp(join(tmpdir(), 'symbolise-'));
try {
  await bundleFunctions(manifest, folder, { hasRehearsalModel: command.opts().rehearsal, hasSourceMaps: true });
  console.log(await symboliseTrace(await text(stdin), join(folder, id)));
} finally {
  await rm(folder, { recursive: true, force: true });
}
