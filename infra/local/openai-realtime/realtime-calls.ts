import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { RealtimeCall, type RealtimeLine } from '#infra/local/openai-realtime/realtime-call.ts';

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

/** The calls of a project at the speech model, and the webhook that tells of each. */
export class RealtimeDesk {
  readonly options: RealtimeOptions;
  readonly #calls = new Map<string, RealtimeCall>();

  constructor(options: RealtimeOptions) {
    this.options = options;
  }

  find(id: string): RealtimeCall | undefined {
    return this.#calls.get(id);
  }

  /** A SIP call rings: the webhook asks what to do with it, in so many copies. */
  ring(headers: SipHeader[], line: RealtimeLine, copies: number): RealtimeCall {
    const call = new RealtimeCall(line);
    this.#calls.set(call.id, call);
    const body = JSON.stringify({
      object: 'event',
      id: `evt_${randomBytes(8).toString('hex')}`,
      type: 'realtime.call.incoming',
      created_at: Math.floor(Date.now() / 1000),
      data: { call_id: call.id, sip_headers: headers },
    });
    const webhookId = `wh_${randomBytes(8).toString('hex')}`;
    for (let copy = 0; copy < copies; copy += 1) void this.#tell(webhookId, body, line);
    return call;
  }

  forget(call: RealtimeCall): void {
    call.lineGone();
    this.#calls.delete(call.id);
  }

  async #tell(webhookId: string, body: string, line: RealtimeLine): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const status = await this.#post(webhookId, body);
      line.note('request', { purpose: 'model-webhook', url: this.options.webhookUrl, attempt, status });
      if (status >= 200 && status < 300) return;
      await sleep(RETRY_MS);
    }
  }

  async #post(webhookId: string, body: string): Promise<number> {
    const now = new Date();
    try {
      const response = await fetch(this.options.webhookUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'OpenAI/1.0 (+https://platform.openai.com/docs/webhooks)',
          'webhook-id': webhookId,
          'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
          'webhook-signature': new Webhook(this.options.webhookSecret).sign(webhookId, now, body),
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
}
