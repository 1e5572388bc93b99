import { readFileSync } from 'node:fs';
import { Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { featuresOf } from '#infra/cloud/stacks/stack-of-row.ts';
import { stages } from '#infra/cloud/stage/config.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { functionOf, ofType, type CfnTemplate } from '#test/programs/cdk/cfn-template.ts';
import { build, synthesise, type Synthesised } from '#test/programs/cdk/synthesise.ts';

/** What becomes of a deployment that exists already. */
describe.each(['dev', 'production'] as const)('another value of a parameter, in the stage %s', (stage) => {
  const deployed = synthesise(stage);
  const parametersOf = (text: string) =>
    Object.keys(deployed.service.Parameters ?? {}).filter((name) => text.includes(`{"Ref":"${name}"}`));
  const versions = ofType(deployed.service, 'AWS::Lambda::Alias').map(([, { Properties }]) => {
    const version: string = Properties['FunctionVersion']['Fn::GetAtt'][0];
    return { name: Properties['FunctionName'].Ref as string, version };
  });

  it('publishes a new version of the functions that read it: an alias calls the one with the old value', () => {
    const { Resources } = deployed.service;
    const stale = versions.flatMap(({ name, version }) => {
      const properties = JSON.stringify(Resources[version]!.Properties);
      const read = parametersOf(JSON.stringify(Resources[name]!.Properties['Environment']));
      return read.filter((parameter) => !parametersOf(properties).includes(parameter)).map((one) => `${name}: ${one}`);
    });
    expect(stale).toEqual([]);
  });

  it('reaches the function that bridges a call to a speech model', () => {
    const [logicalId] = functionOf('carrier/twilio-call-answered', deployed)!;
    const { version } = versions.find(({ name }) => name === logicalId)!;
    // A version never gets another description: CloudFormation replaces it.
    const { Description = '' } = deployed.service.Resources[version]!.Properties;
    expect(parametersOf(JSON.stringify(Description))).toEqual(['TwilioAccountSid', 'OpenAiProjectId']);
  });
});

/** CloudFormation refuses to remove an export that a stack still imports, and the service stack is deployed before its importers. */
describe('another setting of a stage that is deployed', () => {
  const domain = {
    api: 'calls.example.com',
    socket: 'voice.calls.example.com',
    certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/1',
  };
  const settings = {
    'alarms alone': {},
    'alarms and domain names': { domain },
    'domain names alone': { domain, alarms: false },
    neither: { alarms: false },
  };
  const deployed = Object.entries(settings).map(([what, changes]) => ({
    what,
    stacks: synthesise('production', { ...stages.production, ...changes }),
  }));
  const stacksOf = ({ stacks }: Synthesised): CfnTemplate[] => [...stacks.values()];
  const importsOf = (stacks: Synthesised) =>
    [...JSON.stringify(stacksOf(stacks)).matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, name = '']) => name);
  const exportsOf = (stacks: Synthesised) =>
    stacksOf(stacks).flatMap(({ Outputs = {} }) => Object.values(Outputs).map(({ Export }) => String(Export?.Name)));
  const changes = deployed.flatMap((before) =>
    deployed.filter((after) => after !== before).map((after) => ({ before, after })),
  );

  it.each(changes)('from $before.what to $after.what keeps the exports that are in use', ({ before, after }) => {
    const imports = importsOf(before.stacks);
    const exports = exportsOf(after.stacks);
    expect(imports.length).toBeGreaterThan(0);
    expect(imports.filter((name) => !exports.includes(name))).toEqual([]);
  });

  it('keeps the export of the domain name, which a studio that was deployed before imports', () => {
    const named = deployed.filter(({ stacks }) => ofType(stacks.service, 'AWS::ApiGatewayV2::DomainName').length > 0);
    expect(named).toHaveLength(2);
    for (const { stacks } of named) {
      expect(exportsOf(stacks)).toContainEqual(expect.stringMatching(/^ringback-production:ExportsOutputRefDomainApi/));
    }
  });

  it.each(deployed)('deploys the service before the studio, with $what', ({ stacks: { app } }) => {
    const stack = (name: string) => app.node.findChild(name) as Stack;
    expect(stack('ringback-production-studio').dependencies).toContain(stack('ringback-production'));
  });
});

/** CloudFormation deletes an empty bucket only, and versions remain when its files are removed. */
describe.each(['dev', 'production'] as const)('the removal of the stage %s', (stage) => {
  const { data, studio } = synthesise(stage);
  const removed = [data, studio]
    .flatMap((template) => ofType(template, 'AWS::S3::Bucket'))
    .filter(([, { DeletionPolicy }]) => DeletionPolicy === 'Delete')
    .map(([, { Properties }]) => Properties);

  it('comes to buckets whose files can be removed', () => {
    expect(removed).toHaveLength(stage === 'dev' ? 2 : 1);
    expect(removed.filter(({ VersioningConfiguration }) => VersioningConfiguration !== undefined)).toEqual([]);
  });

  it('has a command for each of these buckets in the guide', () => {
    const section = readFileSync('docs/guide.md', 'utf8')
      .split('\n## Remove or adopt resources\n')[1]!
      .split('\n## ')[0]!;
    const commands = removed.map(({ BucketName }) => {
      const [start]: string[] = BucketName['Fn::Join'][1];
      return `aws s3 rm --recursive s3://${start!.replace(`ringback-${stage}`, '$TABLE_NAME')}`;
    });
    expect(commands.filter((command) => !section.includes(command))).toEqual([]);
  });
});

it('every stack stands in the guide, with the command that deletes it; those of the features and the studio go with the service', () => {
  const guide = readFileSync('docs/guide.md', 'utf8');
  const stacks = build('production')
    .app.node.children.filter((child) => Stack.isStack(child))
    .map(({ stackName }) => stackName);
  expect(stacks).toContain('ringback-production-data');
  const ofFeatures = featuresOf(manifest).map((feature) => `ringback-production-${feature}`);
  const named = stacks.filter((name) => !ofFeatures.includes(name));
  expect([...named, 'ringback-production-<feature>'].filter((name) => !guide.includes(`| \`${name}\``))).toEqual([]);
  const deleted = [...guide.matchAll(/^npx cdk destroy (.+) -c/gm)].flatMap(([, names = '']) => names.split(' '));
  const names = deleted.map((name) => name.replace('$TABLE_NAME', 'ringback-production'));
  // cdk deletes what depends on a stack with it.
  expect([...names, 'ringback-production-studio'].toSorted()).toEqual(named.toSorted());
});
