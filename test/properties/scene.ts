import { emptyCallBody } from '#shared/domain/call/call.ts';
import { createCustomer } from '#test/api/customer.ts';
import { callIdAt, storeSettledCall } from '#test/api/stored-calls.ts';
import type { SceneIds } from '#test/properties/subjects.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';

export interface Scene {
  token: string;
  ids: SceneIds;
}

/** Fills the table of the running stack with a record of every type, and with those of a stranger. */
export async function createScene(baseUrl: string): Promise<Scene> {
  const [customer, stranger] = [await createCustomer({ balance: 1000 }), await createCustomer()];
  const post = async (token: string, path: string, body: unknown): Promise<number> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { data: { id: number } };
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.data.id;
  };
  const assistant = (token: string, changes = {}) => post(token, '/user/assistant', assistantRequest(changes));
  const lead = (token: string, campaign_id: number) =>
    post(token, '/user/leads', {
      campaign_id,
      phone_number: '+12025550180',
      secondary_contacts: [{ phone_number: '+12025550181' }],
    });
  const outboundAssistant = await assistant(customer.token);
  const readyCampaign = await post(customer.token, '/user/campaigns', {
    name: 'Ready',
    assistant_id: outboundAssistant,
    mark_complete_when_no_leads: false,
  });
  await post(customer.token, '/user/do-not-call', { phone_number: '+12025550189' });
  const ids: SceneIds = {
    outboundAssistant,
    readyCampaign,
    call: (await storeSettledCall({ customer }, { id: callIdAt('2026-06-30T12:00:00Z') }, emptyCallBody({}))).id,
    inboundAssistant: await assistant(customer.token, {
      calls_direction: 'receive',
      phone_number_id: customer.numbers.sip.id,
    }),
    foreignAssistant: await assistant(stranger.token),
    lead: await lead(customer.token, customer.campaign.id),
    foreignLead: await lead(stranger.token, stranger.campaign.id),
    campaign: customer.campaign.id,
    foreignCampaign: stranger.campaign.id,
    number: customer.numbers.normal.id,
    callerId: customer.numbers.callerId.id,
    foreignNumber: stranger.numbers.normal.id,
  };
  return { token: customer.token, ids };
}
