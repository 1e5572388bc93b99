import { describe, expect, it, vi } from 'vitest';
import { handler } from '#functions/http/leads/create-lead.ts';
import type { LeadRecord } from '#shared/domain/lead/lead-record.ts';
import type { Lead, SecondaryContact } from '#shared/domain/lead/lead.ts';
import { buildDoNotCallEntry } from '#test/support/builders.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';
import { leadDeps } from '#test/support/lead-endpoints.ts';

const phone_number = '+12025550101';
const request = { phone_number, campaign_id: 4001 };
const taken = {
  status: 422,
  body: { message: 'Validation failed', errors: { phone_number: ['The phone number has already been taken.'] } },
};

function setup() {
  const leads: Lead[] = [];
  const contacts: SecondaryContact[] = [];
  const deps = leadDeps(leads, contacts);
  const endpoint = handler.with(deps);
  const post = async (body: unknown, key?: string) => {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
    return readResponse(await endpoint(httpEvent({ body, headers })));
  };
  const create = async (body: Record<string, unknown> = {}) => {
    const answer = await post({ ...request, ...body });
    expect(answer.status).toBe(200);
    return (answer.body as { data: LeadRecord }).data;
  };
  return { deps, leads, contacts, post, create };
}

describe('POST /user/leads', () => {
  it('answers 200 with the record of the lead', async () => {
    const { post, leads } = setup();
    const variables = { customer_name: 'Ada', email: 'ada@example.com' };
    const { status, body } = await post({ ...request, variables });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        message: 'Lead created successfully',
        data: {
          id: leads[0]!.id,
          campaign_id: 4001,
          phone_number,
          variables,
          status: 'created',
          created_at: '2026-06-30 11:53:20',
          updated_at: '2026-06-30 11:53:20',
          campaign: { id: 4001, name: 'Spring' },
          secondary_contacts: [],
        },
      },
    });
    expect(leads).toMatchObject([{ userId: 7, campaignId: 4001, phoneNumber: phone_number, variables, version: 1 }]);
  });

  it('creates the secondary contacts with it, each with an id of its own, in the order sent', async () => {
    const { create, contacts } = setup();
    const secondary_contacts = Array.from({ length: 10 }, (_, index) => ({
      phone_number: `+120255502${String(index).padStart(2, '0')}`,
      variables: { index },
    }));
    const data = await create({ secondary_contacts });
    expect(data.secondary_contacts).toEqual(
      secondary_contacts.map((contact, index) => ({
        id: data.secondary_contacts[index]!.id,
        ...contact,
        status: 'created',
        created_at: data.created_at,
        updated_at: data.updated_at,
      })),
    );
    expect(new Set([data.id, ...data.secondary_contacts.map(({ id }) => id)]).size).toBe(11);
    expect(contacts.map(({ leadId }) => leadId)).toEqual(secondary_contacts.map(() => data.id));
  });

  it('normalises every number', async () => {
    const { create } = setup();
    const data = await create({
      phone_number: ' +1 (202) 555-0101 ',
      secondary_contacts: [{ phone_number: '+44 20 7946 0958' }],
    });
    expect(data.phone_number).toBe('+12025550101');
    expect(data.secondary_contacts).toMatchObject([{ phone_number: '+442079460958', variables: {} }]);
  });

  it.each([{ variables: null, secondary_contacts: null, allow_dupplicate: null }, { variables: '' }, {}])(
    'takes %j as nothing',
    async (body) => {
      expect(await setup().create(body)).toMatchObject({ variables: {}, secondary_contacts: [] });
    },
  );

  it('keeps variables as they were sent', async () => {
    const variables = { a: null, b: [1, { c: 'ä' }], constructor: 'x', '': 1e300 };
    expect((await setup().create({ variables })).variables).toEqual(variables);
  });

  it('answers 422 to a number that the campaign has, however it is written', async () => {
    const { post, create, leads } = setup();
    await create();
    expect(await post({ ...request, phone_number: '+1 202 555 0101' })).toEqual(taken);
    expect(await post({ ...request, allow_dupplicate: false })).toEqual(taken);
    expect(leads).toHaveLength(1);
    expect((await create({ campaign_id: 4002 })).campaign).toEqual({ id: 4002, name: 'Autumn' });
  });

  it.each([true, 1, '1'])('creates it nevertheless with allow_dupplicate %j', async (allow_dupplicate) => {
    const { post, create, leads } = setup();
    await create();
    await create({ allow_dupplicate });
    expect(leads).toHaveLength(2);
    expect(await post(request)).toEqual(taken);
  });

  it('lets a secondary contact have the number of another lead', async () => {
    const { create, leads } = setup();
    await create();
    await create({ phone_number: '+12025550102', secondary_contacts: [{ phone_number }] });
    await create({ phone_number: '+12025550103', secondary_contacts: [{ phone_number }] });
    expect(leads).toHaveLength(3);
  });

  it('answers 422 to secondary contacts that repeat the main number or one another', async () => {
    const { post, leads } = setup();
    const contacts = [phone_number, '+12025550102', '+1 202 5550102', '+12025550103'];
    const secondary_contacts = contacts.map((number) => ({ phone_number: number }));
    const errors = {
      'secondary_contacts.0.phone_number': ['The secondary contacts.0.phone number has already been taken.'],
      'secondary_contacts.2.phone_number': ['The secondary contacts.2.phone number has already been taken.'],
    };
    expect(await post({ ...request, allow_dupplicate: true, secondary_contacts })).toEqual({
      status: 422,
      body: { message: 'Validation failed', errors },
    });
    expect(await post({ phone_number, campaign_id: 'x', secondary_contacts })).toMatchObject({
      body: { errors: { ...errors, campaign_id: ['The campaign id must be an integer.'] } },
    });
    expect(leads).toEqual([]);
  });

  it.each([4003, 9999, 0, -1])('answers 404 to the campaign %s', async (campaign_id) => {
    const { post, leads } = setup();
    expect(await post({ ...request, campaign_id })).toEqual({ status: 404, body: { message: 'Campaign not found' } });
    expect(leads).toEqual([]);
  });

  it.each([
    {
      body: {},
      errors: {
        phone_number: ['The phone number field is required.'],
        campaign_id: ['The campaign id field is required.'],
      },
    },
    {
      body: { phone_number: ' ', campaign_id: null },
      errors: {
        phone_number: ['The phone number field is required.'],
        campaign_id: ['The campaign id field is required.'],
      },
    },
    { body: { phone_number: 12 }, errors: { phone_number: ['The phone number must be a string.'] } },
    ...['2025550101', '+1202555', 'hello', '+999999999999', '0012025550101'].map((number) => ({
      body: { phone_number: number },
      errors: { phone_number: ['The phone number must be a valid phone number in E.164 format.'] },
    })),
    { body: { campaign_id: '4001' }, errors: { campaign_id: ['The campaign id must be an integer.'] } },
    { body: { campaign_id: 2 ** 53 }, errors: { campaign_id: ['The campaign id must be an integer.'] } },
    { body: { variables: [] }, errors: { variables: ['The variables must be an object.'] } },
    {
      body: { variables: { text: 'x'.repeat(70_000) } },
      errors: { variables: ['The variables must not be greater than 65536 characters.'] },
    },
    {
      body: { allow_dupplicate: 'yes' },
      errors: { allow_dupplicate: ['The allow dupplicate field must be true or false.'] },
    },
    { body: { secondary_contacts: {} }, errors: { secondary_contacts: ['The secondary contacts must be an array.'] } },
    {
      body: { secondary_contacts: ['+12025550102'] },
      errors: { 'secondary_contacts.0': ['The secondary contacts.0 must be an object.'] },
    },
    {
      body: { secondary_contacts: [{}, { phone_number: 'x', variables: 1 }] },
      errors: {
        'secondary_contacts.0.phone_number': ['The secondary contacts.0.phone number field is required.'],
        'secondary_contacts.1.phone_number': [
          'The secondary contacts.1.phone number must be a valid phone number in E.164 format.',
        ],
        'secondary_contacts.1.variables': ['The secondary contacts.1.variables must be an object.'],
      },
    },
    {
      body: {
        secondary_contacts: Array.from({ length: 11 }, (_, index) => ({
          phone_number: `+120255502${String(index).padStart(2, '0')}`,
        })),
      },
      errors: { secondary_contacts: ['The secondary contacts must be between 0 and 10.'] },
    },
  ])('case %#: answers 422 with the sentences of the fields', async ({ body, errors }) => {
    const { post, leads } = setup();
    const sent = Object.keys(body).length === 0 ? {} : { ...request, ...body };
    expect(await post(sent)).toEqual({
      status: 422,
      body: { message: 'Validation failed', errors },
    });
    expect(leads).toEqual([]);
  });

  it('draws other ids when one is taken', async () => {
    const { deps, post, leads } = setup();
    const drawn = [500, 500, 501, 500, 502, 503, 501, 504, 505];
    deps.ids.recordId = () => drawn.shift()!;
    const secondary_contacts = [{ phone_number: '+12025550102' }];
    await post({ ...request, secondary_contacts });
    expect((await post({ ...request, campaign_id: 4002, secondary_contacts })).status).toBe(200);
    expect(leads.map(({ id, contactIds }) => [id, ...contactIds])).toEqual([
      [500, 501],
      [504, 505],
    ]);
  });

  it('answers a repeat with the same idempotency key as the first time', async () => {
    const { post, leads } = setup();
    const body = { ...request, secondary_contacts: [{ phone_number: '+12025550102' }] };
    const first = await post(body, 'key-1');
    expect(first.status).toBe(200);
    expect(await post(body, 'key-1')).toEqual(first);
    expect(await post(body, 'key-2')).toEqual(taken);
    expect(leads).toHaveLength(1);
  });

  it('answers with the lead that a run has stored before it died', async () => {
    const { deps, post, leads } = setup();
    const { create } = deps.leads;
    deps.leads.create = async (lead, contacts) => {
      await create(lead, contacts);
      deps.leads.create = create;
      throw new Error('the line is down');
    };
    const body = { ...request, secondary_contacts: [{ phone_number: '+12025550102' }] };
    vi.spyOn(process.stdout, 'write').mockReturnValueOnce(true);
    expect((await post(body, 'key-1')).status).toBe(500);
    expect(await post(body, 'key-1')).toMatchObject({
      status: 200,
      body: {
        data: { id: leads[0]!.id, campaign: { id: 4001 }, secondary_contacts: [{ id: leads[0]!.contactIds[0] }] },
      },
    });
    expect(leads).toHaveLength(1);
  });

  it('answers 500 when the ids are broken', async () => {
    vi.spyOn(process.stdout, 'write').mockReturnValueOnce(true);
    const { deps, post, leads } = setup();
    deps.ids.recordId = () => 500;
    expect((await post({ ...request, secondary_contacts: [{ phone_number: '+12025550102' }] })).status).toBe(500);
    expect(leads).toEqual([]);
  });

  it('closes a lead whose number must not be called from the start', async () => {
    const { deps, create, leads } = setup();
    await deps.doNotCall.add(buildDoNotCallEntry({ phoneNumber: phone_number }));
    expect(await create()).toMatchObject({ status: 'blacklisted' });
    expect(leads).toMatchObject([{ status: 'blacklisted', dialing: { reason: 'do_not_call' } }]);
  });

  it('passes over the secondary contacts that must not be called', async () => {
    const { deps, create } = setup();
    await deps.doNotCall.add(buildDoNotCallEntry({ phoneNumber: '+12025550103' }));
    const secondary_contacts = [{ phone_number: '+12025550102' }, { phone_number: '+12025550103' }];
    expect(await create({ secondary_contacts })).toMatchObject({
      status: 'created',
      secondary_contacts: [{ status: 'created' }, { status: 'blacklisted' }],
    });
  });

  it("does not mind another user's list", async () => {
    const { deps, create } = setup();
    await deps.doNotCall.add(buildDoNotCallEntry({ userId: 8, phoneNumber: phone_number }));
    expect(await create()).toMatchObject({ status: 'created' });
  });

  it('tells the dialer of a lead in a campaign that is in progress, and of no other', async () => {
    const { deps, create } = setup();
    await create();
    expect(deps.queue.sent).toEqual([]);
    const draft = await deps.campaigns.get(7, 4001);
    await deps.campaigns.replace(draft!, { ...draft!, status: 'in-progress', version: 2 });
    await create({ phone_number: '+12025550104' });
    expect(deps.queue.sent).toEqual([
      { queue: 'dial-campaign', message: { userId: 7, campaignId: 4001 }, options: { groupId: '7' } },
    ]);
  });
});
