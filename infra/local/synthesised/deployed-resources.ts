import * as v from 'valibot';
import { ACCOUNT_SID, API_KEY_SID, APPLICATION_SID, PROJECT_ID } from '#infra/local/address/names.ts';
import type { Assembly, Template } from '#infra/local/synthesised/assembly.ts';
import { ACCOUNT, attributeOf, queueOnMachine, refOf, REGION } from '#infra/local/synthesised/local-names.ts';

/** The type of a parameter whose value is read from Systems Manager. */
const STORED_PARAMETER = 'AWS::SSM::Parameter::Value<String>';

/** The resources of all stacks, with all values resolved for this machine. */
export interface DeployedResources {
  ofType<const Schema extends v.GenericSchema>(
    type: string,
    schema: Schema,
  ): Array<{ ref: string; arn: string; properties: v.InferOutput<Schema> }>;
}

const pseudoParameters: Record<string, string> = {
  'AWS::Region': REGION,
  'AWS::AccountId': ACCOUNT,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
};
const parameters: Record<string, string> = {
  TwilioAccountSid: ACCOUNT_SID,
  TwilioApiKeySid: API_KEY_SID,
  TwilioApplicationSid: APPLICATION_SID,
  OpenAiProjectId: PROJECT_ID,
};

export function deployedResources({ templates }: Assembly): DeployedResources {
  // The name of the functions' stack is the name of the deployment; the name of the data stack is longer.
  const [deployment = ''] = [...templates.keys()].toSorted((one, other) => one.length - other.length);
  const all = new Map([...templates.values()].map((template) => [template, lookupsFor(template)] as const));

  function lookupsFor(template: Template): Lookups {
    const parameterOf = (logicalId: string) => {
      const { Type, Default } = template.Parameters[logicalId] ?? {};
      return Type === STORED_PARAMETER ? storedValue(all, Default) : (parameters[logicalId] ?? Default);
    };
    const resourceOf = (logicalId: string) => {
      const resource = template.Resources[logicalId];
      if (!resource) throw new Error(`the template refers to ${logicalId}, which is not in it`);
      return resource;
    };
    return {
      ref: (logicalId) =>
        pseudoParameters[logicalId] ??
        (logicalId in template.Parameters
          ? parameterOf(logicalId)
          : refOf(logicalId, resourceOf(logicalId), deployment)),
      attribute: (logicalId, attribute) => attributeOf(logicalId, resourceOf(logicalId), attribute, deployment),
      imported,
      deployment,
    };
  }

  function imported(name: string): unknown {
    for (const [template, lookups] of all) {
      const output = Object.values(template.Outputs).find(({ Export }) => Export?.Name === name);
      if (output) return evaluate(output.Value, lookups);
    }
    throw new Error(`no stack exports ${name}`);
  }

  return {
    ofType: (type, schema) =>
      [...all].flatMap(([template, lookups]) =>
        Object.entries(template.Resources)
          .filter(([, resource]) => resource.Type === type)
          .map(([logicalId, resource]) => ({
            ref: refOf(logicalId, resource, deployment),
            arn: attributeOf(logicalId, resource, 'Arn', deployment),
            properties: v.parse(schema, evaluate(resource.Properties, lookups)),
          })),
      ),
  };
}

/** The value of a parameter of Systems Manager, which another stack has. */
function storedValue(all: ReadonlyMap<Template, Lookups>, name: string | undefined): unknown {
  for (const [template, lookups] of all) {
    const found = Object.values(template.Resources).find(
      ({ Type, Properties }) => Type === 'AWS::SSM::Parameter' && Properties['Name'] === name,
    );
    if (found) return evaluate(found.Properties['Value'], lookups);
  }
  throw new Error(`no stack stores the parameter ${name}`);
}

/** The values that CloudFormation resolves at deployment. */
interface Lookups {
  ref(logicalId: string): unknown;
  attribute(logicalId: string, attribute: string): unknown;
  imported(name: string): unknown;
  /** The name of the deployment. */
  deployment: string;
}

/** A value of a template with its functions resolved. */
function evaluate(value: unknown, lookups: Lookups): unknown {
  if (Array.isArray(value)) return value.map((item) => evaluate(item, lookups));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [[name, argument] = ['', undefined]] = entries;
  if (entries.length === 1 && (name === 'Ref' || name.startsWith('Fn::'))) return call(name, argument, lookups);
  return Object.fromEntries(entries.map(([key, item]) => [key, evaluate(item, lookups)]));
}

function call(name: string, argument: unknown, lookups: Lookups): unknown {
  const values = evaluate(argument, lookups);
  const [first, second]: unknown[] = Array.isArray(values) ? values : [values];
  switch (name) {
    case 'Ref':
      return lookups.ref(String(values));
    case 'Fn::GetAtt':
      return lookups.attribute(String(first), String(second));
    case 'Fn::ImportValue':
      return lookups.imported(String(values));
    case 'Fn::Sub':
      return String(values).replaceAll(/\$\{(?<id>[\w:]+)\}/g, (_, logicalId: string) =>
        String(lookups.ref(logicalId)),
      );
    case 'Fn::Join':
      return Array.isArray(second) ? queueOnMachine(second.map(String).join(String(first)), lookups.deployment) : '';
    case 'Fn::Select':
      return Array.isArray(second) ? second[Number(first)] : undefined;
    case 'Fn::Split':
      return String(second).split(String(first));
    default:
      throw new Error(`the local stack does not know ${name}`);
  }
}
