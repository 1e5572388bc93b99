import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { handler } from '#functions/http/calls/list-calls.ts';
import { dynamo } from '#shared/platform/environment.ts';
import { recordWire } from '#test/bench/table-wire.ts';

/**
 * `node our-server.ts <port>`: the function that lists calls, behind as little as it takes to be asked over HTTP. `GET /wire`: its
 * requests to the table since the last time.
 */
const [port = ''] = process.argv.slice(2);
const run = handler as (event: unknown, context: unknown) => Promise<{ statusCode: number; body: string }>;
const context = { awsRequestId: 'bench', getRemainingTimeInMillis: () => 30_000 };

const wire = recordWire(dynamo());
/** Above those of one list. */
const MOST_KEPT = 1000;

const server = createServer((request, response) => {
  if (request.url === '/wire') response.end(JSON.stringify(wire.splice(0)));
  else void answer(request, response);
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { host = '' } = request.headers;
  const { pathname, search } = new URL(request.url ?? '/', `http://${host}`);
  const event = {
    version: '2.0',
    rawPath: pathname,
    rawQueryString: search.slice(1),
    headers: { host, 'x-forwarded-proto': 'http' },
    isBase64Encoded: false,
    requestContext: { requestId: 'bench', domainName: host, authorizer: { lambda: { user_id: 1 } } },
  };
  const { statusCode, body } = await run(event, context);
  if (wire.length > MOST_KEPT) wire.length = 0;
  response.writeHead(statusCode, { 'content-type': 'application/json' }).end(body);
}

server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
