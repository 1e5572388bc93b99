import type { WebhookSecret } from '@ringback/client';
import { api } from '../../service/client.ts';

/** It is read when the user asks for it, and no query keeps it. */
export const getSecret = (): Promise<WebhookSecret> => api.webhooks.secret();
