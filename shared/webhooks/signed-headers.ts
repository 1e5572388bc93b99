import { Webhook } from 'standardwebhooks';

export interface SignedMessage {
  /** The same on every attempt of one event. */
  id: string;
  /** When this attempt is made, in epoch milliseconds. */
  at: number;
  body: string;
  /** All secrets that are live: a receiver that knows any of them can verify. */
  secrets: readonly string[];
}

/** The headers of Standard Webhooks. */
export function signedHeaders({ id, at, body, secrets }: SignedMessage): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, new Date(at), body));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
