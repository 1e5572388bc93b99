import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/leads/delete-lead.ts';
import type { Lead } from '#shared/domain/lead/lead.ts';
import { campaignDeps, userId } from '#test/support/campaign-endpoints.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';
import { buildLead, buildSecondaryContact } from '#test/support/builders.ts';

const notFound = { status: 404, body: { message: 'Lead not found' } };

async function setup(changes: Partial<Lead> = {}) {
  const lead = buildLead({ contactIds: [6101], ...changes });
  const deps = await campaignDeps({ leads: [lead], contacts: [buildSecondaryContact()] });
  const remove = async (id: string | number = lead.id, by = userId) =>
    readResponse(await handler.with(deps)(httpEvent({ id, userId: by })));
  return { deps, lead, remove };
}

describe('DELETE /user/leads/{id}', () => {
  it.each(['created', 'rescheduled', 'completed', 'reached-max-retries', 'blacklisted'] as const)(
    'answers 200 to a lead that is %s, and it is gone with its contacts',
    async (status) => {
      const { deps, lead, remove } = await setup({ status });
      expect(await remove()).toEqual({ status: 200, body: { message: 'Lead deleted successfully' } });
      await expect(deps.leads.get(userId, lead.id)).resolves.toBeUndefined();
      await expect(deps.leads.contacts(lead)).resolves.toEqual([]);
      expect(await remove()).toEqual(notFound);
    },
  );

  it('tells the dialer, for which it may have been the last one', async () => {
    const { deps, remove } = await setup();
    await remove();
    expect(deps.queue.sent).toMatchObject([{ queue: 'dial-campaign', message: { userId, campaignId: 4001 } }]);
  });

  it('answers 409 to a lead that is being called, and leaves it alone', async () => {
    const { deps, lead, remove } = await setup({ status: 'processing' });
    expect(await remove()).toEqual({
      status: 409,
      body: { message: 'The lead is being called and cannot be deleted now.' },
    });
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

  it.each([999, 'abc', '-1', '0'])('answers 404 to id %s', async (id) => {
    const { remove } = await setup();
    expect(await remove(id)).toEqual(notFound);
  });

  it("answers 404 to another user's lead, and leaves it alone", async () => {
    const { deps, lead, remove } = await setup();
    expect(await remove(lead.id, 8)).toEqual(notFound);
    await expect(deps.leads.get(userId, lead.id)).resolves.toBeDefined();
  });

  it('answers 404 once its campaign is deleted', async () => {
    const { deps, remove } = await setup();
    await deps.campaigns.markDeleted(userId, 4001);
    expect(await remove()).toEqual(notFound);
  });
});
