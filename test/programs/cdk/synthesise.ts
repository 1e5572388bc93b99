import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { App, type Stack } from 'aws-cdk-lib';
import { afterAll } from 'vitest';
import { addRingback } from '#infra/cloud/stacks/add-ringback.ts';
import { stages, type StageConfig, type StageName } from '#infra/cloud/stage/config.ts';
import type { ManifestRow } from '#shared/manifest/manifest-row.ts';
import type { CfnTemplate } from '#test/programs/cdk/cfn-template.ts';
import { mergeFeatures } from '#test/programs/cdk/merge-features.ts';

// As the command line passes it to the app.
const { context } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../cdk.json'), 'utf8')) as {
  context: Record<string, unknown>;
};

const scratch = mkdtempSync(join(tmpdir(), 'cdk-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

export interface Synthesised {
  app: App;
  name: string;
  /** The service stack and those of the features, as if they were one. */
  service: CfnTemplate;
  /** Every template by the name of its stack, in the order of their deployment. */
  stacks: ReadonlyMap<string, CfnTemplate>;
  data: CfnTemplate;
  logs: CfnTemplate;
  monitoring: CfnTemplate | undefined;
  /** Empty where the stage has none. */
  studio: CfnTemplate;
}

/** The deployment as it would be, without having bundled anything: every function has the same empty code. */
export function build(
  stage: StageName,
  config: StageConfig = stages[stage],
  builtinCloudFormationValidation = false,
  rows?: readonly ManifestRow[],
) {
  const folder = mkdtempSync(join(scratch, 'app-'));
  const codeFolder = join(folder, 'code');
  mkdirSync(codeFolder);
  writeFileSync(join(codeFolder, 'index.mjs'), 'export const handler = () => undefined;\n');
  const app = new App({ outdir: join(folder, 'out'), builtinCloudFormationValidation, context });
  return {
    app,
    ...addRingback(app, {
      stage,
      config,
      codeFolderOf: () => codeFolder,
      studioFolder: codeFolder,
      ...(rows && { rows }),
    }),
  };
}

export function synthesise(stage: StageName, config?: StageConfig, rows?: readonly ManifestRow[]): Synthesised {
  const { app, name, service, stateful, logs, features, monitoring, studio, stacks } = build(
    stage,
    config,
    false,
    rows,
  );
  const assembly = app.synth();
  const template = ({ stackName }: Stack) => assembly.getStackByName(stackName).template as CfnTemplate;
  return {
    app,
    name,
    service: mergeFeatures(template(service), features.map(template)),
    stacks: new Map(stacks.map((stack) => [stack.stackName, template(stack)])),
    data: template(stateful),
    logs: template(logs),
    monitoring: monitoring && template(monitoring),
    studio: studio ? template(studio) : { Resources: {} },
  };
}
