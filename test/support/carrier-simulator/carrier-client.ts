import type {
  Call,
  DialAttempt,
  JournalEvent,
  Violation,
} from '#infra/local/carrier-simulator/journal/journal-entries.ts';

export interface CallView extends Omit<Call, 'answeredAt'> {
  answeredAt: number | null;
  dialogue: { who: 'assistant' | 'customer'; text: string; cut?: boolean }[];
  requests: { purpose: string; status?: number; failure?: string }[];
  timeline: JournalEvent[];
  finished: boolean;
  duration: number | null;
}

export interface RestAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** Speaks the carrier's REST API, and looks behind the scenes. */
export class CarrierClient {
  readonly url: string;
  readonly #account: string;
  readonly #authorization: string;

  constructor(url: string, accountSid: string, authToken: string) {
    this.url = url;
    this.#account = `${url}/2010-04-01/Accounts/${accountSid}`;
    this.#authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  }

  async request(method: string, path: string, form?: [string, string][], authorization = this.#authorization) {
    const response = await fetch(`${this.#account}${path}`, {
      method,
      headers: { authorization },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    return response;
  }

  async api(method: string, path: string, form?: [string, string][]): Promise<RestAnswer> {
    const response = await this.request(method, path, form);
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
  }

  async control<Answer>(path: string, body?: unknown): Promise<Answer> {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${this.url}/_simulator${path}`, init);
    return (await response.json()) as Answer;
  }

  call(sid: string): Promise<CallView> {
    return this.control<CallView>(`/calls/${sid}`);
  }

  async violations(): Promise<Violation[]> {
    return (await this.control<{ violations: Violation[] }>('/violations')).violations;
  }

  async attempts(): Promise<DialAttempt[]> {
    return (await this.control<{ attempts: DialAttempt[] }>('/dial-attempts')).attempts;
  }
}
