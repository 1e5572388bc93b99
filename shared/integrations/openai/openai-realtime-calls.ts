import { realtimeSessionConfig } from '#shared/integrations/openai/realtime-session.ts';
import { openSideband } from '#shared/integrations/openai/realtime-sideband.ts';
import type { Logger } from '#shared/platform/observability/telemetry.ts';
import type { RealtimeCalls } from '#shared/realtime/realtime-calls.ts';

export interface OpenAiRealtimeOptions {
  /** `https://api.openai.com/v1`, or the stand-in's. */
  apiUrl: string;
  apiKey: () => Promise<string>;
  logger: Logger;
}

/** The line rings while we are waited for. */
const TIMEOUT_MS = 5000;
/** `Decline`, for the whole of SIP: nobody else is to be tried. */
const SIP_DECLINE = 603;

/** Calls over SIP on OpenAI's Realtime API: https://platform.openai.com/docs/guides/realtime-sip */
export function createOpenAiRealtimeCalls({ apiUrl, apiKey, logger }: OpenAiRealtimeOptions): RealtimeCalls {
  const post = async (realtimeCallId: string, action: string, body?: unknown) => {
    const response = await fetch(`${apiUrl}/realtime/calls/${encodeURIComponent(realtimeCallId)}/${action}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await apiKey()}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      body: JSON.stringify(body ?? {}),
    });
    return { status: response.status, text: await response.text() };
  };
  const end = async (realtimeCallId: string, action: 'reject' | 'hangup', body?: unknown) => {
    const { status } = await post(realtimeCallId, action, body);
    // 404: it is over already. 409: it does not ring any more, or does not run yet.
    if (status >= 300 && status !== 404 && status !== 409) throw new Error(`OpenAI answered ${status} to ${action}`);
  };
  return {
    async accept(realtimeCallId, start) {
      const { status, text } = await post(realtimeCallId, 'accept', realtimeSessionConfig(start));
      if (status < 300) return 'accepted';
      // A key that is wrong and a limit that is reached can be put right while it rings, and 5xx pass.
      if (status === 401 || status === 403 || status === 429 || status >= 500) {
        throw new Error(`OpenAI answered ${status} to accept`);
      }
      logger.error('the speech model refused a call', { realtimeCallId, status, answer: text.slice(0, 500) });
      return 'refused';
    },
    reject: (realtimeCallId) => end(realtimeCallId, 'reject', { status_code: SIP_DECLINE }),
    hangUp: (realtimeCallId) => end(realtimeCallId, 'hangup'),
    openSession: async (realtimeCallId) => openSideband({ apiUrl, apiKey: await apiKey(), realtimeCallId }),
  };
}
