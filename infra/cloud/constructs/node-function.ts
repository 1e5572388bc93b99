import { CfnParameter, Duration, Reference, Tokenization } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function, LoggingFormat, RecursiveLoop, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Provision } from '#infra/cloud/constructs/capabilities.ts';
import type { Deployment } from '#infra/cloud/constructs/deployment.ts';
import type { ManifestRow } from '#shared/manifest/manifest-row.ts';

interface NodeFunctionProps {
  row: ManifestRow;
  deployment: Deployment;
  /** The folder with the function's bundle, `index.mjs`. */
  codeFolder: string;
  provision: Provision;
}

// Lambda's limit for the name of a function.
const MAX_NAME_LENGTH = 64;

/**
 * The function of a manifest row, with a log group and a role of its own that allows what the row uses and nothing else.
 * Stack traces are symbolised offline (`npm run symbolise`): a function that loads its source map takes up to a fifth longer to start.
 * There is no compile cache: Lambda gives every cold start an empty disk, and one made here would be of another processor.
 */
export class NodeFunction extends Construct {
  readonly function: Function;
  private readonly logGroup: ILogGroup;

  constructor(scope: Construct, id: string, { row, deployment, codeFolder, provision }: NodeFunctionProps) {
    super(scope, id);
    const reservedConcurrentExecutions = deployment.capacity.reservedConcurrency[row.id];
    this.logGroup = LogGroup.fromLogGroupName(this, 'Logs', functionLogGroup(row.id, deployment));
    this.function = new Function(this, 'Function', {
      functionName: functionName(row.id, deployment),
      description: row.id,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(codeFolder),
      role: this.createRole(provision.statements),
      logGroup: this.logGroup,
      loggingFormat: LoggingFormat.JSON,
      memorySize: row.memoryMb,
      timeout: Duration.seconds(row.timeoutSeconds),
      environment: provision.environment,
      currentVersionOptions: { description: parameterText(provision.environment) },
      ...(reservedConcurrentExecutions === undefined ? {} : { reservedConcurrentExecutions }),
      ...(row.kind === 'queue' && row.recursiveLoop === 'Allow' ? { recursiveLoop: RecursiveLoop.ALLOW } : {}),
    });
  }

  private createRole(statements: PolicyStatement[]): Role {
    const logs = new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [this.logGroup.logGroupArn],
    });
    return new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { uses: new PolicyDocument({ statements: [logs, ...statements], minimize: true }) },
    });
  }
}

/**
 * The template parameters in an environment, for the description of a version. CDK replaces a version when the template of its
 * function changes, and another value of a parameter changes no template. Another description replaces the version as well:
 * without it `live` keeps the old value. https://github.com/aws/aws-cdk/issues/25997
 */
function parameterText(environment: Record<string, string>): string {
  const isParameter = (value: string) =>
    Tokenization.reverseString(value).tokens.some(
      (token) => Reference.isReference(token) && token.target instanceof CfnParameter,
    );
  return ['parameters:', ...Object.values(environment).filter(isParameter)].join(' ');
}

/**
 * The name of a function's log group. Other stacks know a group by its name, so that CloudFormation can remove it. `call trace`
 * reads every group that begins with `/ringback-dev/`.
 */
export const functionLogGroup = (id: string, { name }: Deployment): string => `/${name}/functions/${id}`;

/** The name of a function in AWS, by the id of its row. */
export function functionName(id: string, { name }: Deployment): string {
  const full = `${name}-${id.replaceAll('/', '-')}`;
  if (full.length > MAX_NAME_LENGTH) throw new Error(`${full} is longer than ${MAX_NAME_LENGTH} characters`);
  return full;
}
