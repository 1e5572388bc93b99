import { ofType, type CfnTemplate, type CfnValue } from '#test/programs/cdk/cfn-template.ts';

/** The service stack with the stacks of the features in it: what these read from Systems Manager is what the service stack stores. */
export function mergeFeatures(service: CfnTemplate, features: readonly CfnTemplate[]): CfnTemplate {
  const [[, stored] = []] = ofType(service, 'AWS::SSM::Parameter');
  const [separator, facts]: [string, CfnValue[]] = stored!.Properties['Value']['Fn::Join'];
  const merged = structuredClone(service);
  for (const feature of features) {
    const resources: CfnTemplate['Resources'] = withFacts(feature.Resources, separator, factsOf(separator, facts));
    for (const [logicalId, resource] of Object.entries(resources)) {
      if (logicalId in merged.Resources) throw new Error(`two stacks have ${logicalId}`);
      merged.Resources[logicalId] = resource;
    }
  }
  return merged;
}

/** CDK joins texts that stand side by side: `a|` and `b` are the parts of a list. */
function factsOf(separator: string, joined: readonly CfnValue[]): CfnValue[] {
  return joined.flatMap((part) => (typeof part === 'string' ? part.split(separator) : [part]));
}

function withFacts(value: CfnValue, separator: string, facts: readonly CfnValue[]): CfnValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withFacts(one, separator, facts));
  const [index, list] = value['Fn::Select'] ?? [];
  if (JSON.stringify(list) === JSON.stringify({ 'Fn::Split': [separator, { Ref: 'ServiceFacts' }] })) {
    return facts[Number(index)];
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withFacts(one, separator, facts)]));
}
