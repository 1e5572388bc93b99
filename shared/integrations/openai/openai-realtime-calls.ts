import { realtimeSessionConfig } from '#shared/integrations/openai/realtime-session.ts';
import { openSideband } from '#shared/integrations/openai/realtime-sideband.ts';
import type { Logger } from '#shared/platform/observability/telemetry.ts';
import type { RealtimeCalls } from '#shared/realtime/realtime-calls.ts';

export interface OpenAiRealtimeOptions {
  /** `https://api.openai.com/v1`, or the URL of the simulator. */
  apiUrl: string;
  apiKey: () => Promise<string>;
  logger: Logger;
}

/** The call rings during this time. */
const TIMEOUT_MS = 5000;
/** SIP `603 Decline` (RFC 3261, section 21.6.2): the caller does not try another destination. */
const SIP_DECLINE = 603;

/** SIP calls of OpenAI's Realtime API: https://platform.openai.com/docs/guides/realtime-sip */
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
    // 404: the call is over. 409: the call no longer rings, or has not started.
    if (status >= 300 && status !== 404 && status !== 409) throw new Error(`OpenAI answered ${status} to ${action}`);
  };
  return {
    async accept(realtimeCallId, start) {
      const { status, text } = await post(realtimeCallId, 'accept', realtimeSessionConfig(start));
      if (status < 300) return 'accepted';
      // Retried while the call rings: a wrong key or a rate limit can be fixed meanwhile, and a 5xx is temporary.
      if (status === 401 || status === 403 || status === 429 || status >= 500) {
        throw new Error(`OpenAI answered ${status} to accept`);
      }
      logger.error('speech model refused a call', { realtimeCallId, status, answer: text.slice(0, 500) });
      return 'refused';
    },
    reject: (realtimeCallId) => end(realtimeCallId, 'reject', { status_code: SIP_DECLINE }),
    hangUp: (realtimeCallId) => end(realtimeCallId, 'hangup'),
    openSession: async (realtimeCallId) => openSideband({ apiUrl, apiKey: await apiKey(), realtimeCallId }),
  };
}
