/** Any value of a template: text, number, or a function of CloudFormation. */
// oxlint-disable-next-line typescript/no-explicit-any
export type CfnValue = any;

export type CfnResource = {
  Type: string;
  Properties: Record<string, CfnValue>;
  DeletionPolicy?: string;
  DependsOn?: string[];
  UpdatePolicy?: Record<string, CfnValue>;
};

export interface CfnTemplate {
  Parameters?: Record<string, CfnValue>;
  Resources: Record<string, CfnResource>;
  Outputs?: Record<string, { Value: CfnValue; Export?: { Name: string } }>;
}

export type Deployed = { name: string; service: CfnTemplate; data: CfnTemplate };

const NAMES = ['FunctionName', 'QueueName', 'TableName', 'LogGroupName', 'TopicName', 'DomainName', 'Name'];

/** A queue of another stack is named by its whole address. */
const QUEUE = /^(?:https:\/\/sqs\.|arn:<AWS::Partition>:sqs:).*[:/]([\w-]+)$/;

/** A value as people read it: `Ref` and `Fn::GetAtt` give the name of the resource, wherever it is, joins one text. */
export function describeValue(value: CfnValue, { service, data }: Omit<Deployed, 'name'>): string {
  const describe = (inner: CfnValue): string => describeValue(inner, { service, data });
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map(describe).join(',');
  if ('Ref' in value && service.Resources[value.Ref]?.Type === 'AWS::Lambda::Alias')
    return describe(service.Resources[value.Ref]!.Properties['FunctionName']);
  if ('Ref' in value) return nameOf(value.Ref, service) ?? nameOf(value.Ref, data) ?? `<${value.Ref}>`;
  if ('Fn::GetAtt' in value) return describe({ Ref: value['Fn::GetAtt'][0] });
  if ('Fn::Join' in value) return value['Fn::Join'][1].map(describe).join(value['Fn::Join'][0]).replace(QUEUE, '$1');
  if ('Fn::ImportValue' in value) {
    const output = Object.values(data.Outputs ?? {}).find(({ Export }) => Export?.Name === value['Fn::ImportValue']);
    return describe(output?.Value ?? '<nothing>');
  }
  return JSON.stringify(value);
}

function nameOf(logicalId: string, template: CfnTemplate): string | undefined {
  const resource = template.Resources[logicalId];
  if (!resource) return undefined;
  return NAMES.map((name) => resource.Properties[name]).find((name) => typeof name === 'string') ?? `<${logicalId}>`;
}

export const ofType = ({ Resources }: CfnTemplate, type: string): Array<[logicalId: string, resource: CfnResource]> =>
  Object.entries(Resources).filter(([, resource]) => resource.Type === type);

/** The function of a row, under the name that it has in AWS. */
export function functionOf(id: string, { name, service }: Deployed) {
  const functionName = `${name}-${id.replaceAll('/', '-')}`;
  return ofType(service, 'AWS::Lambda::Function').find(
    ([, { Properties }]) => Properties['FunctionName'] === functionName,
  );
}

/** What a function may do, each as `action resource`. */
export function grantsOf(id: string, deployed: Deployed): string[] {
  const [, fn] = functionOf(id, deployed) ?? [];
  const role = deployed.service.Resources[fn?.Properties['Role']['Fn::GetAtt'][0]];
  const statements = role?.Properties['Policies'].flatMap((policy: CfnValue) => policy.PolicyDocument.Statement) ?? [];
  return statements.flatMap((statement: CfnValue) =>
    [statement.Action].flat().flatMap((action: string) => {
      const resources = Array.isArray(statement.Resource) ? statement.Resource : [statement.Resource];
      return resources.map((resource: CfnValue) => `${action} ${describeValue(resource, deployed)}`);
    }),
  );
}
