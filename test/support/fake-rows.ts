import {
  createFunctionRuntime,
  type FunctionRuntime,
  type Handler,
} from '#infra/local/function-runtime/function-runtime.ts';
import type { AuthorizerRow, CarrierRow, HttpRow, QueueRow, SocketRow } from '#shared/manifest/manifest-row.ts';

const row = { timeoutSeconds: 5, memoryMb: 128, uses: [], failure: 'none' };

export function httpRow(method: HttpRow['method'], path: string, changes: Partial<HttpRow> = {}): HttpRow {
  return { ...row, kind: 'http', id: `${method} ${path}`, method, path, ...changes };
}

export function carrierRow(path: string): CarrierRow {
  return { ...row, kind: 'carrier', id: path, method: 'POST', path };
}

export function socketRow(routeKey: SocketRow['routeKey'], changes: Partial<SocketRow> = {}): SocketRow {
  return { ...row, kind: 'socket', id: routeKey, routeKey, ...changes };
}

export function queueRow(changes: Partial<QueueRow> = {}): QueueRow {
  return {
    ...row,
    kind: 'queue',
    id: 'queue/place-call',
    queue: 'place-call',
    batchSize: 1,
    maxReceiveCount: 2,
    ...changes,
  };
}

export const fakeAuthorizerRow: AuthorizerRow = { ...row, kind: 'authorizer', id: 'authorizer', cacheSeconds: 60 };

/** A runtime whose functions are given by the id of their row. */
export function fakeRuntime(handlers: Record<string, Handler>): FunctionRuntime {
  return createFunctionRuntime(async ({ id }) => {
    const handler = handlers[id];
    if (!handler) throw new Error(`no function ${id}`);
    return handler;
  });
}
