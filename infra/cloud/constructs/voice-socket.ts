import { Aws } from 'aws-cdk-lib';
import { WebSocketApi, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { CustomDomain } from '#infra/cloud/constructs/custom-domain.ts';
import type { Deployment } from '#infra/cloud/constructs/deployment.ts';
import { InvokerRole, SocketFunction } from '#infra/cloud/constructs/invoke-by-role.ts';
import type { SocketRow } from '#shared/manifest/manifest-row.ts';

// The same as on the local stack, where it is the path of the one address.
const STAGE = 'voice';

/**
 * The WebSocket API that the carrier connects to. Every frame takes the `$default` route: frames have a `type`, no route has
 * the name of one. Routes send no response, because a frame of ours is posted when there is something to say.
 * Its addresses are put together here instead of being asked of the stage, so that the functions behind it can have them.
 */
export class VoiceSocket extends Construct {
  readonly api: WebSocketApi;
  private readonly domain: CustomDomain | undefined;
  private readonly invoker: InvokerRole;

  constructor(scope: Construct, id: string, { name, capacity }: Deployment, domain: CustomDomain | undefined) {
    super(scope, id);
    this.domain = domain;
    this.invoker = new InvokerRole(this, 'Invoker');
    this.api = new WebSocketApi(this, 'Api', {
      apiName: `${name}-voice`,
      routeSelectionExpression: '$request.body.type',
    });
    new WebSocketStage(this, 'Stage', {
      webSocketApi: this.api,
      stageName: STAGE,
      autoDeploy: true,
      throttle: { rateLimit: capacity.socketRequestsPerSecond, burstLimit: capacity.socketRequestsPerSecond },
      ...(domain ? { domainMapping: { domainName: domain.socket } } : {}),
    });
  }

  /** What the carrier is told to connect to, and signs. */
  get socketUrl(): string {
    return this.domain ? `wss://${this.domain.socket.name}` : `wss://${hostOf(this.api.apiId)}/${STAGE}`;
  }

  add(row: SocketRow, target: IFunction): void {
    this.api.addRoute(row.routeKey, { integration: new SocketFunction(row.id, target, this.invoker) });
  }
}

/** Where frames are posted. Never the own name: the role that posts is granted the API itself. */
export const managementUrlOf = (apiId: string): string => `https://${hostOf(apiId)}/${STAGE}`;

/** Posting to any connection of this API; IAM knows no connection by itself. */
export const connectionsArnOf = (apiId: string): string =>
  `arn:${Aws.PARTITION}:execute-api:${Aws.REGION}:${Aws.ACCOUNT_ID}:${apiId}/${STAGE}/POST/@connections/*`;

const hostOf = (apiId: string): string => `${apiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`;
