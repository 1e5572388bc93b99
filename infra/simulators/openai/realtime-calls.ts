import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { createRealtimeCall, type RealtimeCall } from '#openai/realtime-call.ts';
import type { RealtimeLine } from '#openai/realtime-response.ts';

export interface RealtimeOptions {
  projectId: string;
  apiKey: string;
  /** `whsec_…` of the project's webhook. */
  webhookSecret: string;
  webhookUrl: string;
}

interface SipHeader {
  name: string;
  value: string;
}

const ATTEMPTS = 3;
const RETRY_MS = 500;
const TIMEOUT_MS = 10_000;

export type RealtimeCalls = ReturnType<typeof createRealtimeCalls>;

/** The calls of a project at the speech model. Each new call is announced by a webhook. */
export function createRealtimeCalls(options: RealtimeOptions) {
  const calls = new Map<string, RealtimeCall>();
  return {
    options,
    find: (id: string) => calls.get(id),
    /** Adds a call, and sends its webhook this number of times. */
    ring(headers: SipHeader[], line: RealtimeLine, copies: number): RealtimeCall {
      const call = createRealtimeCall(line);
      calls.set(call.id, call);
      const body = JSON.stringify({
        object: 'event',
        id: `evt_${randomBytes(8).toString('hex')}`,
        type: 'realtime.call.incoming',
        created_at: Math.floor(Date.now() / 1000),
        data: { call_id: call.id, sip_headers: headers },
      });
      const webhookId = `wh_${randomBytes(8).toString('hex')}`;
      for (let copy = 0; copy < copies; copy += 1) void sendWebhook(webhookId, body, line, options);
      return call;
    },
    remove(call: RealtimeCall): void {
      call.lineClosed();
      calls.delete(call.id);
    },
  };
}

async function sendWebhook(id: string, body: string, line: RealtimeLine, options: RealtimeOptions): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const status = await post(id, body, options);
    line.addEvent('request', { purpose: 'model-webhook', url: options.webhookUrl, attempt, status });
    if (status >= 200 && status < 300) return;
    await sleep(RETRY_MS);
  }
}

/** The status of the answer; 0 without an answer. */
async function post(id: string, body: string, { webhookUrl, webhookSecret }: RealtimeOptions): Promise<number> {
  const now = new Date();
  try {
    const response = await fetch(webhookUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'OpenAI/1.0 (+https://platform.openai.com/docs/webhooks)',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': new Webhook(webhookSecret).sign(id, now, body),
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      body,
    });
    await response.text();
    return response.status;
  } catch {
    return 0;
  }
}
