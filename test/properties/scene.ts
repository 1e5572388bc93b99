import {
  asStranger,
  createAssistant,
  createCampaign,
  createLead,
  createToken,
  settledCall,
  strangersAssistant,
} from '#test/api/steps.ts';
import { createWorlds } from '#test/api/world.ts';
import type { SceneIds } from '#test/properties/subjects.ts';

export interface Scene {
  token: string;
  ids: SceneIds;
}

/** Fills the table of the running stack with a record of every type, and with those of a stranger. */
export async function createScene(baseUrl: string): Promise<Scene> {
  const world = await (await createWorlds(baseUrl)).fresh({ balance: 1000 });
  const { customer, stranger } = world;
  const contacts = { secondary_contacts: [{ phone_number: '+12025550181' }], phone_number: '+12025550180' };
  await world.ask('POST /user/do-not-call', { body: { phone_number: '+12025550189' } });
  const ids: SceneIds = {
    outboundAssistant: await createAssistant(world),
    inboundAssistant: await createAssistant(world, {
      calls_direction: 'receive',
      phone_number_id: customer.numbers.sip.id,
    }),
    foreignAssistant: await strangersAssistant(world),
    readyCampaign: await createCampaign(world),
    call: await settledCall(world),
    token: await createToken(world),
    lead: await createLead(world, contacts),
    foreignLead: await createLead(asStranger(world), contacts),
    campaign: customer.campaign.id,
    foreignCampaign: stranger.campaign.id,
    number: customer.numbers.normal.id,
    callerId: customer.numbers.callerId.id,
    foreignNumber: stranger.numbers.normal.id,
  };
  return { token: customer.token, ids };
}
