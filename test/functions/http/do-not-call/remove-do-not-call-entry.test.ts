import { expect, it } from 'vitest';
import { handler } from '#functions/http/do-not-call/remove-do-not-call-entry.ts';
import { buildDoNotCallEntry, buildLead } from '#test/support/builders.ts';
import { askerOf } from '#test/support/http-event.ts';
import { campaignDeps, userId } from '#test/support/in-memory/service.ts';

it.each([' 12025550101', '12025550101', '+1 (202) 555-0101'])(
  'takes the number %j off the list, and revives no lead by itself',
  async (phone_number) => {
    const deps = campaignDeps({ leads: [buildLead({ status: 'blacklisted' })] });
    await deps.doNotCall.add(buildDoNotCallEntry());
    const { status } = await askerOf(handler.with(deps))({ parameters: { phone_number } });
    expect(status).toBe(200);
    await expect(deps.doNotCall.has(userId, '+12025550101')).resolves.toBe(false);
    await expect(deps.leads.get(userId, 6001)).resolves.toMatchObject({ status: 'blacklisted' });
  },
);
