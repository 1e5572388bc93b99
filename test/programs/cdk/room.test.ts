import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { featureOf, featuresOf } from '#infra/cloud/stacks/stack-of-row.ts';
import { stages, type StageConfig } from '#infra/cloud/stage/config.ts';
import type { HttpRow, ManifestRow } from '#shared/manifest/manifest-row.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { ofType, type CfnTemplate } from '#test/programs/cdk/cfn-template.ts';
import { synthesise } from '#test/programs/cdk/synthesise.ts';

/** CloudFormation takes 500 in a stack. The rest is for what no issue has yet. */
const MOST_RESOURCES = 300;
const FURTHER_ENDPOINTS = 60;

/** The settings that add resources. */
const everything: StageConfig = {
  ...stages.production,
  accountConcurrency: 1000,
  domain: {
    api: 'calls.example.com',
    socket: 'voice.calls.example.com',
    certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/1',
    hostedZone: { id: 'Z1', name: 'example.com' },
  },
};
const deployed = synthesise('production', everything);

describe('room for sixty more endpoints', () => {
  const endpoints = manifest.filter((row): row is HttpRow => row.kind === 'http' && row.method !== 'ANY');
  /** The next endpoints are of the features that exist: as many of each as it has today, and one of a new feature. */
  const further = Array.from({ length: FURTHER_ENDPOINTS }, (_, index): ManifestRow => {
    const row = endpoints[((index * endpoints.length) / FURTHER_ENDPOINTS) | 0]!;
    const id = index === 0 ? 'knowledge/list-sources' : `${row.id}-${index}`;
    return { ...row, id, path: `/user/further/${index}`, aliases: [], otherMethod: undefined };
  });
  const later = synthesise('production', everything, [...manifest, ...further]);
  const sizes = [...later.stacks].map(([name, { Resources }]) => ({ name, resources: Object.keys(Resources).length }));

  it.each(sizes)('$name has $resources of 500 resources with them', ({ name, resources }) => {
    // The alarms are those of the manifest, one for each endpoint.
    const alarms = name.endsWith('-monitoring') ? FURTHER_ENDPOINTS : 0;
    expect(resources + alarms).toBeLessThan(MOST_RESOURCES);
  });

  it('puts each into the stack of its feature, and none into the service stack', () => {
    const sizeOf = (stacks: ReadonlyMap<string, CfnTemplate>) =>
      Object.keys(stacks.get(deployed.name)!.Resources).length;
    expect(sizeOf(later.stacks)).toBe(sizeOf(deployed.stacks));
    expect([...later.stacks.keys()]).toContain('ringback-production-knowledge');
  });

  it('needs no second role of an API: the ARNs in one are those of a stack', () => {
    const mostCharacters = 10_240;
    for (const [, template] of later.stacks) {
      for (const [, role] of ofType(template, 'AWS::IAM::Role')) {
        expect(JSON.stringify(role.Properties['Policies'] ?? '').length).toBeLessThan(mostCharacters);
      }
    }
  });
});

it('what 0.1.0 has deployed stays in the service stack, under its logical id', () => {
  const file = join(import.meta.dirname, 'deployed-0.1.0.json');
  const first = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>;
  // A permission has the name of the stage in its id.
  const { stacks, name } = synthesise('dev');
  const { Resources } = stacks.get(name)!;
  const moved = Object.entries(first).flatMap(([type, ids]) => ids.filter((id) => Resources[id]?.Type !== type));
  expect(Object.values(first).flat()).toHaveLength(249);
  expect(moved).toEqual([]);
});

it('a stack imports from the data and the service alone: exports make no circle, and none keeps a feature', () => {
  const { name } = deployed;
  const order = [...deployed.stacks.keys()];
  const imports = [...deployed.stacks].flatMap(([importer, template]) =>
    [...JSON.stringify(template).matchAll(/"Fn::ImportValue":"([^:"]+):/g)].map(([, from = '']) => ({
      importer,
      from,
    })),
  );
  expect(new Set(imports.map(({ from }) => from))).toEqual(new Set([`${name}-data`, name]));
  expect(imports.filter(({ importer, from }) => order.indexOf(from) >= order.indexOf(importer))).toEqual([]);
  const ofFeatures = imports.filter(({ importer }) => featuresOf(manifest).includes(importer.slice(name.length + 1)));
  expect(new Set(ofFeatures.map(({ from }) => from))).toEqual(new Set([`${name}-data`]));
});

it.each(manifest.filter((row) => featureOf(row) === 'workers' && row.kind === 'queue'))(
  'the queue of $id is there before the functions that send to it',
  (row) => {
    const { data } = deployed;
    expect(JSON.stringify(data)).toContain(`"ringback-production-${row.kind === 'queue' && row.queue}"`);
  },
);

/** API Gateway refuses hundreds of changes at once. CloudFormation makes all at once that wait for nothing. */
it.each([...deployed.stacks])('%s creates four routes or integrations at once, at most', (_, template) => {
  const { Resources } = template;
  const all = Object.keys(Resources).filter((id) => /ApiGatewayV2::(?:Route|Integration)$/.test(Resources[id]!.Type));
  const created = new Set<string>();
  while (created.size < all.length) {
    const ready = all.filter(
      (id) => !created.has(id) && waitsFor(Resources[id]!, all).every((one) => created.has(one)),
    );
    expect(ready.length).toBeGreaterThan(0);
    expect(ready.length).toBeLessThanOrEqual(4);
    for (const id of ready) created.add(id);
  }
});

function waitsFor(resource: { DependsOn?: string | string[] } & object, among: readonly string[]): string[] {
  const named = [resource.DependsOn ?? []].flat();
  const text = JSON.stringify(resource);
  return among.filter((id) => named.includes(id) || text.includes(`{"Ref":"${id}"}`));
}
