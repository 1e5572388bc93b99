import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import * as v from 'valibot';
import cdk from '#cdk.json' with { type: 'json' };
import { addRingback } from '#infra/cloud/stacks/add-ringback.ts';
import type { StageConfig } from '#infra/cloud/stage/config.ts';

export const Template = v.object({
  Parameters: v.optional(
    v.record(
      v.string(),
      v.object({ Type: v.string(), Default: v.optional(v.unknown()), Description: v.optional(v.string(), '') }),
    ),
    {},
  ),
  Resources: v.record(
    v.string(),
    v.object({
      Type: v.string(),
      Properties: v.optional(v.record(v.string(), v.unknown()), {}),
      DeletionPolicy: v.optional(v.string()),
    }),
  ),
  Outputs: v.optional(
    v.record(v.string(), v.object({ Value: v.unknown(), Export: v.optional(v.object({ Name: v.string() })) })),
    {},
  ),
});

export interface StackTemplate extends v.InferOutput<typeof Template> {
  name: string;
}

/** The templates of a stage, in the order of their deployment. Without its bundles: each function has the same empty code. */
export async function synthesiseStacks(stage: string, config: StageConfig): Promise<StackTemplate[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ringback-plan-'));
  try {
    const codeFolder = join(folder, 'code');
    await mkdir(codeFolder);
    await writeFile(join(codeFolder, 'index.mjs'), 'export const handler = () => undefined;\n');
    const app = new App({ outdir: join(folder, 'out'), context: cdk.context, builtinCloudFormationValidation: false });
    const { stacks } = addRingback(app, { stage, config, codeFolderOf: () => codeFolder, studioFolder: codeFolder });
    const assembly = app.synth();
    return stacks.map(({ stackName: name }) => ({
      name,
      ...v.parse(Template, assembly.getStackByName(name).template),
    }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export interface Deployment {
  stage: string;
  config: StageConfig;
  /** In the order of their deployment. */
  stacks: readonly StackTemplate[];
}
