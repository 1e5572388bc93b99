import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';

export interface FirstRequest {
  /** Milliseconds from the start of the process to its first request to DynamoDB; to its end when it makes none. */
  milliseconds: number;
  isAsked: boolean;
}

const PROGRAM = join(import.meta.dirname, 'cold-process.ts');
const QUEUES = /_(?:QUEUE|DLQ)_URL$/;

/** Stands in for AWS, and tells when a process asks DynamoDB for the first time. */
export async function startFirstRequestMeter(environment: Record<string, string>) {
  let asked: (() => void) | undefined;
  const server = createServer((request, response) => {
    const target = String(request.headers['x-amz-target'] ?? '');
    if (target.startsWith('DynamoDB')) asked?.();
    const secret = { Name: 'secret', SecretString: '0'.repeat(32) };
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/x-amz-json-1.0');
      response.end(JSON.stringify(target.startsWith('secretsmanager') ? secret : {}));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}`;
  const env = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, QUEUES.test(name) ? `${url}/0/queue` : value]),
  );
  return {
    /** One process that loads this bundle and hands its handler this event. */
    async measure(bundle: string, eventFile: string | undefined): Promise<FirstRequest> {
      const startedAt = performance.now();
      let milliseconds: number | undefined;
      asked = () => void (milliseconds ??= performance.now() - startedAt);
      const args = [PROGRAM, bundle, ...(eventFile === undefined ? [] : [eventFile])];
      const child = spawn(process.execPath, args, {
        env: { ...env, PATH: process.env['PATH'], AWS_ENDPOINT_URL: url },
        stdio: 'ignore',
      });
      await once(child, 'exit');
      const isAsked = milliseconds !== undefined;
      return { milliseconds: milliseconds ?? performance.now() - startedAt, isAsked };
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
