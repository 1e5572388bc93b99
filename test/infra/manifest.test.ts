import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { missingPieces } from '#infra/generate/contribute/missing-pieces.ts';
import { functionFile, routesOf, type ManifestRow } from '#shared/manifest/manifest-row.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { HttpEvent } from '#shared/platform/http/http.ts';
import { queueMessages, type QueueName } from '#shared/platform/queue/messages.ts';

type Schema = v.GenericSchema<unknown, unknown>;

/** What the function builders put on a handler, whichever of them made it. */
interface Handler {
  schema?: Schema;
  schemas?: { body?: Schema; query?: Schema; form?: Schema; event?: Schema };
  queue?: QueueName;
  /** The fields of a carrier's callback. */
  read?: (event: HttpEvent) => unknown;
}

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFile(resolve(root, path), 'utf8');

async function load(row: ManifestRow) {
  const [module, event] = await Promise.all([
    import(resolve(root, functionFile(row))) as Promise<{ handler: Handler }>,
    read(`events/${row.id}.json`),
  ]);
  return { handler: module.handler, event: JSON.parse(event) as unknown };
}

/** Accepts the event, or throws what is wrong with it. */
function check(row: ManifestRow, handler: Handler, event: unknown): void {
  switch (row.kind) {
    case 'http':
      return checkHttp(handler, v.parse(HttpEvent, event));
    case 'carrier':
      checkCarrier(handler, v.parse(HttpEvent, event));
      return;
    case 'queue':
      for (const { body } of v.parse(SqsEvent, event).Records) v.parse(queueMessages[row.queue], JSON.parse(body));
      return;
    case 'authorizer':
      v.parse(handler.schemas!.event!, event);
      return;
    case 'socket':
    case 'schedule':
      v.parse(handler.schema!, event);
  }
}

const SqsEvent = v.object({ Records: v.pipe(v.array(v.object({ body: v.string() })), v.minLength(1)) });

function checkCarrier({ schemas = {}, read: fieldsOf }: Handler, event: HttpEvent): void {
  if (schemas.form) v.parse(schemas.form, fieldsOf!(event));
  else v.parse(schemas.body!, JSON.parse(event.body as string));
}

function checkHttp({ schemas = {} }: Handler, event: HttpEvent): void {
  if (schemas.body) v.parse(schemas.body, JSON.parse(event.body as string));
  if (schemas.query) v.parse(schemas.query, Object.fromEntries(new URLSearchParams(event.rawQueryString)));
}

it('has a test, a sample event and an id in its definition for every function', () => {
  expect(missingPieces(process.cwd(), manifest)).toEqual([]);
});

describe.each(manifest)('$kind $id', (row) => {
  it('has a function that exports a handler, in a file of at most 60 lines', async () => {
    const [{ handler }, source] = await Promise.all([load(row), read(functionFile(row))]);
    expect(handler).toBeTypeOf('function');
    expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  });

  it('has a sample event that its schemas accept', async () => {
    const { handler, event } = await load(row);
    expect(() => check(row, handler, event)).not.toThrow();
  });
});

describe('the manifest', () => {
  it('gives every function its own id', () => {
    const ids = manifest.map((row) => row.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('gives every route its own method and path', () => {
    const routes = manifest.flatMap((row) => {
      if (row.kind === 'http') return routesOf(row).map(({ method, path }) => `${method} ${path}`);
      return row.kind === 'carrier' ? [`${row.method} ${row.path}`] : [];
    });
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('has one worker for every queue', () => {
    const queues = manifest.flatMap((row) => (row.kind === 'queue' ? [row.queue] : []));
    expect(queues.toSorted()).toEqual(Object.keys(queueMessages).toSorted());
  });

  it.each(manifest.filter((row) => row.kind === 'queue'))('hands $id only its own queue', async (row) => {
    const { handler } = await load(row);
    expect(handler.queue).toBe(row.queue);
  });

  it('says of every function what its failure means', () => {
    for (const { failure } of manifest) expect(failure).toMatch(/\.$/);
  });
});
