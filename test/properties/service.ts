import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { createHttpApi } from '#infra/local/aws/http/http-api.ts';
import { startQueuePump, type QueuePump } from '#infra/local/aws/queues/queue-pump.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { environment } from '#shared/platform/environment.ts';
import type { WildAnswer } from '#test/properties/judge-answer.ts';
import type { WildRequest } from '#test/properties/requests.ts';
import { createScene, type Scene } from '#test/properties/scene.ts';
import { createTableGuard, type TableContent, type TableGuard } from '#test/properties/table-guard.ts';
import { useLocalStack } from '#test/support/local-stack.ts';

export interface Service {
  scene: Scene;
  guard: TableGuard;
  /** The table of the scene, before any request. */
  untouched: TableContent;
  /** Asks the gateway without a socket in between: routing, authorizer, event and function are the real ones. */
  ask: (request: WildRequest) => Promise<WildAnswer>;
  /** Asks over HTTP. */
  fetch: (request: WildRequest) => Promise<WildAnswer>;
  /** What functions have logged as errors since the last time. */
  takeErrors: () => string[];
}

/**
 * A stack on which nothing happens but what requests do: no worker runs, except the one that the answers of SMS wait for.
 * Call at the top of the file.
 */
export function useQuietService(): () => Service {
  const running = useLocalStack({ workers: false });
  let service: Service | undefined;
  let pump: QueuePump | undefined;
  const log = captureErrors();
  beforeAll(async () => {
    const { stack, baseUrl } = running();
    log.start();
    pump = startSmsWorker(stack);
    const scene = await createScene(baseUrl);
    const guard = createTableGuard(environment.table());
    service = { scene, guard, untouched: await guard.read(), ...askers(running(), scene), takeErrors: log.take };
  });
  afterAll(async () => {
    await pump?.stop();
    log.stop();
  });
  return () => {
    if (!service) throw new Error('the service is there only while tests run');
    return service;
  };
}

function askers({ stack, origin, baseUrl }: ReturnType<ReturnType<typeof useLocalStack>>, { token }: Scene) {
  const api = createHttpApi(manifest, stack.runtime);
  const authorization = `Bearer ${token}`;
  return {
    async ask({ method, path, query, headers, body }: WildRequest): Promise<WildAnswer> {
      const answer = await api.answer({
        requestId: randomUUID(),
        method,
        path: `/api${path}`,
        query,
        headers: { host: new URL(origin).host, authorization, ...headers },
        body: Buffer.from(body),
        sourceIp: '127.0.0.1',
        receivedAt: Date.now(),
      });
      return { ...answer, body: String(answer.body) };
    },
    async fetch({ method, path, query, headers, body }: WildRequest): Promise<WildAnswer> {
      const response = await fetch(`${baseUrl}${path}?${query}`, {
        method,
        headers: { authorization, ...headers },
        ...(method === 'GET' || body === '' ? {} : { body }),
      });
      return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
    },
  };
}

function startSmsWorker({ queues, runtime }: ReturnType<ReturnType<typeof useLocalStack>>['stack']): QueuePump {
  const row = manifest.find((entry) => entry.kind === 'queue' && entry.queue === 'send-sms');
  if (row?.kind !== 'queue') throw new Error('no worker sends SMS');
  const urls = { queueUrl: queues.queueUrl(row.queue), deadLetterQueueUrl: queues.deadLetterQueueUrl(row.queue) };
  return startQueuePump({ row, ...urls, runtime });
}

/** Functions log to standard output; errors among it say why an answer was a 500. */
function captureErrors() {
  let errors: string[] = [];
  let write: typeof process.stdout.write | undefined;
  return {
    start() {
      const before = process.stdout.write.bind(process.stdout);
      write = before;
      process.stdout.write = (chunk: string | Uint8Array) => {
        if (typeof chunk === 'string' && chunk.startsWith('{"level":"ERROR"')) errors.push(chunk);
        return before(chunk);
      };
    },
    stop() {
      if (write) process.stdout.write = write;
    },
    take() {
      const taken = errors;
      errors = [];
      return taken;
    },
  };
}
