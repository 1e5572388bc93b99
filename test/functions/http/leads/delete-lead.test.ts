import { expect, it } from 'vitest';
import { handler } from '#functions/http/leads/delete-lead.ts';
import type { Lead } from '#shared/campaigns/lead.ts';
import { buildLead, buildSecondaryContact } from '#test/support/builders.ts';
import { askerOf } from '#test/support/http-event.ts';
import { campaignDeps, userId } from '#test/support/in-memory/service.ts';

async function setup(changes: Partial<Lead> = {}) {
  const lead = buildLead({ contactIds: [6101], ...changes });
  const deps = campaignDeps({ leads: [lead], contacts: [buildSecondaryContact()] });
  const ask = askerOf(handler.with(deps));
  return { deps, lead, remove: () => ask({ id: lead.id }) };
}

it.each(['created', 'rescheduled', 'completed', 'reached-max-retries', 'blacklisted'] as const)(
  'answers 200 to a lead that is %s: it is gone with its contacts, and the dialer looks whether it was the last one',
  async (status) => {
    const { deps, lead, remove } = await setup({ status });
    expect((await remove()).status).toBe(200);
    await expect(deps.leads.get(userId, lead.id)).resolves.toBeUndefined();
    await expect(deps.leads.listContacts(lead)).resolves.toEqual([]);
    expect(deps.queue.sent).toMatchObject([{ queue: 'dial-campaign', message: { userId, campaignId: 4001 } }]);
  },
);

it('answers 409 to a lead that is being called, and leaves it alone', async () => {
  const { deps, lead, remove } = await setup({ status: 'processing' });
  const message = 'The lead is being called and cannot be deleted now.';
  expect(await remove()).toEqual({ status: 409, body: { message } });
  await expect(deps.leads.get(userId, lead.id)).resolves.toEqual(lead);
});

it('looks again when the dialer takes the lead in between', async () => {
  const { deps, lead, remove } = await setup();
  const removeReal = deps.leads.remove;
  deps.leads.remove = async (read) => {
    deps.leads.remove = removeReal;
    await deps.leads.replace(read, { ...lead, status: 'processing', version: 2 });
    return removeReal(read);
  };
  expect((await remove()).status).toBe(409);
});
