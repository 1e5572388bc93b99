import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  CfnApi,
  CorsHttpMethod,
  HttpApi,
  HttpStage,
  LogGroupLogDestination,
  type CorsPreflightOptions,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaAuthorizer, HttpLambdaResponseType } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { CustomDomain } from '#infra/cloud/constructs/custom-domain.ts';
import type { Deployment } from '#infra/cloud/constructs/deployment.ts';
import { InvokerRole } from '#infra/cloud/constructs/invoke-by-role.ts';
import { addRoutes, needsToken } from '#infra/cloud/constructs/row-routes.ts';
import type { StageConfig } from '#infra/cloud/stage/config.ts';
import type { AuthorizerRow, CarrierRow, HttpRow } from '#shared/manifest/manifest-row.ts';

/** One line per request, without the client's address or body. */
const ACCESS_LOG_LINE = JSON.stringify({
  requestId: '$context.requestId',
  time: '$context.requestTimeEpoch',
  route: '$context.routeKey',
  status: '$context.status',
  milliseconds: '$context.responseLatency',
  functionMilliseconds: '$context.integrationLatency',
  functionStatus: '$context.integrationStatus',
  userId: '$context.authorizer.user_id',
  error: '$context.error.message',
});

/**
 * The HTTP API: endpoints below `/api` behind the authorizer, the carrier's callbacks at the root without one, because
 * their functions check the carrier's signature. What is no endpoint below `/api` has a function that says so. There is no
 * `$default` route: API Gateway responds to all other paths with 404 `{"message":"Not Found"}`.
 */
export class HttpRoutes extends Construct {
  readonly api: HttpApi;
  private readonly domain: CustomDomain | undefined;
  private readonly invoker: InvokerRole;
  private authorizer: HttpLambdaAuthorizer | undefined;

  constructor(scope: Construct, id: string, deployment: Deployment, domain: CustomDomain | undefined) {
    super(scope, id);
    const { name, config } = deployment;
    this.domain = domain;
    this.invoker = new InvokerRole(this, 'Invoker');
    this.api = new HttpApi(this, 'Api', {
      apiName: name,
      createDefaultStage: false,
      // With a custom domain, the default name would be a second entry point.
      disableExecuteApiEndpoint: domain !== undefined,
      ...(config.browserOrigins ? { corsPreflight: corsFor(config.browserOrigins) } : {}),
    });
    const accessLogs = new LogGroup(this, 'AccessLogs', {
      logGroupName: accessLogName(deployment),
      retention: config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: throttleOf(config),
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLogs),
        format: AccessLogFormat.custom(ACCESS_LOG_LINE),
      },
      ...(domain ? { domainMapping: { domainName: domain.api } } : {}),
    });
  }

  /** The origin, without a trailing slash. The carrier's signatures cover it. */
  get publicUrl(): string {
    return this.domain ? `https://${this.domain.api.name}` : this.endpoint;
  }

  /** The origin that API Gateway gives the API. It serves nothing where the stage has a domain, and `HttpApi` then throws. */
  get endpoint(): string {
    const { defaultChild } = this.api.node;
    if (!(defaultChild instanceof CfnApi)) throw new Error('an HTTP API has no resource');
    return defaultChild.attrApiEndpoint;
  }

  /** Its result is cached by the Authorization header, for all routes. */
  authorizeBy(row: AuthorizerRow, authorizer: IFunction): void {
    this.invoker.allow(authorizer);
    this.authorizer = new HttpLambdaAuthorizer('Authorizer', authorizer, {
      role: this.invoker.role,
      identitySource: ['$request.header.Authorization'],
      responseTypes: [HttpLambdaResponseType.SIMPLE],
      resultsCacheTtl: Duration.seconds(row.cacheSeconds),
    });
  }

  /** What routes of other stacks refer to. Known after the first route. */
  get authorizerId(): string {
    return this.requireAuthorizer().authorizerId;
  }

  /** Adds the routes of the row, with one integration for all of them. */
  add(row: HttpRow | CarrierRow, target: IFunction): void {
    const { api, invoker } = this;
    addRoutes(api, row, { api, target, invoker, ...(needsToken(row) && { authorizer: this.requireAuthorizer() }) });
  }

  private requireAuthorizer(): HttpLambdaAuthorizer {
    if (!this.authorizer) throw new Error('the authorizer has to be set before the routes that need it');
    return this.authorizer;
  }
}

/** By its name, which other stacks know it by. */
export const accessLogName = ({ name }: Deployment): string => `/${name}/http-access`;

const USERS_AT_THEIR_RATE = 4;
const USERS_AT_THEIR_BURST = 2;

/** A user at the limit must not make API Gateway refuse others. @throws Error if the stage allows a user too much */
function throttleOf({ throttling, rateLimit }: StageConfig) {
  const isRateSafe = (rateLimit.requestsPerMinute / 60) * USERS_AT_THEIR_RATE <= throttling.requestsPerSecond;
  if (!isRateSafe || rateLimit.burst * USERS_AT_THEIR_BURST > throttling.burst) {
    throw new Error('one user reaches the throttling of the stage: raise `throttling`, or lower `rateLimit`');
  }
  return { rateLimit: throttling.requestsPerSecond, burstLimit: throttling.burst };
}

/** API Gateway answers preflights itself, and names the origin in the answers of functions. */
function corsFor(origins: readonly string[]): CorsPreflightOptions {
  return {
    allowOrigins: [...origins],
    allowMethods: [CorsHttpMethod.ANY],
    allowHeaders: ['authorization', 'content-type', 'idempotency-key'],
    exposeHeaders: [
      'allow',
      'idempotent-replayed',
      'link',
      'retry-after',
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
      'x-request-id',
    ],
    maxAge: Duration.hours(1),
  };
}
