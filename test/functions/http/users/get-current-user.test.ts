import { expect, it } from 'vitest';
import { handler } from '#functions/http/users/get-current-user.ts';
import { callStatuses } from '#shared/calls/call-status.ts';
import { buildAssistant, buildCall } from '#test/support/builders.ts';
import { askerOf } from '#test/support/http-event.ts';
import { campaignDeps, userId } from '#test/support/in-memory/service.ts';

it('counts the calls whose line is taken at this moment, and no other user’s', async () => {
  const deps = campaignDeps();
  for (const owner of [userId, 6]) {
    deps.calls.state.wallets.set(owner, { balance: 1e9, available: 1e9 });
    for (const [index, status] of callStatuses.entries()) {
      const call = buildCall({ id: 500 + index, userId: owner, status });
      await deps.calls.createWithHold(call, { assistant: buildAssistant(), variables: {} });
    }
  }
  const { body } = await askerOf(handler.with(deps))();
  expect(body).toMatchObject({ calls_now: 3 });
});
