import { beforeAll, describe, expect, it } from 'vitest';
import { settingsOfRow } from '#infra/local/aws/queues/queue-emulator.ts';
import type { Assembly, Template } from '#infra/local/synthesised/assembly.ts';
import { sourceOfAssembly } from '#infra/local/synthesised/template-source.ts';
import type { ManifestRow } from '#shared/manifest/manifest-row.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { tableDefinition } from '#shared/platform/table/table.ts';
import { synthesisedAssembly } from '#test/support/synthesised-assembly.ts';

let assembly: Assembly;

beforeAll(async () => {
  assembly = await synthesisedAssembly({ only: [] });
}, 60_000);

/** A copy of the assembly whose stacks are changed. */
function broken(change: (resources: Template['Resources']) => void): Assembly {
  const templates = structuredClone(new Map(assembly.templates));
  for (const { Resources } of templates.values()) change(Resources);
  return { ...assembly, templates };
}

const idsOf = (resources: Template['Resources'], type: string, text = '') =>
  Object.entries(resources)
    .filter(([, resource]) => resource.Type === type && JSON.stringify(resource).includes(text))
    .map(([logicalId]) => logicalId);

describe('the service of the template and the service of the manifest', () => {
  // What a function may do, and what its failure means, the local stack is not told.
  const plain = (row: ManifestRow) => ({ ...row, uses: [], failure: '', partitions: undefined, canary: undefined });
  const byId = (rows: readonly ManifestRow[]) => rows.map(plain).toSorted((one, other) => (one.id < other.id ? -1 : 1));

  it('have the same functions, called in the same ways, with the same time to answer', () => {
    expect(byId(sourceOfAssembly(assembly).rows)).toEqual(byId(manifest));
  });

  it('have the same queues', () => {
    const source = sourceOfAssembly(assembly);
    const rows = manifest.filter((row) => row.kind === 'queue');
    expect(rows.map((row) => source.settingsOf(row))).toEqual(rows.map(settingsOfRow));
  });

  it('have the same table', () => {
    expect(sourceOfAssembly(assembly).table).toEqual(tableDefinition);
  });
});

describe('a template that is not whole', () => {
  it.each([
    ['the permission of a caller', 'AWS::Lambda::Permission', '', /may not call schedule\//],
    ['the integration of a route', 'AWS::ApiGatewayV2::Integration', 'makecall', /refers to .*, which is not in it/],
    ['the authorizer', 'AWS::ApiGatewayV2::Authorizer', '', /refers to .*Authorizer.*, which is not in it/],
    ['a dead-letter queue', 'AWS::SQS::Queue', 'dial-calls-dead-letters', /refers to .*, which is not in it/],
    ['a role', 'AWS::IAM::Role', 'makecall', /refers to .*, which is not in it/],
  ])('is not run without %s', (_, type, text, message) => {
    const without = broken((resources) => {
      for (const logicalId of idsOf(resources, type, text)) delete resources[logicalId];
    });
    expect(() => sourceOfAssembly(without)).toThrow(message);
  });

  it('is not run when an API may not call its functions', () => {
    const withoutInvoke = broken((resources) => {
      const text = JSON.stringify(resources).replaceAll('"lambda:InvokeFunction"', '"lambda:GetFunction"');
      Object.assign(resources, JSON.parse(text));
    });
    expect(() => sourceOfAssembly(withoutInvoke)).toThrow(/may not call authorizer\/bearer-token/);
  });

  it('is not run when a worker may not receive messages', () => {
    const withoutReceive = broken((resources) => {
      const text = JSON.stringify(resources).replaceAll('"sqs:ReceiveMessage"', '"sqs:PurgeQueue"');
      Object.assign(resources, JSON.parse(text));
    });
    expect(() => sourceOfAssembly(withoutReceive)).toThrow(/may not receive messages: sqs:ReceiveMessage/);
  });
});
