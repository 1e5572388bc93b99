import { randomUUID } from 'node:crypto';
import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { invocationIdOf, traceOfInvocation } from '#infra/local/aws/lambda/lineage.ts';
import { causesOf, runInTrace } from '#infra/local/aws/lambda/trace.ts';
import { functionFile, type ManifestRow } from '#shared/manifest/manifest-row.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';

export type Handler = (event: unknown, context: unknown) => unknown;

/** Runs the functions of the manifest in this process, the way Lambda would run them. */
export interface FunctionRuntime {
  /** Throws the error of the handler, or `FunctionTimeout`. */
  invoke(row: ManifestRow, event: unknown, options?: InvokeOptions): Promise<unknown>;
  /** Imports the functions before their first event, one after the other. */
  warm(rows: readonly ManifestRow[]): Promise<void>;
}

interface InvokeOptions {
  requestId?: string;
  /** Rejects when the process of this invocation dies. */
  whenKilled?: ((invocationId: string) => Promise<never>) | undefined;
}

export class FunctionTimeout extends Error {
  constructor(row: ManifestRow) {
    super(`${row.id} did not end within ${row.timeoutSeconds} s`);
    this.name = 'FunctionTimeout';
  }
}

/** An authorizer refuses a caller by throwing this message, which is not a failure. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.message === 'Unauthorized';
}

const FunctionModule = v.object({ handler: v.function() });

const PROJECT_ROOT = resolve(import.meta.dirname, '../../../..');

export function createFunctionRuntime(load: (row: ManifestRow) => Promise<Handler>): FunctionRuntime {
  const handlers = new Map<string, Promise<Handler>>();
  const handlerOf = (row: ManifestRow) => {
    const known = handlers.get(row.id);
    if (known) return known;
    const loading = load(row);
    handlers.set(row.id, loading);
    return loading;
  };
  return {
    async invoke(row, event, { requestId = randomUUID(), whenKilled } = {}) {
      try {
        const handler = await handlerOf(row);
        const trace = traceOfInvocation(row.id, causesOf(event));
        const run = async () => runInTrace(trace, () => handler(event, functionContext(row, requestId)));
        const death = whenKilled?.(invocationIdOf(trace) ?? '');
        return await withTimeout(row, () => (death ? Promise.race([run(), death]) : run()));
      } catch (error) {
        if (!isRefusal(error)) logger.error('function failed', { functionId: row.id, requestId, error });
        throw error;
      }
    },
    async warm(rows) {
      for (const row of rows) await handlerOf(row);
    },
  };
}

/** @throws Error when a function of the manifest has no file */
export async function requireFunctionFiles(rows: readonly ManifestRow[]): Promise<void> {
  const found = await Promise.all(rows.map((row) => isFile(resolve(PROJECT_ROOT, functionFile(row)))));
  const missing = rows.filter((_, index) => !found[index]);
  if (missing.length === 0) return;
  const lines = missing.map((row) => `  ${row.id}: ${functionFile(row)}`);
  throw new Error(`functions of the manifest without a file:\n${lines.join('\n')}`);
}

/** Imports a function from its source, into this process. */
export async function importHandler(row: ManifestRow): Promise<Handler> {
  const file = functionFile(row);
  const module: unknown = await import(pathToFileURL(resolve(PROJECT_ROOT, file)).href);
  const parsed = v.safeParse(FunctionModule, module);
  if (!parsed.success) throw new Error(`${file} exports no function named handler`);
  return parsed.output.handler;
}

async function isFile(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}

/** A handler that exceeds its timeout keeps running, but its result is dropped. */
async function withTimeout(row: ManifestRow, run: () => Promise<unknown>): Promise<unknown> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new FunctionTimeout(row)), row.timeoutSeconds * 1000);
  try {
    return await Promise.race([run(), promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The context of a handler in Lambda. */
function functionContext(row: ManifestRow, requestId: string): Context {
  const deadline = Date.now() + row.timeoutSeconds * 1000;
  const functionName = row.id.replaceAll('/', '-');
  return {
    awsRequestId: requestId,
    callbackWaitsForEmptyEventLoop: true,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${functionName}`,
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    memoryLimitInMB: String(row.memoryMb),
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    done: () => undefined,
    fail: () => undefined,
    succeed: () => undefined,
  };
}
