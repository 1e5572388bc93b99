import { verifyWebhook, WebhookVerificationError } from '@ringback/client';
import Fastify from 'fastify';
import { handleEvent } from './handle-event.js';

const secret = process.env.RINGBACK_WEBHOOK_SECRET;
const app = Fastify({ bodyLimit: 5 * 1024 * 1024 });

// The signature is that of the raw body: it is not parsed.
app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));

app.post('/hook', async (request, reply) => {
  const event = await verifyWebhook(request.headers, request.body, secret);
  handleEvent(request.headers['webhook-id'], event);
  return reply.code(204).send();
});

app.setErrorHandler((error, _request, reply) => {
  const status = error instanceof WebhookVerificationError ? 400 : (error.statusCode ?? 500);
  return reply.code(status).send(error.message);
});

await app.listen({ port: Number(process.env.PORT ?? 4000) });
console.log('ready');
