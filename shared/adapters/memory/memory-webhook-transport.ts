import type { WebhookAnswer, WebhookRequest, WebhookTransport } from '#shared/ports/webhook-transport.ts';

export interface MemoryWebhookTransport extends WebhookTransport {
  /** Everything posted so far, in order. */
  requests: WebhookRequest[];
}

/** Answers each request as scripted, the last answer again and again; without a script with an empty 200. */
export function createMemoryWebhookTransport(script: WebhookAnswer[] = []): MemoryWebhookTransport {
  const requests: WebhookRequest[] = [];
  return {
    requests,
    async post(request) {
      const answer = script[Math.min(requests.length, script.length - 1)];
      requests.push(structuredClone(request));
      return answer ?? { kind: 'answered', status: 200, body: '', retryAfterSeconds: null, durationMs: 1 };
    },
  };
}
