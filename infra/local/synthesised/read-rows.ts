import * as v from 'valibot';
import { SOCKET_PATH } from '#infra/local/aws/socket/connections.ts';
import type { DeployedResources } from '#infra/local/synthesised/deployed-resources.ts';
import { allows } from '#infra/local/synthesised/policy.ts';
import { commonOf, RoleProperties, type DeployedFunction } from '#infra/local/synthesised/read-functions.ts';
import { readQueueRows } from '#infra/local/synthesised/read-queues.ts';
import type {
  AuthorizerRow,
  CarrierRow,
  HttpRow,
  ManifestRow,
  ScheduleRow,
  SocketRow,
} from '#shared/manifest/manifest-row.ts';
import { API_PREFIX } from '#shared/platform/http/http.ts';

const Permission = v.object({ FunctionName: v.string(), Principal: v.string() });
/** Calls of an alias reach its function, and need leave to call the alias. This machine has one version. */
const Alias = v.object({ FunctionName: v.string() });
const Api = v.object({ ProtocolType: v.picklist(['HTTP', 'WEBSOCKET']) });
const Stage = v.object({ ApiId: v.string(), StageName: v.string() });
const Integration = v.object({ IntegrationUri: v.string(), CredentialsArn: v.string() });
const Route = v.object({
  ApiId: v.string(),
  RouteKey: v.string(),
  Target: v.string(),
  AuthorizationType: v.optional(v.string(), 'NONE'),
  AuthorizerId: v.optional(v.string()),
});
const Authorizer = v.object({
  AuthorizerUri: v.string(),
  AuthorizerCredentialsArn: v.string(),
  AuthorizerResultTtlInSeconds: v.number(),
  AuthorizerPayloadFormatVersion: v.literal('2.0'),
  EnableSimpleResponses: v.literal(true),
  IdentitySource: v.tuple([v.literal('$request.header.Authorization')]),
});
const Rule = v.object({
  ScheduleExpression: v.pipe(v.string(), v.regex(/^rate\(\d+ minutes?\)$/)),
  State: v.literal('ENABLED'),
  Targets: v.array(v.object({ Arn: v.string() })),
});

/**
 * The template as rows of a manifest, read from its routes, event sources and rules. A caller without permission is an error,
 * because AWS would refuse every request of it.
 */
export function readRows(resources: DeployedResources, functions: readonly DeployedFunction[]): ManifestRow[] {
  const aliases = resources.ofType('AWS::Lambda::Alias', Alias);
  const isAllowed = callRights(resources);
  const callee = (uri: string, caller: string): DeployedFunction => {
    const arn = uri.replace(/^.*\/functions\//, '').replace(/\/invocations$/, '');
    const aliased = aliases.find(({ ref }) => ref === arn)?.properties.FunctionName;
    const found = functions.find((fn) => fn.arn === arn || fn.name === aliased);
    if (!found) throw new Error(`the template calls ${uri}, which is not in it`);
    if (!isAllowed(caller, arn)) throw new Error(`${caller} may not call ${found.id}`);
    return found;
  };
  return [
    ...readAuthorizer(resources, callee),
    ...readRoutes(resources, callee),
    ...readQueueRows(resources, functions),
    ...readSchedules(resources, callee),
  ];
}

/** Whether a caller may call a function or an alias: a service by a permission, an API by its role. */
function callRights(resources: DeployedResources): (caller: string, arn: string) => boolean {
  const permissions = resources.ofType('AWS::Lambda::Permission', Permission).map(({ properties }) => properties);
  const roles = resources.ofType('AWS::IAM::Role', RoleProperties);
  return (caller, arn) => {
    const role = roles.find((candidate) => candidate.arn === caller);
    const statements = role?.properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement) ?? [];
    return (
      allows(statements, { action: 'lambda:InvokeFunction', resource: arn }) ||
      permissions.some(({ FunctionName, Principal }) => FunctionName === arn && Principal === caller)
    );
  };
}

/** Finds a function by its address. `caller` is a service or the ARN of a role. */
type Callee = (arn: string, caller: string) => DeployedFunction;

function readAuthorizer(resources: DeployedResources, callee: Callee): AuthorizerRow[] {
  return resources.ofType('AWS::ApiGatewayV2::Authorizer', Authorizer).map(({ properties }) => ({
    ...commonOf(callee(properties.AuthorizerUri, properties.AuthorizerCredentialsArn)),
    kind: 'authorizer',
    cacheSeconds: properties.AuthorizerResultTtlInSeconds,
  }));
}

