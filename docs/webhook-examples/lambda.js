import { verifyWebhook, WebhookVerificationError } from '@ringback/client';
import { handleEvent } from './handle-event.js';

/** Behind an HTTP API, payload format 2.0, or a function URL. */
export async function handler({ headers, body = '', isBase64Encoded }) {
  try {
    const text = isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
    const event = await verifyWebhook(headers, text, process.env.RINGBACK_WEBHOOK_SECRET);
    handleEvent(headers['webhook-id'], event);
    return { statusCode: 204 };
  } catch (error) {
    if (error instanceof WebhookVerificationError) return { statusCode: 400, body: error.message };
    throw error;
  }
}
