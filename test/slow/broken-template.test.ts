import { describe, expect, it } from 'vitest';
import type { Assembly, Template } from '#infra/local/synthesised/assembly.ts';
import { sourceOfAssembly } from '#infra/local/synthesised/template-source.ts';
import { useLocalStack } from '#test/support/local-stack.ts';
import { synthesisedAssembly } from '#test/support/synthesised-assembly.ts';

type Resources = Template['Resources'];

const find = (resources: Resources, type: string, text: string) =>
  Object.entries(resources).find(
    ([, resource]) => resource.Type === type && JSON.stringify(resource).includes(text),
  )![0];

/** A deployment that lacks one route, one variable and one grant: each has to be noticed by the developer who runs it here. */
function breakThreeThings(assembly: Assembly): Assembly {
  const { Resources } = assembly.templates.get('ringback-dev')!;
  delete Resources[find(Resources, 'AWS::ApiGatewayV2::Route', 'GET /api/user/me')];
  const { Environment } = Resources[find(Resources, 'AWS::Lambda::Function', '"lookups/list-phone-numbers"')]!
    .Properties as { Environment: { Variables: Record<string, unknown> } };
  delete Environment.Variables['TABLE_NAME'];
  const { Role } = Resources[find(Resources, 'AWS::Lambda::Function', '"assistants/list-assistants"')]!.Properties as {
    Role: { 'Fn::GetAtt': [string] };
  };
  const role = Resources[Role['Fn::GetAtt'][0]]!;
  role.Properties = JSON.parse(JSON.stringify(role.Properties).replace('dynamodb:Query', 'dynamodb:Scan')) as Record<
    string,
    unknown
  >;
  return assembly;
}

const only = [
  'docs/unknown-endpoint',
  'authorizer/bearer-token',
  'assistants/list-assistants',
  'assistants/list-outbound-assistants',
  'lookups/list-phone-numbers',
];
const running = useLocalStack(async () => ({
  source: sourceOfAssembly(breakThreeThings(await synthesisedAssembly({ only }))),
  workers: false,
}));

describe('the local stack on a template that is broken on purpose', () => {
  it('answers where nothing is broken', async () => {
    const { status, body } = await running().api<unknown[]>('GET', '/user/assistants/outbound');
    expect({ status, body }).toEqual({ status: 200, body: [] });
  });

  it('answers as for no endpoint on the route that the template lacks', async () => {
    const response = await fetch(`${running().baseUrl}/user/me`, {
      headers: { authorization: `Bearer ${running().token(1)}` },
    });
    expect(response.status).toBe(405);
  });

  it('fails where the template lacks a variable', async () => {
    const { status } = await running().api('GET', '/user/assistants/phone-numbers');
    expect(status).toBe(500);
  });

  it('fails where the role lacks a grant, and says which', async () => {
    const { api, stack } = running();
    expect((await api('GET', '/user/assistants/get')).status).toBe(500);
    expect(stack.functions.refused()).toContainEqual({
      by: 'assistants/list-assistants',
      action: 'dynamodb:Query',
      resource: 'arn:aws:dynamodb:us-east-1:000000000000:table/ringback',
    });
  });
});
