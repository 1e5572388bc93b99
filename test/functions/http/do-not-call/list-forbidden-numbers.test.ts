import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/do-not-call/list-forbidden-numbers.ts';
import { buildDoNotCallEntry } from '#test/support/builders.ts';
import { campaignDeps } from '#test/support/campaign-endpoints.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';

async function setup() {
  const deps = await campaignDeps();
  for (const [index, source] of (['api', 'import', 'call', 'sms'] as const).entries()) {
    const phoneNumber = `+1202555010${index}`;
    await deps.doNotCall.add(buildDoNotCallEntry({ phoneNumber, source, createdAt: index * 1000 }));
  }
  await deps.doNotCall.add(buildDoNotCallEntry({ userId: 8, phoneNumber: '+12025550199' }));
  const path = '/api/user/do-not-call';
  return async (query = '') => readResponse(await handler.with(deps)(httpEvent({ path, query })));
}

describe('GET /user/do-not-call', () => {
  it('answers 200 with the envelope, newest first, and no numbers of others', async () => {
    const get = await setup();
    expect(await get()).toMatchObject({
      status: 200,
      body: {
        total: 4,
        per_page: 15,
        path: 'https://api.example.com/api/user/do-not-call',
        data: [
          { phone_number: '+12025550103', source: 'sms', reason: null, created_at: '1970-01-01 00:00:03' },
          { source: 'call' },
          { source: 'import' },
          { source: 'api' },
        ],
      },
    });
  });

  it('answers 200 with a page', async () => {
    const get = await setup();
    expect((await get('per_page=3&page=2')).body).toMatchObject({
      data: [{ phone_number: '+12025550100' }],
      from: 4,
      to: 4,
      last_page: 2,
    });
  });

  it('answers 422 to a page that is none', async () => {
    const get = await setup();
    expect((await get('per_page=0')).status).toBe(422);
  });
});
