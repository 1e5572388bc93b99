import { verifyWebhook, WebhookVerificationError } from '@ringback/client';
import { Hono } from 'hono';
import { handleEvent } from './handle-event.js';

// Runs as it is on Cloudflare Workers, Deno, Bun and other edge runtimes; hono-node.js serves it on Node.
const app = new Hono();

app.post('/hook', async (context) => {
  const secret = context.env.RINGBACK_WEBHOOK_SECRET;
  const event = await verifyWebhook(context.req.raw.headers, await context.req.text(), secret);
  handleEvent(context.req.header('webhook-id'), event);
  return context.body(null, 204);
});

app.onError((error, context) => {
  if (error instanceof WebhookVerificationError) return context.text(error.message, 400);
  throw error;
});

export default app;
