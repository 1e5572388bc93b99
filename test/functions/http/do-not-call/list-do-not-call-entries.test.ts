import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/do-not-call/list-do-not-call-entries.ts';
import { buildDoNotCallEntry } from '#test/support/builders.ts';
import { campaignDeps } from '#test/support/campaign-endpoints.ts';
import { askerOf } from '#test/support/http-event.ts';

describe('GET /user/do-not-call', () => {
  it('answers 200 with numbers from every source, newest first, page by page', async () => {
    const deps = await campaignDeps();
    for (const [index, source] of (['api', 'import', 'call', 'sms'] as const).entries()) {
      const phoneNumber = `+1202555010${index}`;
      await deps.doNotCall.add(buildDoNotCallEntry({ phoneNumber, source, createdAt: index * 1000 }));
    }
    const get = askerOf(handler.with(deps));
    const newest = { phone_number: '+12025550103', source: 'sms', reason: null, created_at: '1970-01-01 00:00:03' };
    expect(await get({ query: 'per_page=3' })).toMatchObject({
      status: 200,
      body: { total: 4, data: [newest, { source: 'call' }, { source: 'import' }] },
    });
    expect(await get({ query: 'per_page=3&page=2' })).toMatchObject({
      body: { data: [{ phone_number: '+12025550100' }], from: 4, to: 4, last_page: 2 },
    });
  });
});
