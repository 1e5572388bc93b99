import { createFunctionRuntime, type FunctionRuntime, type Handler } from '#infra/local/aws/lambda/function-runtime.ts';
import type { AuthorizerRow, CarrierRow, HttpRow, QueueRow, SocketRow } from '#shared/manifest/manifest-row.ts';

const row = { timeoutSeconds: 5, memoryMb: 128, uses: [], failure: 'none' };

export const httpRow = (method: HttpRow['method'], path: string, changes: Partial<HttpRow> = {}): HttpRow => ({
  ...row,
  kind: 'http',
  id: `${method} ${path}`,
  method,
  path,
  ...changes,
});

export const carrierRow = (path: string): CarrierRow => ({ ...row, kind: 'carrier', id: path, method: 'POST', path });

export const socketRow = (routeKey: SocketRow['routeKey'], changes: Partial<SocketRow> = {}): SocketRow => ({
  ...row,
  kind: 'socket',
  id: routeKey,
  routeKey,
  ...changes,
});

export const queueRow = (changes: Partial<QueueRow> = {}): QueueRow => ({
  ...row,
  kind: 'queue',
  id: 'queue/dial-calls',
  queue: 'dial-calls',
  batchSize: 1,
  maxReceiveCount: 2,
  recursiveLoop: 'Allow',
  ...changes,
});

export const fakeAuthorizerRow: AuthorizerRow = { ...row, kind: 'authorizer', id: 'authorizer', cacheSeconds: 60 };

/** A runtime whose functions are given by the id of their row. */
export const fakeRuntime = (handlers: Record<string, Handler>): FunctionRuntime =>
  createFunctionRuntime(async ({ id }) => {
    const handler = handlers[id];
    if (!handler) throw new Error(`no function ${id}`);
    return handler;
  });
