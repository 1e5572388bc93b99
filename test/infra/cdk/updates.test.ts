import { describe, expect, it } from 'vitest';
import { functionOf, ofType } from '#test/support/cdk/cfn-template.ts';
import { synthesise } from '#test/support/cdk/synthesise.ts';

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
