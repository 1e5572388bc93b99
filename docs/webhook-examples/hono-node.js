import { serve } from '@hono/node-server';
import app from './hono.js';

serve({ fetch: (request) => app.fetch(request, process.env), port: Number(process.env.PORT ?? 4000) }, () =>
  console.log('ready'),
);
