import * as v from 'valibot';
import { ACCOUNT_SID, PROJECT_ID } from '#infra/local/stack/stack-environment.ts';
import type { Assembly, Template } from '#infra/local/template/assembly.ts';
import { evaluate, type Lookups } from '#infra/local/template/evaluate.ts';
import { ACCOUNT, attributeOf, refOf, REGION } from '#infra/local/template/local-names.ts';

/** The resources of all stacks, every value worked out as if this machine were the account. */
export interface DeployedResources {
  /** The name of the deployment, which most names begin with: `ringback-dev`. */
  deployment: string;
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
const parameters: Record<string, string> = { TwilioAccountSid: ACCOUNT_SID, OpenAiProjectId: PROJECT_ID };

export function deployedResources({ templates }: Assembly): DeployedResources {
  // The stack of the functions gives the deployment its name; that of the data adds to it.
  const [deployment = ''] = [...templates.keys()].toSorted((one, other) => one.length - other.length);
  const all = new Map([...templates.values()].map((template) => [template, lookupsFor(template)] as const));

  function lookupsFor(template: Template): Lookups {
    const resourceOf = (logicalId: string) => {
      const resource = template.Resources[logicalId];
      if (!resource) throw new Error(`the template refers to ${logicalId}, which is not in it`);
      return resource;
    };
    return {
      ref: (logicalId) =>
        pseudoParameters[logicalId] ??
        (logicalId in template.Parameters
          ? (parameters[logicalId] ?? template.Parameters[logicalId]?.Default)
          : refOf(logicalId, resourceOf(logicalId), deployment)),
      attribute: (logicalId, attribute) => attributeOf(logicalId, resourceOf(logicalId), attribute, deployment),
      imported,
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
    deployment,
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
