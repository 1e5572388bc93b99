import { afterEach, beforeEach, vi } from 'vitest';
import { startGateway, type Gateway } from '#infra/local/aws/gateway/start-gateway.ts';
import { createHttpApi } from '#infra/local/aws/http/http-api.ts';
import type { Handler } from '#infra/local/aws/lambda/function-runtime.ts';
import { createSocketApi } from '#infra/local/aws/socket/socket-api.ts';
import type { ManifestRow } from '#shared/manifest/manifest-row.ts';
import { fakeRuntime } from '#test/support/fake-rows.ts';

/** A gateway for each test of a file, before functions that are given by the ids of their rows. */
export function useGateway() {
  let gateway: Gateway | undefined;
  beforeEach(() => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  });
  afterEach(async () => {
    await gateway?.stop();
    vi.restoreAllMocks();
  });
  return async (
    rows: ManifestRow[],
    handlers: Record<string, Handler>,
    limits?: Parameters<typeof createSocketApi>[2],
  ): Promise<Gateway & { host: string }> => {
    const runtime = fakeRuntime(handlers);
    const sockets = createSocketApi(rows, runtime, limits);
    gateway = await startGateway({ port: 0, host: '127.0.0.1', api: createHttpApi(rows, runtime), sockets });
    return { ...gateway, host: `127.0.0.1:${gateway.port}` };
  };
}
