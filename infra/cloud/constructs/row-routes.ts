import {
  CfnIntegration,
  CfnRoute,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  type IHttpApi,
  type IHttpRouteAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { HttpFunction, type InvokerRole } from '#infra/cloud/constructs/invoke-by-role.ts';
import { routesOf, type CarrierRow, type HttpRow, type Route } from '#shared/manifest/manifest-row.ts';
import { API_PREFIX } from '#shared/platform/http/http.ts';

interface RowRoutes {
  api: IHttpApi;
  target: IFunction;
  invoker: InvokerRole;
  authorizer?: IHttpRouteAuthorizer;
}

/** Adds the routes of a row to an API, which may be in another stack, with one integration for all of them. */
export function addRoutes(scope: Construct, row: HttpRow | CarrierRow, options: RowRoutes): void {
  const { api, target, invoker, authorizer } = options;
  const integration = new HttpFunction(row.id, target, invoker);
  for (const { method, path } of deployedRoutes(row)) {
    new HttpRoute(scope, `${method}${path}`, {
      httpApi: api,
      routeKey: HttpRouteKey.with(path, HttpMethod[method]),
      integration,
      ...(authorizer && { authorizer }),
    });
  }
}

export function needsToken(row: HttpRow | CarrierRow): boolean {
  return row.kind === 'http' && row.auth !== 'none';
}

/** Every method and path from the root of the origin that reaches the row's function. */
function deployedRoutes(row: HttpRow | CarrierRow): Route[] {
  return row.kind === 'http' ? routesOf(row).map(({ method, path }) => ({ method, path: API_PREFIX + path })) : [row];
}

const LANES = 4;

/**
 * Lets CloudFormation create few routes and integrations at the same time: API Gateway answers hundreds at once with 429 and
 * "concurrent modification". Each waits for the one before it in its lane.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
export function keepLanes(scope: Construct): void {
  const all = scope.node.findAll();
  // Integrations first: a route needs its own.
  const queue = [
    ...all.filter((one) => one instanceof CfnIntegration),
    ...all.filter((one) => one instanceof CfnRoute),
  ];
  for (const [index, one] of queue.entries()) {
    const before = queue[index - LANES];
    if (before) one.addResourceDependency(before);
  }
}
