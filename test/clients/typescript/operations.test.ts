import { readFile } from 'node:fs/promises';
import { createClient, isOpen, openStatuses } from '@ringback/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { callStatuses, isFinal, openStatuses as openOfService } from '#shared/calls/call-status.ts';

/** Requests that need no method: second paths of the same operation, and what is not for users of an API. */
const WITHOUT_METHOD = [
  'GET /openapi.json',
  'GET /recordings/{token}',
  // For pages: `startWebCall` of @ringback/widget.
  'GET /widget/{token}',
  'POST /widget/{token}/web-call',
  'POST /user/lead',
  'PUT /leads/{id}',
  // Aliases for clients that exist (contract decision 10).
  'GET /user/assistant/{id}',
  'GET /user/assistants',
  'GET /user/assistants/{id}',
  'GET /user/phone-numbers',
  'GET /user/phone-numbers/all',
  'PATCH /user/leads/{id}',
  'DELETE /user/assistants/{id}/webhook',
  'GET /user/api-keys',
  'POST /user/api-keys',
  'DELETE /user/api-keys/{id}',
  'DELETE /user/assistants/{id}/inbound-webhook',
];

interface Operation {
  deprecated?: boolean;
}

const requested = new Set<string>();

/** Calls every method of the client, whatever the answer. */
beforeAll(async () => {
  const client = createClient({
    baseUrl: 'http://localhost/api',
    token: 't',
    async fetch(input, init) {
      const { method, url } = new Request(input, init);
      requested.add(`${method} ${new URL(url).pathname.replace('/api', '')}`);
      return Response.json({ data: [], current_page: 1, last_page: 1, status: 'completed' });
    },
  });
  for (const [name, group] of Object.entries(client) as Array<[string, unknown]>) {
    const methods = typeof group === 'function' ? [group] : Object.values(group as object);
    for (const method of methods as Array<(id: unknown) => unknown>) {
      const argument = name === 'doNotCall' ? '+1' : 4711;
      await (async () => method(argument))().catch(() => undefined);
    }
  }
});

describe('the client', () => {
  it('has a method for each operation of the reference', async () => {
    const document = JSON.parse(await readFile('shared/openapi/openapi.json', 'utf8')) as {
      paths: Record<string, Record<string, Operation>>;
    };
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.deprecated !== true)
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    );
    const called = new Set([...requested].map((request) => request.replace(/\/(4711|%2B1)(?=\/|$)/, '/{…}')));
    const missing = operations.filter(
      (operation) => !WITHOUT_METHOD.includes(operation) && !called.has(operation.replace(/\{.*\}/, '{…}')),
    );
    expect(missing, 'add a method to clients/typescript/src').toEqual([]);
    expect(called.size).toBeGreaterThan(25);
  });
});

describe('the statuses of calls that go on', () => {
  it('are those of the service', () => {
    expect(openStatuses).toEqual(openOfService);
    expect(callStatuses.filter((status) => isOpen({ status }))).toEqual(callStatuses.filter((one) => !isFinal(one)));
  });

  it('do not contain a status that the client does not know', () => {
    expect(isOpen({ status: 'on-the-moon' })).toBe(false);
  });

  it('are the same in Python', async () => {
    const source = await readFile('clients/python/ringback/operations.py', 'utf8');
    const [, listed = ''] = /^OPEN_STATUSES = \((.*)\)$/m.exec(source) ?? [];
    expect(listed.split(', ').map((status) => status.replaceAll('"', ''))).toEqual(openOfService);
  });
});
