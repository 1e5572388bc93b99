import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/leads/update-lead.ts';
import type { Lead } from '#shared/domain/lead/lead.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';
import { buildLead, buildSecondaryContact } from '#test/support/builders.ts';
import { leadDeps } from '#test/support/lead-endpoints.ts';

const updated = { status: 200, body: { message: 'Lead updated successfully' } };
const invalid = (errors: object) => ({
  status: 422,
  body: { message: 'Validation failed', errors },
});

function setup(changes: Partial<Lead> = {}) {
  const before = buildLead({ contactIds: [6101], ...changes });
  const other = buildLead({ id: 6002, phoneNumber: '+12025550199' });
  const leads = [structuredClone(before), other, buildLead({ id: 6003, userId: 8 })];
  const deps = leadDeps(leads, [buildSecondaryContact()]);
  const endpoint = handler.with(deps);
  const put = async (body: unknown, id: string | number = before.id) =>
    readResponse(await endpoint(httpEvent({ id, body })));
  const stored = () => deps.leads.get(7, before.id);
  return { before, deps, leads, put, stored };
}

describe('PUT /user/leads/{id}', () => {
  it('answers 200 and changes what was sent and nothing else', async () => {
    const { before, deps, put, stored } = setup();
    expect(await put({ status: 'completed' })).toEqual(updated);
    expect(await stored()).toEqual({ ...before, status: 'completed', updatedAt: deps.clock.now(), version: 2 });
  });

  it.each([
    { sent: { campaign_id: 4002 }, after: { campaignId: 4002 } },
    { sent: { campaign_id: 4001 }, after: { campaignId: 4001 } },
    { sent: { phone_number: ' +1 202 555 0111 ' }, after: { phoneNumber: '+12025550111' } },
    { sent: { phone_number: '+1 202 555 0101' }, after: { phoneNumber: '+12025550101' } },
    { sent: { status: 'created' }, after: { status: 'created' } },
    { sent: {}, after: { status: 'completed' } },
    {
      sent: { campaign_id: 4002, phone_number: '+12025550199', status: 'created', variables: { a: 1 } },
      after: { campaignId: 4002, phoneNumber: '+12025550199', status: 'created' },
    },
  ])('turns $sent into $after', async ({ sent, after }) => {
    const { put, stored } = setup({ status: 'completed' });
    expect(await put(sent)).toEqual(updated);
    expect(await stored()).toMatchObject(after);
  });

  it.each([
    { sent: { email: 'ada@example.com' }, after: { customer_name: 'Ada', email: 'ada@example.com', age: 36 } },
    { sent: { customer_name: 'Charles' }, after: { customer_name: 'Charles', age: 36 } },
    { sent: { age: null, list: [1] }, after: { customer_name: 'Ada', age: null, list: [1] } },
    { sent: {}, after: { customer_name: 'Ada', age: 36 } },
    { sent: [], after: { customer_name: 'Ada', age: 36 } },
    { sent: ['x'], after: { customer_name: 'Ada', age: 36, 0: 'x' } },
  ])('merges $sent into the variables', async ({ sent, after }) => {
    const { put, stored } = setup({ variables: { customer_name: 'Ada', age: 36 } });
    expect(await put({ variables: sent })).toEqual(updated);
    expect((await stored())?.variables).toEqual(after);
  });

  it('keeps the variables of twenty updates at once', async () => {
    const { put, stored } = setup({ variables: {} });
    const keys = Array.from({ length: 20 }, (_, index) => `key${index}`);
    const answers = await Promise.all(keys.map((key) => put({ variables: { [key]: 1 } })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(Object.keys((await stored())!.variables).toSorted()).toEqual(keys.toSorted());
  });

  it('answers 422 when the merged variables grow beyond what an item holds', async () => {
    const { put, stored, before } = setup({ variables: { a: 'x'.repeat(40_000) } });
    const sentence = 'The variables must not be greater than 65536 characters.';
    expect(await put({ variables: { b: 'x'.repeat(40_000) } })).toEqual(invalid({ variables: [sentence] }));
    expect(await stored()).toEqual(before);
    expect(await put({ variables: { a: 'x'.repeat(40_000) } })).toEqual(updated);
  });

  describe('refuses, in this order,', () => {
    it.each([6001, 999, 'abc'])('unknown fields, whatever else is wrong with the request for %s', async (id) => {
      const { put, stored, before } = setup();
      const body = { name: 'Ada', status: 'x', user_id: 1, campaign_id: 9 };
      expect(await put(body, id)).toEqual({ status: 422, body: { message: 'Invalid fields: name, user_id' } });
      expect(await stored()).toEqual(before);
    });

    it.each([6003, 999, 'abc', '6001.0', '0', '9007199254740993'])('the lead %s with 404', async (id) => {
      const { put } = setup();
      for (const body of [{ status: 'completed' }, { status: 'x', campaign_id: 'y' }, {}]) {
        expect(await put(body, id)).toEqual({ status: 404, body: { message: 'Lead not found' } });
      }
    });

    it.each([
      { body: { status: 'done' }, errors: { status: ['The selected status is invalid.'] } },
      { body: { status: 5 }, errors: { status: ['The selected status is invalid.'] } },
      { body: { status: null }, errors: { status: ['The status field is required.'] } },
      {
        body: { status: 'reached-max-retries' },
        errors: { status: ['The status reached-max-retries is set automatically.'] },
      },
      { body: { campaign_id: '4001' }, errors: { campaign_id: ['The campaign id must be an integer.'] } },
      { body: { campaign_id: '' }, errors: { campaign_id: ['The campaign id field is required.'] } },
      { body: { phone_number: 12 }, errors: { phone_number: ['The phone number must be a string.'] } },
      { body: { phone_number: null }, errors: { phone_number: ['The phone number field is required.'] } },
      ...['text', 5, true, null].map((variables) => ({
        body: { variables },
        errors: { variables: ['The variables must be an object.'] },
      })),
      {
        body: { status: 'x', variables: 1, campaign_id: 9999, phone_number: 'x' },
        errors: { status: ['The selected status is invalid.'], variables: ['The variables must be an object.'] },
      },
    ])('the body $body', async ({ body, errors }) => {
      const { put, stored, before } = setup();
      expect(await put(body)).toEqual(invalid(errors));
      expect(await stored()).toEqual(before);
    });

    it.each([4003, 9999, -1])('the campaign %s with 404', async (campaign_id) => {
      const { put, stored, before } = setup();
      expect(await put({ campaign_id, phone_number: 'x', status: 'completed' })).toEqual({
        status: 404,
        body: { message: 'Campaign not found' },
      });
      expect(await stored()).toEqual(before);
    });

    it.each(['2025550101', 'x', '+999999999999'])('the number %s with 422', async (phone_number) => {
      const { put, stored, before } = setup();
      expect(await put({ campaign_id: 4002, phone_number })).toEqual({
        status: 422,
        body: { message: 'Invalid phone number' },
      });
      expect(await stored()).toEqual(before);
    });

    it.each([
      { whose: 'of another lead', phone_number: '+12025550199' },
      { whose: 'of its own secondary contact', phone_number: '+12025550102' },
    ])('the number $whose', async ({ phone_number }) => {
      const { put, stored, before } = setup();
      expect(await put({ phone_number })).toEqual(
        invalid({ phone_number: ['The phone number has already been taken.'] }),
      );
      expect(await stored()).toEqual(before);
    });
  });

  it('lets a lead that was created as a duplicate take the number of another', async () => {
    const { put, stored } = setup({ allowDuplicate: true });
    expect(await put({ phone_number: '+12025550199' })).toEqual(updated);
    expect((await stored())?.phoneNumber).toBe('+12025550199');
  });

  it.each(['[]', '"text"', 'null'])('answers 422 to the body %s', async (body) => {
    expect((await setup().put(body)).status).toBe(422);
  });

  it.each([
    [{ status: 'created' }, 1],
    [{ status: 'completed' }, 1],
    [{ phone_number: '+12025550111' }, 1],
    [{ variables: {} }, 1],
  ])('tells the dialer of %j, which may mean another lead to call or none any more', async (body, times) => {
    const { deps, put } = setup();
    await put(body);
    expect(deps.queue.sent).toEqual(
      Array.from({ length: times }, () => ({
        queue: 'dial-campaign',
        message: { userId: 7, campaignId: 4001 },
        options: { groupId: '7' },
      })),
    );
  });

  it('revives a lead that was on the do-not-call list', async () => {
    const { put, stored } = setup({ status: 'blacklisted' });
    expect(await put({ status: 'created' })).toEqual(updated);
    expect(await stored()).toMatchObject({ status: 'created' });
  });

  it.each(['processing', 'rescheduled', 'blacklisted'])('answers 422 to the status %s', async (status) => {
    const { put } = setup();
    expect(await put({ status })).toEqual(invalid({ status: ['The selected status is invalid.'] }));
  });

  it('answers 404 once the campaign of the lead is deleted', async () => {
    const { deps, put } = setup();
    await deps.campaigns.markDeleted(7, 4001);
    expect(await put({ status: 'completed' })).toEqual({ status: 404, body: { message: 'Lead not found' } });
  });
});
