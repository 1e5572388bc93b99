import { expect, it } from 'vitest';
import { handler } from '#functions/http/tokens/delete-token.ts';
import { buildAccessToken } from '#test/support/builders.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { askerOf } from '#test/support/http-event.ts';
import { createMemoryTokenStore } from '#test/support/memory/accounts.ts';

const clock = createFixedClock();

function setup() {
  const tokens = createMemoryTokenStore([
    buildAccessToken({ id: 5 }),
    buildAccessToken({ id: 6, userId: 8, hash: 'g' }),
  ]);
  return { tokens, ask: askerOf(handler.with({ tokens, clock })) };
}

it('revokes a token with 200, and again', async () => {
  const { tokens, ask } = setup();
  for (const _ of [1, 2]) {
    expect(await ask({ id: 5 })).toEqual({ status: 200, body: { message: 'Token revoked successfully' } });
  }
  await expect(tokens.list(7)).resolves.toMatchObject([{ revokedAt: clock.now() }]);
});

it.each([{ id: 6 }, { id: 99 }, { id: 'x' }])(
  'answers 404 for a token that the user does not have: $id',
  async ({ id }) => {
    expect(await setup().ask({ id })).toEqual({ status: 404, body: { message: 'Token not found' } });
  },
);
