import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { clients, type Ids } from '#test/api/clients.ts';
import { moreClients } from '#test/api/more-clients.ts';
import {
  createAssistant,
  createCampaign,
  createLead,
  createTool,
  readAssistant,
  settledCall,
} from '#test/api/steps.ts';
import { createWorlds, type World, type Worlds } from '#test/api/world.ts';
import { useLocalStack } from '#test/support/local-stack.ts';

const running = useLocalStack();
let worlds: Worlds;
beforeAll(async () => {
  worlds = await createWorlds(running().baseUrl);
});

async function idsOf(world: World): Promise<Ids> {
  const { campaign, numbers } = world.customer;
  const assistant = await createAssistant(world, { calls_direction: 'make' });
  return {
    assistant,
    uuid: String((await readAssistant(world, assistant))?.['uuid']),
    lead: await createLead(world),
    call: await settledCall(world),
    campaign: campaign.id,
    number: numbers.normal.id,
    draft: await createCampaign(world),
    tool: await createTool(world),
  };
}

describe.each(Object.entries({ ...clients, ...moreClients }))('%s', (_, requestsOf) => {
  it('does each of its operations with nothing but its base URL changed', async () => {
    const world = await worlds.fresh();
    const requests = requestsOf(await idsOf(world), world);
    expect(requests).not.toEqual([]);
    for (const { operation, request, body, answer } of requests) {
      const [, path = ''] = request.split(' ');
      const headers = { 'content-type': 'application/json', accept: 'application/json' };
      const got = await world.ask(request, { path, headers, ...(body && { body }) });
      expect([200, 201], `${operation}: ${JSON.stringify(got.body).slice(0, 500)}`).toContain(got.status);
      const parsed = v.safeParse(answer, got.body);
      expect(parsed.issues && v.flatten(parsed.issues), operation).toBeUndefined();
    }
  });
});
