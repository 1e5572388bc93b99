import { CfnResource, Validations, type App } from 'aws-cdk-lib';
import { bedrockFamilies } from '#shared/catalog/models.ts';
import { manifest } from '#shared/manifest/manifest.ts';

interface Acknowledgement {
  /** As cdk-nag and cfn-guard call it; `{name}` stands for the name of the deployment. */
  rule: string;
  /** The constructs that may break it, by their path within the stack. */
  of: RegExp;
  reason: string;
}

const signed =
  'The functions check the signature of the carrier first, which no authorizer could; a socket is reached through $connect alone.';
const linked =
  'The link to a recording holds 256 random bits, and is the right to listen: players send no access token.';
const noTracing =
  'Logs, metrics and `call trace` tell the story of a call by its id. A tracer costs every function 25 ms at its cold start.';

/** Routes without an authorizer. */
const openRoutes = (of: RegExp, reason: string): Acknowledgement[] =>
  ['AwsSolutions-APIG4', 'cdk-validator-cfnguard::api_gw_v2_authorization_type_configured_check'].map((rule) => ({
    rule,
    of,
    reason,
  }));

/** Accepted findings, each with the reason. A test fails when one of them no longer occurs. */
export const acknowledgements: readonly Acknowledgement[] = [
  {
    rule: 'AwsSolutions-SMG4',
    of: /^Secrets\/(?:twilio-auth-token[a-z0-9-]*|carrier-secret[a-z0-9-]*|openai-api-key|openai-webhook-secret|twilio-api-key-secret)\//,
    reason: 'Keys of others, which no function of ours could rotate.',
  },
  {
    rule: 'AwsSolutions-SMG4',
    of: /^Secrets\/(?:webhook-signing-key|call-token-key)\//,
    reason:
      'Rotated by the operator, after a leak. A rotation of the first changes the secrets of all customers, who must be told.',
  },
  {
    rule: 'AwsSolutions-SMG4',
    of: /^Secrets\/erasure-key\//,
    reason: 'Hashes of erased numbers are made with it. With another key those numbers would be called again.',
  },
  {
    rule: 'AwsSolutions-SMG4',
    of: /^Secrets\/tool-secret-key\//,
    reason: 'Rotated by the operator, who must then save the tools again.',
  },
  ...openRoutes(/^(?:(?:Http\/Api|calls-routes)\/POST--carrier--|Voice\/Api\/)/, signed),
  ...openRoutes(/^Http\/Api\/GET--api--openapi\.json\//, 'The description of the API is public.'),
  ...openRoutes(/^account-routes\/ANY--api--\{proxy\+\}\//, 'It answers what is no endpoint, and reads nothing.'),
  ...openRoutes(
    /^calls-routes\/[A-Z]+--api--widget--\{token\}/,
    'Visitors of a page have no access token: the id of the widget and the `Origin` of the page are checked, and calls counted.',
  ),
  {
    rule: 'AwsSolutions-APIG4',
    of: /^GET--/,
    reason: 'The files of the studio are public code.',
  },
  ...openRoutes(/^Http\/Api\/GET--api--recordings--\{token\}\//, linked),
  ...[
    'AwsSolutions-APIG1',
    'Serverless-APIGWAccessLogging',
    'cdk-validator-cfnguard::api_gw_v2_access_logs_enabled_check',
  ].map((rule) => ({
    rule,
    of: /^Voice\/Stage\//,
    reason:
      'A WebSocket API can write access logs only with a role that is set for the whole account and region, which is not ours to set. Its functions log every connection.',
  })),
  // In the stack of the API, and in one that gets its address.
  ...['<VoiceApi183A8CF6>', '{"Fn::Select":[2,{"Fn::Split":["|",{"Ref":"ServiceFacts"}]}]}'].map((api) => ({
    rule: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:${api}/voice/POST/@connections/*]`,
    of: /^(?:socket--message|queue--continue-conversation|queue--run-tool)\/Role\//,
    reason: 'A connection gets its id when it is made. The grant is to post to those of this one API.',
  })),
  ...[...manifest, { id: 'studio' }].map(({ id }) => ({
    rule: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:logs:<AWS::Region>:<AWS::AccountId>:log-group:/{name}/functions/${id}:*]`,
    of: new RegExp(`^${id.replace('/', '--')}/Role/`),
    reason: 'A log stream gets its name when an instance starts. The group is that of the function.',
  })),
  ...bedrockFamilies
    .flatMap((family) => [`<AWS::AccountId>:inference-profile/global.${family}`, `:foundation-model/${family}`])
    .map((models) => ({
      rule: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:bedrock:*:${models}*]`,
      of: /^(?:socket--message|queue--(?:finish-call|continue-conversation|run-tool))\/Role\//,
      reason:
        'Operators add models of these families without a deployment. A global profile may answer from any region.',
    })),
  {
    rule: 'AwsSolutions-IAM5[Resource::{name}-data:ExportsOutputFnGetAttRecordingsBucketB0C8199FArn51388633/*]',
    of: /^(?:recordings--get-recording|queue--fetch-recording|calls--delete-call)\/Role\//,
    reason: 'Recordings are named after calls, which are not known beforehand. The bucket holds nothing else.',
  },
  ...['AwsSolutions-S1', 'cdk-validator-cfnguard::s3_bucket_logging_enabled_check'].map((rule) => ({
    rule,
    of: /^Recordings\/Bucket\//,
    reason:
      'Each recording is reached through our API, whose access log has every request, at addresses that work for two minutes.',
  })),
  {
    rule: 'cdk-validator-cfnguard::s3_bucket_default_encryption_kms_check',
    of: /^Recordings\/Bucket\//,
    reason:
      'Encrypted with an S3 managed key. A customer managed key costs per request and protects against no further attacker.',
  },
  {
    rule: 'cdk-validator-cfnguard::s3_bucket_object_lock_enabled_check',
    of: /^Recordings\/Bucket\//,
    reason: 'A recording that is deleted must be gone, at the latest when its last version expires.',
  },
  {
    rule: 'cdk-validator-cfnguard::s3_event_notifications_enabled_check',
    of: /^Recordings\/Bucket\//,
    reason: 'The worker that stores a recording updates its call; no component needs bucket events.',
  },
  ...[
    'AwsSolutions-S1',
    'AwsSolutions-CFR3',
    'cdk-validator-cfnguard::s3_bucket_logging_enabled_check',
    'cdk-validator-cfnguard::cloudfront_access_logs_enabled_check',
    'cdk-validator-cfnguard::s3_event_notifications_enabled_check',
    'cdk-validator-cfnguard::s3_bucket_default_encryption_kms_check',
    'cdk-validator-cfnguard::s3_bucket_object_lock_enabled_check',
  ].map((rule) => ({
    rule,
    of: /^(?:Files|Distribution)\/Resource/,
    reason:
      'Public code of the studio, written by deployments alone. Requests for data are in the access log of the API.',
  })),
  ...[
    'cdk-validator-cfnguard::s3_bucket_versioning_enabled_check',
    'cdk-validator-cfnguard::s3_lifecycle_policy_check',
  ].map((rule) => ({
    rule,
    of: /^Files\/Resource/,
    reason: 'A deployment of any commit uploads its files again. Versions would keep the stack from being deleted.',
  })),
  {
    rule: 'AwsSolutions-CFR1',
    of: /^Distribution\/Resource/,
    reason: 'The studio is open wherever its users are.',
  },
  {
    rule: 'AwsSolutions-CFR2',
    of: /^Distribution\/Resource/,
    reason: 'Static files, and an API that has its own limits of requests. A firewall costs 5 USD a month and more.',
  },
  ...[
    'AwsSolutions-CFR4',
    'cdk-validator-cfnguard::cloudfront_custom_ssl_certificate_check',
    'cdk-validator-cfnguard::cloudfront_sni_enabled_check',
    'cdk-validator-cfnguard::cloudfront_security_policy_check',
  ].map((rule) => ({
    rule,
    of: /^Distribution\/Resource/,
    reason: 'Its name is that of CloudFront, whose certificate decides on TLS. HSTS keeps browsers at HTTPS.',
  })),
  {
    rule: 'cdk-validator-cfnguard::cloudfront_origin_failover_enabled_check',
    of: /^Distribution\/Resource/,
    reason: 'Without the API of its region the studio has nothing to show.',
  },
  {
    rule: 'Serverless-SQSRedrivePolicy',
    of: /\/DeadLetters\//,
    reason: 'It is the dead-letter queue of another queue.',
  },
  {
    rule: 'Serverless-LambdaEventSourceMappingDestination',
    of: /(?:-queue\/Worker|-worker)\//,
    reason: 'The queue itself has a dead-letter queue; a destination is for streams.',
  },
  {
    rule: 'Serverless-LambdaDLQ',
    of: /\/Function\//,
    reason: 'Only a schedule invokes it asynchronously, and its next run does the work of a failed one.',
  },
  {
    rule: 'Serverless-LambdaAsyncFailureDestination',
    of: /^schedule--.*\/EventInvokeConfig\//,
    reason: 'The next run does the work of a failed one, and an alarm tells of three failures.',
  },
  {
    rule: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
    of: /-live\/Deployment\/ServiceRole\//,
    reason: 'The policy that AWS keeps for CodeDeploy, the smaller one of two. Only CodeDeploy can have the role.',
  },
  {
    rule: 'cdk-validator-cfnguard::cloudwatch_alarm_action_check',
    of: /-live\/.*--canary\//,
    reason: 'It rolls a deployment back. The alarm of the same function in monitoring tells the operators.',
  },
  {
    rule: 'Serverless-EventBusDLQ',
    of: /^schedule--.*\/Rule\//,
    reason: 'The next run does the work of one that could not be started; an alarm tells when there are none.',
  },
  { rule: 'Serverless-LambdaTracing', of: /\/Function\//, reason: noTracing },
  {
    rule: 'cdk-validator-cfnguard::cloudwatch_log_group_encrypted_check',
    of: /^(?:Http\/AccessLogs|.+--Logs)\//,
    reason: 'Logs hold ids and no personal data; CloudWatch encrypts them by a key of its own.',
  },
  {
    rule: 'cdk-validator-cfnguard::lambda_inside_vpc_check',
    of: /\/Function\//,
    reason: 'Nothing it talks to is inside a network: AWS, the carrier, models and customers are reached by TLS.',
  },
];

/** The path of a construct within its stack. */
export function pathWithinStack(path: string): string {
  return path.slice(path.indexOf('/') + 1);
}

/** The rule of an acknowledgement as it is called in a deployment. */
export function ruleIn(name: string, { rule }: Acknowledgement): string {
  return rule.replaceAll('{name}', name);
}

/** @param name of the deployment */
export function acknowledgeFindings(app: App, name: string): void {
  for (const construct of app.node.findAll().filter((construct) => construct instanceof CfnResource)) {
    const path = pathWithinStack(construct.node.path);
    const known = acknowledgements.filter(({ of }) => of.test(path));
    const rules = known.map((one) => ({ id: ruleIn(name, one), reason: one.reason }));
    Validations.of(construct).acknowledge(...rules);
  }
}
