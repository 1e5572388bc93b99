import { Aws } from 'aws-cdk-lib';
import {
  HttpIntegrationType,
  HttpRouteIntegration,
  IntegrationCredentials,
  PayloadFormatVersion,
  WebSocketIntegrationType,
  WebSocketRouteIntegration,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

/**
 * The role by which an API calls its functions, each by its ARN: one resource instead of a permission for each function.
 * https://docs.aws.amazon.com/apigatewayv2/latest/api-reference/apis-apiid-integrations.html (credentialsArn)
 */
export class InvokerRole extends Construct {
  readonly role: Role;
  private readonly policy = new PolicyDocument({ minimize: true });

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      // In the role itself, so that no integration has the role before it may call.
      inlinePolicies: { invoke: this.policy },
    });
  }

  allow(target: IFunction): void {
    this.policy.addStatements(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [target.functionArn] }),
    );
  }
}

/** A function behind routes of the HTTP API. */
export class HttpFunction extends HttpRouteIntegration {
  private readonly target: IFunction;
  private readonly invoker: InvokerRole;

  constructor(id: string, target: IFunction, invoker: InvokerRole) {
    super(id);
    this.target = target;
    this.invoker = invoker;
    invoker.allow(target);
  }

  bind() {
    return {
      type: HttpIntegrationType.AWS_PROXY,
      uri: this.target.functionArn,
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      credentials: IntegrationCredentials.fromRole(this.invoker.role),
    };
  }
}

/** A function behind a route of the WebSocket API. */
export class SocketFunction extends WebSocketRouteIntegration {
  private readonly target: IFunction;
  private readonly invoker: InvokerRole;

  constructor(id: string, target: IFunction, invoker: InvokerRole) {
    super(id);
    this.target = target;
    this.invoker = invoker;
    invoker.allow(target);
  }

  bind() {
    const functions = `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}:lambda:path/2015-03-31/functions`;
    return {
      type: WebSocketIntegrationType.AWS_PROXY,
      uri: `${functions}/${this.target.functionArn}/invocations`,
      credentialsRole: this.invoker.role,
    };
  }
}
