import * as v from 'valibot';
import type { Act } from '#infra/local/source/service-source.ts';
import { ACCOUNT, REGION } from '#infra/local/synthesised/local-names.ts';

export const ManagementPath = /^\/(?<api>\w+)(?<path>\/\w+\/)(?:@|%40)(?<rest>connections\/.+)$/;

/** A request that a function has signed and sent to AWS. */
export interface AwsRequest {
  method: string;
  path: string;
  /** `DynamoDB_20120810.GetItem`; empty where a service has none. */
  target: string;
  body: Buffer;
}

const Key = v.object({ pk: v.object({ S: v.string() }) });
const part = v.object({ TableName: v.string(), Key: v.optional(Key), Item: v.optional(Key) });
const DynamoDbBody = v.object({
  TableName: v.optional(v.string()),
  Key: v.optional(Key),
  Item: v.optional(Key),
  KeyConditionExpression: v.optional(v.string()),
  ExpressionAttributeNames: v.optional(v.record(v.string(), v.string()), {}),
  ExpressionAttributeValues: v.optional(v.record(v.string(), v.object({ S: v.optional(v.string()) })), {}),
  // Batches are not restricted to partitions.
  RequestItems: v.optional(v.record(v.string(), v.unknown())),
  TransactItems: v.optional(
    v.array(
      v.object({
        ConditionCheck: v.optional(part),
        Delete: v.optional(part),
        Get: v.optional(part),
        Put: v.optional(part),
        Update: v.optional(part),
      }),
    ),
  ),
});
const SqsBody = v.object({ QueueUrl: v.string() });
const SecretBody = v.object({ SecretId: v.string() });

/** The actions of IAM that a request needs, each with its resource. A transaction needs those of its parts. */
export function requestedActs(request: AwsRequest): Act[] {
  const [service = '', operation = ''] = request.target.split('.');
  if (service.startsWith('DynamoDB')) return tableActs(operation, read(DynamoDbBody, request));
  if (service === 'AmazonSQS') return [queueAct(operation, read(SqsBody, request).QueueUrl)];
  if (service === 'secretsmanager') return [secretAct(operation, read(SecretBody, request).SecretId)];
  if (ModelPath.test(request.path)) return modelActs(request);
  return [ManagementPath.test(request.path) ? connectionAct(request) : objectAct(request)];
}

function read<const Schema extends v.GenericSchema>(schema: Schema, { body }: AwsRequest): v.InferOutput<Schema> {
  return v.parse(v.pipe(v.string(), v.parseJson(), schema), body.toString('utf8'));
}

const parts: Record<string, string> = {
  ConditionCheck: 'ConditionCheckItem',
  Delete: 'DeleteItem',
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
};

function tableActs(operation: string, body: v.InferOutput<typeof DynamoDbBody>): Act[] {
  const act = (name: string, table: string) => ({
    action: `dynamodb:${name}`,
    resource: `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${table}`,
  });
  if (body.TransactItems) {
    return body.TransactItems.flatMap((item) =>
      Object.entries(item).map(([name, { TableName, ...keys }]) => ({
        ...act(parts[name] ?? name, TableName),
        partitions: partitionsOf(keys),
      })),
    );
  }
  if (body.RequestItems) return Object.keys(body.RequestItems).map((table) => act(operation, table));
  return [{ ...act(operation, body.TableName ?? ''), partitions: [...partitionsOf(body), ...queriedPartitions(body)] }];
}

function partitionsOf({ Key: key, Item: item }: Pick<v.InferOutput<typeof part>, 'Key' | 'Item'>): string[] {
  return [key, item].flatMap((one) => one?.pk.S ?? []);
}

/** A query compares the partition key with one value: `#0 = :0 AND …`. */
function queriedPartitions(body: v.InferOutput<typeof DynamoDbBody>): string[] {
  const { KeyConditionExpression = '', ExpressionAttributeNames: names, ExpressionAttributeValues: values } = body;
  const comparisons = KeyConditionExpression.matchAll(/(?<name>#\w+) = (?<value>:\w+)/g);
  return [...comparisons].flatMap(({ groups: { name = '', value = '' } = {} }) =>
    names[name] === 'pk' ? (values[value]?.S ?? []) : [],
  );
}

function queueAct(operation: string, url: string): Act {
  return {
    action: `sqs:${operation}`,
    resource: `arn:aws:sqs:${REGION}:${ACCOUNT}:${url.slice(url.lastIndexOf('/') + 1)}`,
  };
}

function secretAct(operation: string, id: string): Act {
  const resource = id.startsWith('arn:') ? id : `arn:aws:secretsmanager:${REGION}:${ACCOUNT}:secret:${id}-AbCdEf`;
  return { action: `secretsmanager:${operation}`, resource };
}

/** Posting to a connection: the path names the API, as its host does in AWS. */
function connectionAct({ method, path }: AwsRequest): Act {
  const { api = '', path: stage = '', rest = '' } = ManagementPath.exec(path)?.groups ?? {};
  return {
    action: 'execute-api:ManageConnections',
    resource: `arn:aws:execute-api:${REGION}:${ACCOUNT}:${api}${stage}${method}/@${rest}`,
  };
}

export const ModelPath = /^\/model\/(?<id>[^/]+)\/(?<call>converse|converse-stream)$/;

/** Requests to a model. A «global» profile needs permissions on the profile and on two model ARNs. */
function modelActs({ path }: AwsRequest): Act[] {
  const { id: escaped = '', call } = ModelPath.exec(path)?.groups ?? {};
  const id = decodeURIComponent(escaped);
  const action = call === 'converse' ? 'bedrock:InvokeModel' : 'bedrock:InvokeModelWithResponseStream';
  const model = id.replace(/^global\./, '');
  const inRegion = `arn:aws:bedrock:${REGION}::foundation-model/${model}`;
  const profile = `arn:aws:bedrock:${REGION}:${ACCOUNT}:inference-profile/${id}`;
  const resources = model === id ? [inRegion] : [profile, inRegion, `arn:aws:bedrock:::foundation-model/${model}`];
  return resources.map((resource) => ({ action, resource }));
}

/** Of S3, by path: `/bucket/key`. Every step of an upload in parts counts as one of putting the object. */
function objectAct({ method, path }: AwsRequest): Act {
  const [object = '', query = ''] = path.split('?');
  const verbs: Record<string, string> = {
    GET: 'GetObject',
    PUT: 'PutObject',
    POST: 'PutObject',
    DELETE: query.includes('uploadId=') ? 'AbortMultipartUpload' : 'DeleteObject',
  };
  return { action: `s3:${verbs[method] ?? method}`, resource: `arn:aws:s3:::${object.slice(1)}` };
}
