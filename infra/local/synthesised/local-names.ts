import { RECORDINGS_BUCKET, TABLE_NAME } from '#infra/local/address/names.ts';
import type { Template } from '#infra/local/synthesised/assembly.ts';

export const REGION = 'us-east-1';
export const ACCOUNT = '000000000000';
/** The origin of queues in AWS, which the stack replaces by an address of this machine. */
export const SQS_ORIGIN = `https://sqs.${REGION}.amazonaws.com`;

type Resource = Template['Resources'][string];

/** The value of `Ref` for a resource on this machine. */
export function refOf(logicalId: string, resource: Resource, deployment: string): string {
  switch (resource.Type) {
    case 'AWS::SQS::Queue':
      return `${SQS_ORIGIN}/${ACCOUNT}/${queueName(resource, deployment)}`;
    case 'AWS::DynamoDB::GlobalTable':
      return TABLE_NAME;
    case 'AWS::SecretsManager::Secret':
      return `arn:aws:secretsmanager:${REGION}:${ACCOUNT}:secret:${nameIn(resource, 'Name')}`;
    case 'AWS::Lambda::Function':
      return nameIn(resource, 'FunctionName');
    case 'AWS::Lambda::Alias':
      return `arn:aws:lambda:${REGION}:${ACCOUNT}:alias:${logicalId}`;
    case 'AWS::S3::Bucket':
      return RECORDINGS_BUCKET;
    case 'AWS::ApiGatewayV2::Api':
      return logicalId.toLowerCase();
    default:
      return logicalId;
  }
}

/** The value of `Fn::GetAtt`. */
export function attributeOf(logicalId: string, resource: Resource, attribute: string, deployment: string): string {
  const ref = refOf(logicalId, resource, deployment);
  if (attribute === 'ApiEndpoint') return `https://${ref}.execute-api.${REGION}.amazonaws.com`;
  if (attribute === 'QueueName') return queueName(resource, deployment);
  if (attribute !== 'Arn') return `${logicalId}.${attribute}`;
  switch (resource.Type) {
    case 'AWS::SQS::Queue':
      return `arn:aws:sqs:${REGION}:${ACCOUNT}:${queueName(resource, deployment)}`;
    case 'AWS::DynamoDB::GlobalTable':
      return `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${TABLE_NAME}`;
    case 'AWS::Lambda::Function':
      return `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${ref}`;
    case 'AWS::S3::Bucket':
      return `arn:aws:s3:::${ref}`;
    default:
      return `arn:aws:local:${REGION}:${ACCOUNT}:${logicalId}`;
  }
}

/** Removes the name of the deployment: this machine has one deployment. */
function queueName(resource: Resource, deployment: string): string {
  return nameIn(resource, 'QueueName').replace(`${deployment}-`, '');
}

/** The address or the ARN of a queue that a template names itself, because the queue is in another stack. */
export function queueOnMachine(text: string, deployment: string): string {
  const starts = [`${SQS_ORIGIN}/${ACCOUNT}/`, `arn:aws:sqs:${REGION}:${ACCOUNT}:`];
  const start = starts.find((one) => text.startsWith(`${one}${deployment}-`));
  return start === undefined ? text : start + text.slice(start.length + deployment.length + 1);
}

function nameIn({ Properties }: Resource, property: string): string {
  return String(Properties[property]);
}
