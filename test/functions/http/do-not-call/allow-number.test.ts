import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/do-not-call/allow-number.ts';
import { buildDoNotCallEntry, buildLead } from '#test/support/builders.ts';
import { campaignDeps, userId } from '#test/support/campaign-endpoints.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';

const phoneNumber = '+12025550101';
const notFound = { status: 404, body: { message: 'Phone number not found' } };

async function setup() {
  const deps = await campaignDeps({ leads: [buildLead({ status: 'blacklisted' })] });
  await deps.doNotCall.add(buildDoNotCallEntry({ phoneNumber }));
  const remove = async (phone_number: string, by = userId) =>
    readResponse(await handler.with(deps)(httpEvent({ parameters: { phone_number }, userId: by })));
  return { deps, remove };
}

describe('DELETE /user/do-not-call/{phone_number}', () => {
  it.each(['+12025550101', ' 12025550101', '12025550101', '+1 (202) 555-0101'])(
    'answers 200 to %j, and the number is off the list',
    async (sent) => {
      const { deps, remove } = await setup();
      expect(await remove(sent)).toEqual({
        status: 200,
        body: { message: 'Number removed from the do-not-call list' },
      });
      await expect(deps.doNotCall.has(userId, phoneNumber)).resolves.toBe(false);
      expect(await remove(sent)).toEqual(notFound);
    },
  );

  it('does not revive leads by itself', async () => {
    const { deps, remove } = await setup();
    await remove(phoneNumber);
    await expect(deps.leads.get(userId, 6001)).resolves.toMatchObject({ status: 'blacklisted' });
  });

  it.each(['+12025550199', 'nobody', '555', ''])('answers 404 to %j', async (sent) => {
    const { remove } = await setup();
    expect(await remove(sent)).toEqual(notFound);
  });

  it("answers 404 to a number of another user's list, and leaves it there", async () => {
    const { deps, remove } = await setup();
    expect(await remove(phoneNumber, 8)).toEqual(notFound);
    await expect(deps.doNotCall.has(userId, phoneNumber)).resolves.toBe(true);
  });
});
