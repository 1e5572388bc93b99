import { Webhook } from 'standardwebhooks';
import { secrets } from '#shared/runtime/secrets.ts';

export interface SignedWebhook {
  /** With names in lower case. */
  headers: Record<string, string>;
  body: string;
}

/** Whether OpenAI signed this webhook for our project, within the last five minutes. */
export type WebhookVerifier = (webhook: SignedWebhook) => Promise<boolean>;

export const isWebhookSigned: WebhookVerifier = async ({ headers, body }) => {
  const secret = await secrets().get('openai-webhook-secret');
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};
