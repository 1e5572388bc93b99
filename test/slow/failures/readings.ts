import { vi } from 'vitest';
import { isRefusal } from '#infra/local/aws/lambda/function-runtime.ts';
import type { LocalStack } from '#infra/local/compose/local-stack.ts';
import type { ManifestRow } from '#shared/manifest/manifest-row.ts';

/** A value that CloudWatch gets. Resources have the names of the stage production. */
export interface Point {
  namespace: string;
  name: string;
  dimensions: Record<string, string>;
  value: number;
}

/** What API Gateway writes about a request, as far as it is counted. */
export type AccessLine = Record<'route' | 'status' | 'error', string>;

export const STAGE = 'ringback-production';

interface Emf {
  _aws?: { CloudWatchMetrics: Array<{ Dimensions: string[][]; Metrics: Array<{ Name: string }> }> };
  [field: string]: unknown;
}

/** Collects what the functions of a stack would send to CloudWatch, and lets functions crash. */
export function readStack(stack: LocalStack) {
  const points: Point[] = [];
  const lines: AccessLine[] = [];
  const crashing = new Set<string>();
  const print = process.stdout.write.bind(process.stdout);
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    if (typeof chunk === 'string' && chunk.startsWith('{"_aws"')) points.push(...pointsOf(JSON.parse(chunk) as Emf));
    return print(chunk);
  });
  const count = (namespace: string, name: string, dimensions: Record<string, string>, value = 1) =>
    void points.push({ namespace, name, dimensions, value });
  const invoke = stack.runtime.invoke.bind(stack.runtime);
  stack.runtime.invoke = async (row, event, options) => {
    const FunctionName = `${STAGE}-${row.id.replaceAll('/', '-')}`;
    count('AWS/Lambda', 'Invocations', { FunctionName });
    try {
      if (crashing.has(row.id)) throw new Error('Runtime exited');
      const answer = await invoke(row, event, options);
      count('AWS/Lambda', 'Errors', { FunctionName }, 0);
      observe(row, statusOf(answer), '-');
      return answer;
    } catch (error) {
      count('AWS/Lambda', 'Errors', { FunctionName });
      if (!isRefusal(error)) observe(row, 500, 'Internal Server Error');
      throw error;
    }
  };

  /** As API Gateway sees it. */
  function observe({ kind, id }: ManifestRow, status: number, error: string): void {
    if (kind === 'socket' && status >= 400) count('AWS/ApiGateway', 'IntegrationError', { ApiId: 'Voice' });
    if (kind === 'authorizer' && status < 500) return;
    if (kind !== 'http' && kind !== 'carrier' && kind !== 'authorizer') return;
    if (status >= 500) count('AWS/ApiGateway', '5xx', { ApiId: 'Http' });
    lines.push({ route: id, status: String(status), error });
  }

  return {
    points,
    lines,
    crashing,
    count,
    forget() {
      points.length = 0;
      lines.length = 0;
      crashing.clear();
    },
  };
}

function statusOf(answer: unknown): number {
  return typeof answer === 'object' && answer !== null && 'statusCode' in answer ? Number(answer.statusCode) : 200;
}

function pointsOf({ _aws, ...fields }: Emf): Point[] {
  const { Dimensions, Metrics } = _aws!.CloudWatchMetrics[0]!;
  return Metrics.flatMap(({ Name: name }) =>
    Dimensions.map((names) => ({
      namespace: STAGE,
      name,
      dimensions: Object.fromEntries(names.map((dimension) => [dimension, String(fields[dimension])])),
      value: Number(fields[name]),
    })),
  );
}
