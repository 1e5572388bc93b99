import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { App } from 'aws-cdk-lib';
import { afterAll } from 'vitest';
import { bundleFunctions } from '#infra/cloud/bundle/bundle-functions.ts';
import { addRingback } from '#infra/cloud/stacks/add-ringback.ts';
import type { StageConfig } from '#infra/cloud/stage/config.ts';
import { localConfig } from '#infra/local/aws/queues/queue-emulator.ts';
import { readAssembly, type Assembly } from '#infra/local/synthesised/assembly.ts';
import { manifest } from '#shared/manifest/manifest.ts';

const { context } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../cdk.json'), 'utf8')) as {
  context: Record<string, unknown>;
};

const scratch = mkdtempSync(join(tmpdir(), 'assembly-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/**
 * What `npm run synth -- -c stage=rehearsal` would leave behind, in a folder that is gone after the tests. Bundles take their time: where `only`
 * names some functions, the others have code that does nothing.
 */
export async function synthesisedAssembly({
  config = localConfig,
  only = manifest.map(({ id }) => id),
}: { config?: StageConfig; only?: readonly string[] } = {}): Promise<Assembly> {
  const bundles = mkdtempSync(join(scratch, 'bundles-'));
  const rows = manifest.filter(({ id }) => only.includes(id));
  const hasRehearsalModel = config.languageModels.rehearsal;
  if (rows.length > 0) await bundleFunctions(rows, bundles, { hasRehearsalModel });
  const empty = mkdtempSync(join(scratch, 'code-'));
  writeFileSync(join(empty, 'index.mjs'), 'export const handler = () => undefined;\n');
  // What the schemas of CloudFormation say is for test/slow/findings.test.ts, and takes longer than all the rest.
  const app = new App({
    outdir: mkdtempSync(join(scratch, 'out-')),
    builtinCloudFormationValidation: false,
    context,
  });
  const codeFolderOf = ({ id }: { id: string }) => (only.includes(id) ? join(bundles, id) : empty);
  addRingback(app, { stage: 'dev', config, codeFolderOf, studioFolder: empty });
  app.synth();
  return readAssembly(app.outdir);
}
