import type { QueueName } from '#shared/platform/queue/messages.ts';

/** The subject of an AWS metric. A deployment supplies the names. */
export type Resource =
  | { kind: 'function'; id: string }
  | { kind: 'alias'; id: string; version?: string }
  | { kind: 'queue' | 'dead-letter-queue'; queue: QueueName }
  | { kind: 'table' }
  | { kind: 'http-api' }
  | { kind: 'socket-api' };

export type Statistic = 'Sum' | 'SampleCount' | 'Average' | 'Minimum' | 'Maximum' | 'p50' | 'p90' | 'p95' | 'p99';

/** One metric. `service` is the namespace of our functions, their variable METRICS_NAMESPACE. */
export interface MetricSource {
  namespace: 'service' | 'AWS/Lambda' | 'AWS/SQS' | 'AWS/DynamoDB' | 'AWS/ApiGateway';
  name: string;
  statistic: Statistic;
  resource?: Resource;
  dimensions?: Readonly<Record<string, string>>;
}

/** The alias by which a function with versions is called. */
export const ALIAS = 'live';

/** The names of a deployment: plain text, or CDK tokens. */
export interface ResourceNames {
  region: string;
  metricsNamespace: string;
  functionName(id: string): string;
  logGroupName(id: string): string;
  /** The log of the requests to the HTTP API. */
  accessLogName: string;
  queueName(queue: QueueName): string;
  deadLetterQueueName(queue: QueueName): string;
  tableName: string;
  httpApiId: string;
  socketApiId: string;
}

export function namespaceOf({ namespace }: MetricSource, names: ResourceNames): string {
  return namespace === 'service' ? names.metricsNamespace : namespace;
}

/** The dimensions in CloudWatch's form. */
export function dimensionsOf({ resource, dimensions }: MetricSource, names: ResourceNames): Record<string, string> {
  return { ...dimensions, ...(resource && resourceDimension(resource, names)) };
}

function resourceDimension(resource: Resource, names: ResourceNames): Record<string, string> {
  switch (resource.kind) {
    case 'function':
      return { FunctionName: names.functionName(resource.id) };
    case 'alias':
      return aliasDimensions(resource, names.functionName(resource.id));
    case 'queue':
      return { QueueName: names.queueName(resource.queue) };
    case 'dead-letter-queue':
      return { QueueName: names.deadLetterQueueName(resource.queue) };
    case 'table':
      return { TableName: names.tableName };
    case 'http-api':
      return { ApiId: names.httpApiId };
    default:
      return { ApiId: names.socketApiId };
  }
}

function aliasDimensions({ version }: { version?: string }, functionName: string): Record<string, string> {
  return {
    FunctionName: functionName,
    Resource: `${functionName}:${ALIAS}`,
    ...(version === undefined ? {} : { ExecutedVersion: version }),
  };
}

/** A metric that the functions write themselves. */
export function ours(
  name: string,
  statistic: Statistic = 'Sum',
  dimensions?: Readonly<Record<string, string>>,
): MetricSource {
  return { namespace: 'service', name, statistic, ...(dimensions === undefined ? {} : { dimensions }) };
}

/** Each of these values of a dimension. */
export function oursBy(name: string, dimension: string, values: readonly string[]): MetricSource[] {
  return values.map((value) => ours(name, 'Sum', { [dimension]: value }));
}

export function lambda(name: string, id?: string, statistic: Statistic = 'Sum'): MetricSource {
  return {
    namespace: 'AWS/Lambda',
    name,
    statistic,
    ...(id === undefined ? {} : { resource: { kind: 'function', id } }),
  };
}

/**
 * What Lambda counts of a function that is called by its alias: of both versions, or of one while they share the calls.
 * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html
 */
export function ofAlias(name: 'Errors' | 'Invocations', id: string, version?: string): MetricSource {
  const resource = { kind: 'alias', id, ...(version === undefined ? {} : { version }) } as const;
  return { namespace: 'AWS/Lambda', name, statistic: 'Sum', resource };
}

/** What API Gateway counts of a WebSocket API. https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-logging.html */
export function socket(
  name: 'ClientError' | 'ExecutionError' | 'IntegrationError' | 'IntegrationLatency',
  statistic: Statistic = 'Sum',
): MetricSource {
  return { namespace: 'AWS/ApiGateway', name, statistic, resource: { kind: 'socket-api' } };
}
