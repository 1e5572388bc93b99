import type { TestedWebhook } from '@ringback/client';
import { api } from '../../service/client.ts';

/** Nothing is stored. */
export const sendTestEvent = (url: string): Promise<TestedWebhook> => api.webhooks.test({ url });
