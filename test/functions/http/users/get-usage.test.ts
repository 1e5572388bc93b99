import { expect, it } from 'vitest';
import { handler } from '#functions/http/users/get-usage.ts';
import { noUsage } from '#shared/accounts/day-usage.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { askerOf } from '#test/support/http-event.ts';

const ask = askerOf(
  handler.with({
    clock: createFixedClock(),
    usage: {
      ofMonth: async (userId, month) => [
        { ...noUsage, date: `${month}-01`, calls: userId, seconds: 61, callsCost: 120_000 },
      ],
    },
  }),
);

it('shows the month of the user with 200, the present one by default', async () => {
  const [named, present] = [await ask({ query: 'month=2026-11' }), await ask()];
  expect(named.body).toMatchObject({ data: { month: '2026-11', calls: { count: 7, seconds: 61, cost: 0.12 } } });
  expect(present).toMatchObject({ status: 200, body: { data: { month: '2026-06', days: [{ date: '2026-06-01' }] } } });
});

it.each(['2026', '2026-13', '2026-1', 'november'])('refuses the month %s with 422', async (month) => {
  const errors = { month: ['The month format is invalid.'] };
  expect(await ask({ query: `month=${month}` })).toMatchObject({ status: 422, body: { errors } });
});
