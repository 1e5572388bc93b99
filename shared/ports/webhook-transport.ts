export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** `refused`: the address is not one that we call (private, unresolvable scheme). `unreachable`: no answer came in time. */
export type WebhookAnswer =
  | { kind: 'answered'; status: number; body: string; retryAfterSeconds: number | null; durationMs: number }
  | { kind: 'unreachable' | 'refused'; problem: string; durationMs: number };

/** Posts to customers' URLs: 15 s, no redirects, answers read up to 64 KB, private addresses refused after resolution. */
export interface WebhookTransport {
  post(request: WebhookRequest): Promise<WebhookAnswer>;
}
