import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { expect, it, onTestFinished } from 'vitest';
import { createServer } from '#clients/mcp/src/server.ts';
import { startService } from '#test/clients/scripted-service.ts';

const record = {
  id: 5,
  type: 'outbound',
  assistant_name: 'Mia',
  client_phone_number: '+12025550100',
  duration: 20,
  total_cost: 0.1,
  answered_by: 'human',
  created_at: '2026-06-30 12:00:00',
};

it('list_calls asks for the outcome of each call, and shows it', async () => {
  const data = [
    { ...record, status: 'completed', outcome: 'goal_reached' },
    { ...record, id: 6, status: 'in-progress', outcome: null },
  ];
  const service = await startService(() => ({ body: { data, total: 2 } }));
  const client = new Client({ name: 'test', version: '1' });
  const [one, other] = InMemoryTransport.createLinkedPair();
  await createServer({ baseUrl: service.url, token: 'rb_test' }).connect(one);
  await client.connect(other);
  onTestFinished(() => client.close());
  const { structuredContent } = await client.callTool({ name: 'list_calls', arguments: { outcome: 'goal_reached' } });
  expect(Object.fromEntries(service.asked[0]!.query)).toMatchObject({ outcome: 'goal_reached', include: 'outcome' });
  expect(structuredContent).toMatchObject({
    calls: [
      { id: 5, outcome: 'goal_reached' },
      { id: 6, outcome: null },
    ],
  });
});
