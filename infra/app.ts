import { join, resolve } from 'node:path';
import { App } from 'aws-cdk-lib';
import { bundleFunctions } from '#infra/bundle/bundle-functions.ts';
import { isStageName, stages } from '#infra/config.ts';
import { addRingback } from '#infra/stacks/add-ringback.ts';
import { manifest } from '#shared/manifest/manifest.ts';

const BUNDLES = resolve(import.meta.dirname, '../dist');

const app = new App();
const stage: unknown = app.node.tryGetContext('stage') ?? 'dev';
if (!isStageName(stage)) throw new Error(`stage must be one of ${Object.keys(stages).join(', ')}`);

await bundleFunctions(manifest, BUNDLES);
addRingback(app, { stage, config: stages[stage], codeFolderOf: ({ id }) => join(BUNDLES, id) });
app.synth();
