import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { StackError } from '#infra/local/address/stack-error.ts';

const Resource = v.object({
  Type: v.string(),
  Properties: v.optional(v.record(v.string(), v.unknown()), {}),
});

const Template = v.object({
  Parameters: v.optional(v.record(v.string(), v.object({ Type: v.string(), Default: v.optional(v.string()) })), {}),
  Resources: v.record(v.string(), Resource),
  Outputs: v.optional(
    v.record(v.string(), v.object({ Value: v.unknown(), Export: v.optional(v.object({ Name: v.unknown() })) })),
    {},
  ),
});

export type Template = v.InferOutput<typeof Template>;

/** The part of the output of `cdk synth` that the local stack reads. */
export interface Assembly {
  /** By the name of the stack. */
  templates: ReadonlyMap<string, Template>;
  /** The folder of an asset, by the name of the file that a deployment would upload. */
  assets: ReadonlyMap<string, string>;
}

const Manifest = v.object({
  artifacts: v.record(
    v.string(),
    v.object({ type: v.string(), properties: v.optional(v.record(v.string(), v.unknown()), {}) }),
  ),
});
const StackArtifact = v.object({ templateFile: v.string() });
const AssetArtifact = v.object({ file: v.string() });
const AssetManifest = v.object({
  files: v.record(
    v.string(),
    v.object({
      source: v.object({ path: v.optional(v.string()) }),
      destinations: v.record(v.string(), v.object({ objectKey: v.string() })),
    }),
  ),
});

/** Reads an assembly from its folder, as JSON files: nothing of CDK is loaded. */
export async function readAssembly(folder: string): Promise<Assembly> {
  const { artifacts } = await readManifest(folder);
  const templates = new Map<string, Template>();
  const assets = new Map<string, string>();
  for (const [name, { type, properties }] of Object.entries(artifacts)) {
    if (type === 'aws:cloudformation:stack') {
      const { templateFile } = v.parse(StackArtifact, properties);
      templates.set(name, await readJson(join(folder, templateFile), Template));
    } else if (type === 'cdk:asset-manifest') {
      const { files } = await readJson(join(folder, v.parse(AssetArtifact, properties).file), AssetManifest);
      for (const { source, destinations } of Object.values(files)) {
        for (const { objectKey } of Object.values(destinations))
          assets.set(objectKey, resolve(folder, source.path ?? ''));
      }
    }
  }
  return { templates, assets };
}

async function readManifest(folder: string) {
  try {
    return await readJson(join(folder, 'manifest.json'), Manifest);
  } catch (error) {
    throw new StackError(`${folder} holds no synthesised template: run «npm run synth» first`, { cause: error });
  }
}

async function readJson<const Schema extends v.GenericSchema>(file: string, schema: Schema) {
  return v.parse(v.pipe(v.string(), v.parseJson(), schema), await readFile(file, 'utf8'));
}
