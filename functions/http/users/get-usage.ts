import * as v from 'valibot';
import { MONTH, toUsageRecord, UsageRecord, type UsageStore } from '#shared/accounts/usage.ts';
import { usage } from '#shared/container.ts';
import { clock, type Clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { matching } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';

export const handler = defineEndpoint({
  id: 'users/get-usage',
  scope: 'read',
  summary: 'Get the charges of a month',
  answers: { status: 200, body: v.strictObject({ data: UsageRecord }) },
  query: v.object({ month: v.optional(matching(MONTH)) }),
  deps: (): { usage: UsageStore; clock: Pick<Clock, 'now'> } => ({ usage: usage(), clock: clock() }),
  handle: async ({ userId, query }, deps) => {
    const month = query.month ?? new Date(deps.clock.now()).toISOString().slice(0, 7);
    return ok({ data: toUsageRecord(month, await deps.usage.ofMonth(userId, month)) });
  },
});
