import type { TestedWebhook, WebhookTest } from '@ringback/client';
import { api } from '../../service/client.ts';

/** Nothing is stored. */
export const sendTestEvent = (url: string, event: WebhookTest['event']): Promise<TestedWebhook> =>
  api.webhooks.test({ url, ...(event !== undefined && { event }) });