function readRoutes(resources: DeployedResources, callee: Callee): Array<HttpRow | CarrierRow | SocketRow> {
  const apis = resources.ofType('AWS::ApiGatewayV2::Api', Api);
  const integrations = resources.ofType('AWS::ApiGatewayV2::Integration', Integration);
  const authorizers = resources.ofType('AWS::ApiGatewayV2::Authorizer', Authorizer);
  const rows = new Map<string, HttpRow | CarrierRow | SocketRow>();
  checkStages(resources);
  for (const { properties: route } of resources.ofType('AWS::ApiGatewayV2::Route', Route)) {
    if (STUDIO_ROUTES.includes(route.RouteKey)) continue;
    const integration = integrations.find(({ ref }) => route.Target === `integrations/${ref}`);
    if (!integration) throw new Error(`${route.RouteKey} leads nowhere`);
    const isGuarded = route.AuthorizationType === 'CUSTOM';
    if (isGuarded && !authorizers.some(({ ref }) => ref === route.AuthorizerId))
      throw new Error(`${route.RouteKey} has no authorizer`);
    const { IntegrationUri, CredentialsArn } = integration.properties;
    const fn = callee(IntegrationUri, CredentialsArn);
    const isSocket = apis.find(({ ref }) => ref === route.ApiId)?.properties.ProtocolType === 'WEBSOCKET';
    const row = isSocket ? socketRow(fn, route.RouteKey) : routedRow(fn, route.RouteKey, isGuarded);
    rows.set(fn.id, withRoute(rows.get(fn.id), row));
  }
  return [...rows.values()];
}

/** The local stack serves the studio itself. */
const STUDIO_ROUTES = ['GET /', 'GET /{proxy+}'];

/** The local stack has one path for the voice, as the function's variables have. */
function checkStages(resources: DeployedResources): void {
  const names = resources.ofType('AWS::ApiGatewayV2::Stage', Stage).map(({ properties }) => properties.StageName);
  for (const name of ['$default', SOCKET_PATH.slice(1)]) {
    if (!names.includes(name)) throw new Error(`no API has the stage ${name}`);
  }
}

const RouteKey = v.picklist(['$connect', '$default', '$disconnect']);
const Method = v.picklist(['GET', 'POST', 'PUT', 'DELETE', 'ANY']);

function socketRow(fn: DeployedFunction, key: string): SocketRow {
  return { ...commonOf(fn), kind: 'socket', routeKey: v.parse(RouteKey, key) };
}

function routedRow(fn: DeployedFunction, key: string, isGuarded: boolean): HttpRow | CarrierRow {
  const [method = '', path = ''] = key.split(' ');
  if (!path.startsWith(`${API_PREFIX}/`)) {
    if (isGuarded) throw new Error(`${key} asks the carrier for a token`);
    return { ...commonOf(fn), kind: 'carrier', method: v.parse(v.literal('POST'), method), path };
  }
  return {
    ...commonOf(fn),
    kind: 'http',
    ...methodsOf(method),
    path: path.slice(API_PREFIX.length),
    ...(isGuarded ? {} : { auth: 'none' }),
  };
}

/** PATCH is a second method of what PUT does, and OPTIONS of whatever the path has else. */
function methodsOf(method: string): Pick<HttpRow, 'method' | 'otherMethod'> {
  if (method === 'PATCH') return { method: 'PUT', otherMethod: 'PATCH' };
  return method === 'OPTIONS' ? { method: 'ANY', otherMethod: 'OPTIONS' } : { method: v.parse(Method, method) };
}

/** A function that is reached by several routes has one row: the first is its path, the others are aliases or a second method. */
function withRoute<Row extends HttpRow | CarrierRow | SocketRow>(known: Row | undefined, row: Row): Row {
  if (!known) return row;
  if (known.kind === 'http' && known.otherMethod === 'OPTIONS' && row.kind === 'http') {
    return { ...known, method: row.otherMethod === 'OPTIONS' ? known.method : row.method };
  }
  const isPreflight = row.kind === 'http' && row.otherMethod === 'OPTIONS';
  if (
    known.kind !== 'http' ||
    row.kind !== 'http' ||
    known.auth !== row.auth ||
    (!isPreflight && known.method !== row.method)
  ) {
    throw new Error(`${row.id} is reached in two ways that differ by more than their path`);
  }
  const aliases = new Set([...(known.aliases ?? []), row.path]);
  aliases.delete(known.path);
  return {
    ...known,
    ...(row.otherMethod && { otherMethod: row.otherMethod }),
    ...(aliases.size > 0 && { aliases: [...aliases] }),
  };
}

function readSchedules(resources: DeployedResources, callee: Callee): ScheduleRow[] {
  return resources.ofType('AWS::Events::Rule', Rule).flatMap(({ properties: { Targets, ScheduleExpression } }) =>
    // All targets of a rule are the workers of one schedule.
    Targets.slice(0, 1).map(({ Arn }) => ({
      ...commonOf(callee(Arn, 'events.amazonaws.com')),
      kind: 'schedule',
      everyMinutes: Number(/\d+/.exec(ScheduleExpression)?.[0]),
      ...(Targets.length > 1 && { workers: Targets.length }),
    })),
  );
}
