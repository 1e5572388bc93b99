import { verifyWebhook, WebhookVerificationError } from '@ringback/client';
import express from 'express';
import { handleEvent } from './handle-event.js';

const secret = process.env.RINGBACK_WEBHOOK_SECRET;
const app = express();

// The signature is that of the raw body: express.json() would destroy it.
app.post('/hook', express.text({ type: 'application/json', limit: '5mb' }), async (request, response) => {
  const event = await verifyWebhook(request.headers, request.body, secret);
  handleEvent(request.headers['webhook-id'], event);
  response.sendStatus(204);
});

app.use((error, _request, response, next) => {
  if (error instanceof WebhookVerificationError) response.status(400).send(error.message);
  else next(error);
});

app.listen(Number(process.env.PORT ?? 4000), () => console.log('ready'));
