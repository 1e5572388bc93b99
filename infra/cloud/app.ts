import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { bundleFunctions } from '#infra/cloud/bundle/bundle-functions.ts';
import { acknowledgeFindings } from '#infra/cloud/nag-acknowledgements.ts';
import { addRingback } from '#infra/cloud/stacks/add-ringback.ts';
import { isStageName, stages, type StageConfig } from '#infra/cloud/stage/config.ts';
import { buildStudio } from '#infra/cloud/studio/build-studio.ts';
import { bundleStudio } from '#infra/cloud/studio/bundle-studio.ts';
import { STUDIO_FOLDER } from '#infra/cloud/studio/studio-headers.ts';
import { manifest } from '#shared/manifest/manifest.ts';

const BUNDLES = resolve(import.meta.dirname, '../../dist');

const app = new App();
const stage: unknown = app.node.tryGetContext('stage') ?? 'dev';
if (!isStageName(stage)) {
  console.error(`stage must be one of ${Object.keys(stages).join(', ')}`);
  process.exit(1);
}

const config: StageConfig = stages[stage];
await bundleFunctions(manifest, BUNDLES, { hasRehearsalModel: config.languageModels.rehearsal });
const studioFolder = join(BUNDLES, STUDIO_FOLDER);
if (config.studio === 'api') await bundleStudio(studioFolder);
const { name } = addRingback(app, { stage, config, codeFolderOf: ({ id }) => join(BUNDLES, id), studioFolder });
acknowledgeFindings(app, name);
Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
const { directory } = app.synth();
// Part of the assembly, but no asset: CloudFormation has no resource that unpacks one into a bucket. `npm run deploy` uploads it to
// the bucket of CloudFront, and the local stack serves it.
await cp(await buildStudio(), join(directory, STUDIO_FOLDER), { recursive: true });
