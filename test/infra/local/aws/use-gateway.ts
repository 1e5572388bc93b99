import { afterEach, beforeEach, vi } from 'vitest';
import { startGateway, type Gateway, type StackPages } from '#infra/local/aws/gateway/start-gateway.ts';
import { createHttpApi } from '#infra/local/aws/http/http-api.ts';
import type { Handler } from '#infra/local/aws/lambda/function-runtime.ts';
import { createSocketApi } from '#infra/local/aws/socket/socket-api.ts';
import type { ManifestRow } from '#shared/manifest/manifest-row.ts';
import { fakeRuntime } from '#test/infra/local/fake-rows.ts';

const noPages: StackPages = {
  get: () => undefined,
  actions: new Map(),
  isForOtherSites: () => false,
  other: () => Promise.reject(new Error('the gateway has no pages')),
};

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
  ): Promise<{ port: number; host: string; open(): void }> => {
    const runtime = fakeRuntime(handlers);
    const sockets = createSocketApi(rows, runtime, limits);
    const started = await startGateway({ port: 0, host: '127.0.0.1' });
    gateway = started;
    const open = () => {
      started.open({ api: createHttpApi(rows, runtime), sockets });
      started.show(noPages);
    };
    return { port: started.port, host: `127.0.0.1:${started.port}`, open };
  };
}
