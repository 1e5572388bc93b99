import { expect, it } from 'vitest';
import { handler } from '#functions/http/tokens/list-tokens.ts';
import { buildAccessToken } from '#test/support/builders.ts';
import { askerOf } from '#test/support/http-event.ts';
import { createMemoryTokenStore } from '#test/support/memory/accounts.ts';

it('lists the tokens of the user with 200, without what would open the API', async () => {
  const tokens = createMemoryTokenStore([
    buildAccessToken({ id: 1, hash: 'a', scopes: ['read'], revokedAt: Date.UTC(2026, 0, 2) }),
    buildAccessToken({ id: 2, hash: 'b' }),
    buildAccessToken({ id: 3, hash: 'c', userId: 8 }),
  ]);
  const { status, body } = await askerOf(handler.with({ tokens }))();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    data: [
      { id: 1, scopes: ['read'], revoked_at: '2026-01-02T00:00:00.000000Z' },
      { id: 2, scopes: null, expires_at: null },
    ],
  });
  expect(JSON.stringify(body)).not.toContain('hash');
});

it('refuses a token without the scope admin with 403', async () => {
  const ask = askerOf(handler.with({ tokens: createMemoryTokenStore() }));
  expect(await ask({ token: { scopes: 'read calls sms' } })).toMatchObject({ status: 403 });
});

it('shows who created a token, and its last use', async () => {
  const at = Date.UTC(2026, 5, 30, 8);
  const use = { tokenId: 2, at, address: '192.0.2.7', userAgent: 'curl/8.9.1' };
  const tokens = createMemoryTokenStore(
    [buildAccessToken({ id: 1, hash: 'a' }), buildAccessToken({ id: 2, hash: 'b', ancestors: [1] })],
    [use],
  );
  const { body } = await askerOf(handler.with({ tokens }))();
  expect(body).toMatchObject({
    data: [
      { id: 1, created_by: null, last_used_at: null, last_used_address: null, last_used_agent: null },
      {
        id: 2,
        created_by: 1,
        last_used_at: '2026-06-30T08:00:00.000000Z',
        last_used_address: '192.0.2.7',
        last_used_agent: 'curl/8.9.1',
      },
    ],
  });
});
