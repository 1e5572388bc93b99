import { createOpenAiRealtimeCalls } from '#shared/adapters/openai/openai-realtime-calls.ts';
import type { RealtimeCalls } from '#shared/ports/realtime-calls.ts';
import { environment } from '#shared/runtime/environment.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';
import { secrets } from '#shared/runtime/secrets.ts';

export function realtimeCalls(): RealtimeCalls {
  return createOpenAiRealtimeCalls({
    apiUrl: environment.realtimeApiUrl(),
    apiKey: () => secrets().get('openai-api-key'),
    logger,
  });
}
