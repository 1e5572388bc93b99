import { isConnectionSigned } from '#shared/carrier-container.ts';
import { logger, metrics, type Metrics } from '#shared/platform/observability/telemetry.ts';
import { defineSocketHandler } from '#shared/platform/socket/socket.ts';

interface ConnectDeps {
  isConnectionSigned: (headers: Record<string, string>) => Promise<boolean>;
  metrics: Metrics;
}

/** The carrier's signature is all that is checked: the first frame names the call. */
export const handler = defineSocketHandler({
  id: 'socket/connect',
  deps: (): ConnectDeps => ({ isConnectionSigned, metrics }),
  handle: async ({ headers, connectionId }, deps) => {
    if (await deps.isConnectionSigned(headers)) return { statusCode: 200 };
    deps.metrics.count('ConnectionRefused');
    deps.metrics.count('CarrierCallbackRefused', { reason: 'connection' });
    logger.warn('WebSocket connection rejected', { connectionId });
    return { statusCode: 403 };
  },
  onFailure: { statusCode: 500 },
});
