import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/users/show-user.ts';
import { createMemoryCallStore } from '#test/support/memory/calls.ts';
import { callStatuses } from '#shared/calls/call.ts';
import { buildAssistant, buildCall } from '#test/support/builders.ts';
import { campaignDeps, userId } from '#test/support/campaign-endpoints.ts';
import { askerOf } from '#test/support/http-event.ts';

async function setup() {
  const deps = await campaignDeps();
  const calls = createMemoryCallStore(deps.money);
  return { deps, calls, get: askerOf(handler.with({ ...deps, callList: calls })) };
}

describe('GET /user/me', () => {
  it('answers 200 with name, address, money and calls', async () => {
    const { deps, get } = await setup();
    const user = { name: 'Acme', email: 'ops@example.com', total_balance: 5, calls_now: 0 };
    expect(await get()).toEqual({ status: 200, body: { ...user, calls_allowed: 10 } });
    await deps.users.setCallsAllowed(userId, 50);
    expect(await get()).toEqual({ status: 200, body: { ...user, calls_allowed: 50 } });
  });

  it('counts the calls whose line is taken at this moment, and no other user’s', async () => {
    const { deps, calls, get } = await setup();
    deps.money.wallets.set(6, { balance: 1e9, available: 1e9 });
    deps.money.wallets.set(userId, { balance: 1e9, available: 1e9 });
    for (const [index, status] of callStatuses.entries()) {
      for (const owner of [userId, 6]) {
        const call = buildCall({ id: 500 + index, userId: owner, status });
        await calls.createWithHold(call, { assistant: buildAssistant(), variables: {} });
      }
    }
    expect((await get()).body).toMatchObject({ calls_now: 3 });
  });
});
