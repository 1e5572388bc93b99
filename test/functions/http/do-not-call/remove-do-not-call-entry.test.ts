import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/do-not-call/remove-do-not-call-entry.ts';
import { buildDoNotCallEntry, buildLead } from '#test/support/builders.ts';
import { campaignDeps, userId } from '#test/support/campaign-endpoints.ts';
import { askerOf } from '#test/support/http-event.ts';

const phoneNumber = '+12025550101';
const notFound = { status: 404, body: { message: 'Phone number not found' } };

async function setup() {
  const deps = await campaignDeps({ leads: [buildLead({ status: 'blacklisted' })] });
  await deps.doNotCall.add(buildDoNotCallEntry({ phoneNumber }));
  const ask = askerOf(handler.with(deps));
  const remove = (phone_number: string, by = userId) => ask({ parameters: { phone_number }, userId: by });
  return { deps, remove };
}

describe('DELETE /user/do-not-call/{phone_number}', () => {
  it.each(['+12025550101', ' 12025550101', '12025550101', '+1 (202) 555-0101'])(
    'takes the number %j off the list, and revives no lead by itself',
    async (sent) => {
      const { deps, remove } = await setup();
      expect((await remove(sent)).status).toBe(200);
      await expect(deps.doNotCall.has(userId, phoneNumber)).resolves.toBe(false);
      await expect(deps.leads.get(userId, 6001)).resolves.toMatchObject({ status: 'blacklisted' });
      expect(await remove(sent)).toEqual(notFound);
    },
  );
});
