import { describe, expect, it } from 'vitest';
import type { LeadRecord } from '#shared/campaigns/lead-api.ts';
import { leads } from '#shared/container.ts';
import { useLocalStack } from '#test/support/local-stack.ts';

const running = useLocalStack();
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
const taken = {
  message: 'Validation failed',
  errors: { phone_number: ['The phone number has already been taken.'] },
};

interface Created {
  message: string;
  data: LeadRecord;
}

// Every test has numbers of its own, so that they can share the one campaign.
let lastNumber = 200;
const nextNumber = () => `+12025550${(lastNumber += 1)}`;

function setup() {
  const { api } = running();
  const create = (body: Record<string, unknown>) => api<Created>('POST', '/user/leads', { campaign_id: 1, ...body });
  const update = (id: number, body: unknown) => api('PUT', `/user/leads/${id}`, body);
  const stored = (id: number) => leads().get(1, id);
  const idsInCampaign = async () => new Set(await leads().listIds(1, 1, 'created'));
  return { create, update, stored, idsInCampaign };
}

describe('leads over HTTP', () => {
  it('are one when the same lead is created twenty times at once', async () => {
    const { create, idsInCampaign } = setup();
    const before = await idsInCampaign();
    const request = { phone_number: nextNumber(), secondary_contacts: [{ phone_number: nextNumber() }] };
    const answers = await Promise.all(upTo(20).map(() => create(request)));
    const created = answers.filter(({ status }) => status === 200);
    expect(created).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200).map(({ status, body }) => ({ status, body }));
    expect(refused).toEqual(upTo(19).map(() => ({ status: 422, body: taken })));
    const added = [...(await idsInCampaign())].filter((id) => !before.has(id));
    expect(added).toEqual([created[0]!.body.data.id]);
  });

  it('hold ten contacts and all that a request of 256 KB can carry', async () => {
    const { create, stored } = setup();
    const variables = { text: 'ä'.repeat(10_500) };
    const secondary_contacts = upTo(10).map(() => ({ phone_number: nextNumber(), variables }));
    const { status, body } = await create({ phone_number: nextNumber(), variables, secondary_contacts });
    expect(status).toBe(200);
    const contacts = await leads().listContacts((await stored(body.data.id))!);
    expect(contacts.map((contact) => contact.variables)).toEqual(upTo(10).map(() => variables));
  });

  it('hold numbers that are longer in our writing than in the request', async () => {
    const { api } = running();
    const long = `[${'1e20,'.repeat(40_000)}1]`;
    const post = (variables: string) =>
      fetch(`${running().baseUrl}/user/leads`, {
        method: 'POST',
        headers: { authorization: `Bearer ${running().token(1)}`, 'content-type': 'application/json' },
        body: `{"campaign_id":1,"phone_number":"${nextNumber()}","variables":${variables}}`,
      });
    expect((await post(`{"a":${long}}`)).status).toBe(422);
    expect((await post(`{"a":[${'1e20,'.repeat(2900)}1],"b":"\\ud800"}`)).status).toBe(200);
    expect((await api('GET', '/user/assistants/models')).status).toBe(200);
  });
});
