import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { createClient } from '@ringback/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createServer } from '#clients/mcp/src/server.ts';
import { runLine } from '#test/clients/cli/command-line.ts';
import { startService } from '#test/clients/scripted-service.ts';

/** A service that takes every request, and the bodies that it gets. */
async function setup() {
  const { url, asked } = await startService(() => ({ body: { data: { campaign_id: 7, status: 'stopped' } } }));
  return { url, bodies: () => asked.map(({ path, body }) => [path, body]) };
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const [one, other] = InMemoryTransport.createLinkedPair();
  await createServer({ baseUrl: url, token: 'rb_test' }).connect(one);
  await client.connect(other);
  onTestFinished(() => client.close());
  return client;
}

const stop = ['/user/campaigns/update-status', { campaign_id: 7, action: 'stop' }];
const hangUp = ['/user/campaigns/update-status', { campaign_id: 7, action: 'stop', hang_up: true }];

describe('a stopped campaign keeps its answered calls, unless the user asks for their end:', () => {
  it('the TypeScript client', async () => {
    const { url, bodies } = await setup();
    const { campaigns } = createClient({ baseUrl: url, token: 'rb_test' });
    await campaigns.stop(7);
    await campaigns.stop(7, { hangUp: false });
    await campaigns.stop(7, { hangUp: true });
    expect(bodies()).toEqual([stop, stop, hangUp]);
  });

  it('the command line', async () => {
    const { url, bodies } = await setup();
    const env = { RINGBACK_URL: url, RINGBACK_TOKEN: 'rb_test' };
    expect(await runLine(['campaigns', 'stop', '7'], { env })).toMatchObject({ code: 0, out: '7 is stopped\n' });
    await runLine(['campaigns', 'stop', '7', '--hang-up'], { env });
    expect(bodies()).toEqual([stop, hangUp]);
  });

  it('the MCP server', async () => {
    const { url, bodies } = await setup();
    const client = await connect(url);
    await client.callTool({ name: 'stop_campaign', arguments: { campaign_id: 7 } });
    await client.callTool({ name: 'hang_up_campaign', arguments: { campaign_id: 7 } });
    expect(bodies()).toEqual([stop, hangUp]);
  });
});
