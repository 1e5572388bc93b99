import type {
  Call,
  DialAttempt,
  JournalEvent,
  Violation,
} from '@ringback/simulators/twilio/journal/journal-entries.ts';

export interface CallView extends Omit<Call, 'answeredAt'> {
  answeredAt: number | null;
  dialogue: { who: 'assistant' | 'customer'; text: string; cut?: boolean }[];
  requests: { purpose: string; status?: number; failure?: string }[];
  timeline: JournalEvent[];
  finished: boolean;
  duration: number | null;
}

export type RestAnswer = { status: number; body: Record<string, unknown> };

export type CarrierClient = ReturnType<typeof createCarrierClient>;

/** A client of the carrier's REST API and of the simulator's control API. */
export function createCarrierClient(url: string, accountSid: string, authToken: string) {
  const basic = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const request = (method: string, path: string, form?: [string, string][], authorization = basic) =>
    fetch(`${url}/2010-04-01/Accounts/${accountSid}${path}`, {
      method,
      headers: { authorization },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
  const control = async <Answer>(path: string, body?: unknown): Promise<Answer> => {
    const headers = { 'content-type': 'application/json' };
    const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await fetch(`${url}/_simulator${path}`, init)).json()) as Answer;
  };
  return {
    url,
    request,
    control,
    async api(method: string, path: string, form?: [string, string][]): Promise<RestAnswer> {
      const response = await request(method, path, form);
      const text = await response.text();
      return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
    },
    call: (sid: string) => control<CallView>(`/calls/${sid}`),
    violations: async () => (await control<{ violations: Violation[] }>('/violations')).violations,
    attempts: async () => (await control<{ attempts: DialAttempt[] }>('/dial-attempts')).attempts,
  };
}
