import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import * as v from 'valibot';
import type { StackTemplate } from '#infra/cloud/deploy/synthesise-stacks.ts';
import { canonical, type Scope } from '#infra/cloud/release/canonical-value.ts';

const ResourceFacts = v.object({
  /** What no other resource of its type may have: its name, or the route of an API. */
  key: v.optional(v.string()),
  /** The other properties with which CloudFormation replaces it. */
  fixed: v.optional(v.record(v.string(), v.string())),
  /** Stays in the account when it is removed from its stack. */
  retained: v.optional(v.boolean()),
});
export type ResourceFacts = v.InferOutput<typeof ResourceFacts>;

/** What has to be known of a release to upgrade a deployment of it: small enough to be checked in. */
export const ReleaseFacts = v.object({
  /** The text of each value, by the name of the export. */
  exports: v.record(v.string(), v.string()),
  /** The names of the exports that a stack imports, by stack. */
  imports: v.record(v.string(), v.array(v.string())),
  /** The parameters that every deployment has to pass, or CloudFormation remembers: those without a default. */
  required: v.array(v.string()),
  /** By stack, type and logical id. */
  resources: v.record(v.string(), v.record(v.string(), v.record(v.string(), ResourceFacts))),
});
export type ReleaseFacts = v.InferOutput<typeof ReleaseFacts>;

/** What is lost with a resource of this type, when a release removes or replaces it. */
export const lost: Readonly<Record<string, string>> = {
  'AWS::ApiGatewayV2::Api': 'its address, which the carrier and clients know',
  'AWS::CloudFront::Distribution': 'its address, which people know',
  'AWS::DynamoDB::GlobalTable': 'all data',
  'AWS::Logs::LogGroup': 'its logs',
  'AWS::S3::Bucket': 'its files',
  'AWS::SNS::Topic': 'its subscriptions',
  'AWS::SQS::Queue': 'the messages in it',
  'AWS::SecretsManager::Secret': 'the secret',
};

/** Types that are unique by more than AWS calls their identifier, which is an id that AWS draws. */
const uniqueBy: Readonly<Record<string, readonly string[]>> = {
  'AWS::ApiGatewayV2::ApiMapping': ['DomainName', 'ApiMappingKey'],
  'AWS::ApiGatewayV2::Route': ['ApiId', 'RouteKey'],
  'AWS::CloudFront::Function': ['Name'],
  'AWS::CloudFront::OriginAccessControl': ['OriginAccessControlConfig.Name'],
  'AWS::CloudFront::ResponseHeadersPolicy': ['ResponseHeadersPolicyConfig.Name'],
  'AWS::Events::Rule': ['Name'],
  'AWS::Lambda::Alias': ['FunctionName', 'Name'],
  'AWS::Lambda::EventSourceMapping': ['FunctionName', 'EventSourceArn'],
  'AWS::Route53::RecordSet': ['Name', 'Type'],
  'AWS::SNS::Topic': ['TopicName'],
  'AWS::SQS::Queue': ['QueueName'],
  'AWS::SecretsManager::Secret': ['Name'],
};
/** A part of a key that may be left out. Without another part, AWS draws a name. */
const OPTIONAL = 'ApiMappingKey';

/** Draws the facts of a release from the templates of its stacks. */
export function releaseFacts(templates: readonly StackTemplate[]): ReleaseFacts {
  const facts: ReleaseFacts = { exports: {}, imports: {}, required: [], resources: {} };
  for (const { name: stack, Outputs } of templates) {
    for (const { Value: value, Export } of Object.values(Outputs)) {
      if (Export) facts.exports[Export.Name] = canonical(value, { stack, exports: facts.exports });
    }
  }
  for (const template of templates) {
    const { name: stack } = template;
    const imports = [...JSON.stringify(template).matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, name = '']) => name);
    if (imports.length > 0) facts.imports[stack] = [...new Set(imports)].toSorted();
    const withoutDefault = Object.entries(template.Parameters).filter(([, { Default }]) => Default === undefined);
    facts.required.push(...withoutDefault.map(([name]) => `${stack}:${name}`));
    facts.resources[stack] = resourcesOf(template, { stack, exports: facts.exports });
  }
  return facts;
}

function resourcesOf({ Resources }: StackTemplate, scope: Scope): Record<string, Record<string, ResourceFacts>> {
  const byType: Record<string, Record<string, ResourceFacts>> = {};
  for (const [id, { Type, Properties, DeletionPolicy = 'Delete' }] of Object.entries(Resources)) {
    const { unique, replacing } = typeFacts(Type);
    const parts = unique.map((name) => [name, valueAt(Properties, name)] as const);
    const isNamed = parts.length > 0 && parts.every(([name, value]) => value !== undefined || name === OPTIONAL);
    const fixed = replacing
      .filter((name) => !(isNamed && unique.includes(name)) && Properties[name] !== undefined)
      .map((name) => [name, canonical(Properties[name], scope)]);
    if (!isNamed && !(Type in lost)) continue;
    byType[Type] ??= {};
    byType[Type][id] = {
      ...(isNamed && { key: parts.map(([, value]) => canonical(value ?? '', scope)).join(' ') }),
      ...(fixed.length > 0 && { fixed: Object.fromEntries(fixed) }),
      ...(DeletionPolicy !== 'Delete' && { retained: true }),
    };
  }
  return byType;
}

const Properties = v.record(v.string(), v.unknown());

/** @param path `Config.Name`: a property of a property */
function valueAt(properties: unknown, path: string): unknown {
  const [name = '', ...rest] = path.split('.');
  const value = v.is(Properties, properties) ? properties[name] : undefined;
  return rest.length === 0 ? value : valueAt(value, rest.join('.'));
}

const known = new Map<string, { unique: readonly string[]; replacing: readonly string[] }>();
let specification: ReturnType<typeof loadAwsServiceSpecSync> | undefined;

/** @throws Error if the specification of AWS does not have the type */
function typeFacts(type: string) {
  const before = known.get(type);
  if (before) return before;
  specification ??= loadAwsServiceSpecSync();
  const { properties, primaryIdentifier = [] } = specification
    .lookup('resource', 'cloudFormationType', 'equals', type)
    .only();
  const isGiven = primaryIdentifier.length > 0 && primaryIdentifier.every((name) => name in properties);
  const facts = {
    unique: uniqueBy[type] ?? (isGiven ? primaryIdentifier : []),
    replacing: Object.entries(properties)
      .filter(([, { causesReplacement = 'no' }]) => causesReplacement !== 'no')
      .map(([name]) => name),
  };
  known.set(type, facts);
  return facts;
}
