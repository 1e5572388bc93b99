import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectErasure } from '#infra/admin/connect.ts';
import { deleteUser } from '#infra/admin/erase/delete-user.ts';
import { issueToken } from '#shared/accounts/access-tokens.ts';
import { calls, queue, tokens, users, webhookDeliveries } from '#shared/container.ts';
import { documentedRows } from '#shared/manifest/http-rows.ts';
import { documentedRoutesOf } from '#shared/manifest/manifest-row.ts';
import { clock } from '#shared/platform/clock.ts';
import { createRecordId, ids } from '#shared/platform/ids.ts';
import { createCustomer, type Customer } from '#test/api/customer.ts';
import { settleCall } from '#test/infra/admin/settled-call.ts';
import { clientFor } from '#test/support/api-client.ts';
import { buildCall } from '#test/support/builders.ts';
import { useLocalStack } from '#test/support/local-stack.ts';
import { createAssistant } from '#test/support/over-http.ts';

const running = useLocalStack({ workers: false });
const routes = documentedRows.flatMap((row) =>
  documentedRoutesOf(row).map(({ method, path }) => ({ name: `${method} ${path}`, method, path, auth: row.auth })),
);

let customer: Customer;
let late = '';
let widget = '';
let recording = '';
let opened: string[] = [];

/** A user with one of everything that a link or a token leads to, and then without. */
beforeAll(async () => {
  customer = await createCustomer();
  const { userId } = customer;
  const deps = { users: users(), tokens: tokens(), clock: clock(), ids: ids() };
  // The gateway has not seen it: it keeps the tokens that it has seen for a minute, as documented.
  late = (await issueToken({ userId, name: 'late', expiresAt: null }, deps)).token;
  const api = clientFor(running().baseUrl, customer.token, () => undefined);
  const id = await createAssistant(api, { widget_settings: { allowed_origins: ['https://shop.example'] } });
  const { body } = await api<{ uuid: string }>('GET', `/user/assistants/${id}`);
  widget = `${userId}.${id}.${body.uuid}`;
  const call = buildCall({
    id: createRecordId(Date.now(), Math.random),
    userId,
    hold: 0,
    recordingSecret: 'x'.repeat(43),
    recording: { id: 'RE1', durationSeconds: 42 },
  });
  recording = `${userId}.${call.id}.${call.recordingSecret}`;
  await settleCall({ calls: calls(), deliveries: webhookDeliveries() }, call, { turns: [], at: Date.now() });
  opened = await Promise.all(
    [`/widget/${widget}`, `/recordings/${recording}`].map(async (path) => (await open('GET', path)).text()),
  );
  const bar = { show: () => undefined, clear: () => undefined };
  await deleteUser({ userId, waitSeconds: 0, graceSeconds: 0 }, connectErasure(queue()), bar);
  // An instance remembers a widget for three seconds.
  await sleep(3_100);
});

function open(method: string, path: string): Promise<Response> {
  const headers = {
    authorization: `Bearer ${late}`,
    // The local stack takes requests of other sites for widgets only.
    ...(path.startsWith('/widget') && { origin: 'https://shop.example' }),
    'content-type': 'application/json',
  };
  const body = ['GET', 'DELETE'].includes(method) ? undefined : '{}';
  return fetch(`${running().baseUrl}${path}`, { method, headers, ...(body && { body }), redirect: 'manual' });
}

it('the links lead somewhere before', () => {
  expect(opened).toEqual([expect.stringContaining('theme'), expect.stringContaining('not ready yet')]);
});

const publicAnswers: Record<string, number> = {
  '/openapi.json': 200,
  '/recordings/{token}': 404,
  '/widget/{token}': 403,
  '/widget/{token}/web-call': 403,
};
const tokenOf = (path: string) => (path.startsWith('/widget') ? widget : recording);

describe.each(routes)('$name', ({ method, path, auth }) => {
  it('tells nothing of a deleted user', async () => {
    const response = await open(method, path.replace('{token}', tokenOf(path)).replace(/\{\w+\}/, '1'));
    expect(response.status).toBe(auth === 'none' ? publicAnswers[path] : 401);
    // The document is the same for all.
    expect(path === '/openapi.json' ? '' : await response.text()).not.toMatch(/Contract|balance|whsec|\+1202556/);
  });
});
