import { Aws, CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Deployment } from '#infra/cloud/constructs/deployment.ts';
import { HttpFunction, InvokerRole } from '#infra/cloud/constructs/invoke-by-role.ts';
import { functionLogGroup, functionName } from '#infra/cloud/constructs/node-function.ts';
import { readFacts } from '#infra/cloud/constructs/service-facts.ts';
import { deployedPolicy } from '#infra/cloud/studio/deployed-policy.ts';

interface StudioApiStackProps extends StackProps {
  /** The folder with the bundle of the function and the studio's files. */
  codeFolder: string;
}

/**
 * The studio on the API itself, for accounts and partitions without CloudFront: a function of its own serves the files. All paths
 * that no other route has are pages of the studio.
 */
export class StudioApiStack extends Stack {
  constructor(scope: Construct, id: string, deployment: Deployment, { codeFolder, ...props }: StudioApiStackProps) {
    super(scope, id, props);
    const { httpApiId, publicUrl } = readFacts(this, 'ServiceFacts', deployment);
    const target = this.serve(deployment, codeFolder, publicUrl);
    const httpApi = HttpApi.fromHttpApiAttributes(this, 'Api', { httpApiId });
    const integration = new HttpFunction('studio', target, new InvokerRole(this, 'Invoker'));
    for (const path of ['/', '/{proxy+}']) {
      new HttpRoute(this, `GET${path}`, { httpApi, routeKey: HttpRouteKey.with(path, HttpMethod.GET), integration });
    }
    new CfnOutput(this, 'StudioUrl', { value: `${publicUrl}/` });
  }

  private serve(deployment: Deployment, codeFolder: string, publicUrl: string): Function {
    const { name, config } = deployment;
    const logGroupName = functionLogGroup('studio', deployment);
    const created = new LogGroup(this, 'studio--Logs', {
      logGroupName,
      retention: config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const scope = new Construct(this, 'studio');
    const logGroup = LogGroup.fromLogGroupName(scope, 'Logs', logGroupName);
    const logs = new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    });
    const target = new Function(scope, 'Function', {
      functionName: functionName('studio', deployment),
      description: 'studio',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(codeFolder),
      role: new Role(scope, 'Role', {
        assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
        inlinePolicies: { uses: new PolicyDocument({ statements: [logs] }) },
      }),
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      memorySize: 512,
      timeout: Duration.seconds(10),
      environment: {
        API_URL: `${publicUrl}/api`,
        CONTENT_SECURITY_POLICY: deployedPolicy(name, Aws.URL_SUFFIX),
      },
    });
    target.node.addDependency(created);
    return target;
  }
}
