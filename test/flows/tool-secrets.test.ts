import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectErasure } from '#infra/admin/connect.ts';
import { exportUser } from '#infra/admin/erase/export-user.ts';
import { everyItem } from '#infra/admin/erase/scan-table.ts';
import { queue, table } from '#shared/container.ts';
import { queueMessages } from '#shared/platform/queue/messages.ts';
import { serve } from '#test/support/http-server.ts';
import { useLocalStack } from '#test/support/local-stack.ts';
import { create, createAssistant, isAnnounced, makeCall, settledCall } from '#test/support/over-http.ts';

const SECRET = 'rb-zebra-7719-quagga-5521';
const RENEWED = 'rb-okapi-3381-numbat-9046';
const TEMPLATED = 'rb-tapir-4402';
const secrets = [SECRET, RENEWED, TEMPLATED];
/** As they are, and as the parts of a header would be encoded. */
const spellings = secrets.flatMap((text) => [
  text,
  encodeURIComponent(`Bearer ${text}`),
  Buffer.from(text).toString('base64').replace(/.=*$/, ''),
  Buffer.from(`Bearer ${text}`).toString('base64').replace(/.=*$/, ''),
  Buffer.from(text).toString('hex'),
]);

const SPEED = 20;
let folder: string;
const running = useLocalStack(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ringback-secrets-'));
  return { dataDir: join(folder, 'data'), simulatorSpeed: SPEED };
});

/** The value of each header that it got, which it also repeats in its answer. */
const received: string[] = [];
let receiver: Awaited<ReturnType<typeof serve>>;
const places = new Map<string, string>();

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function readFolder(path: string, kind: string): Promise<void> {
  for (const file of await filesBelow(path))
    places.set(`${kind} ${file.slice(path.length)}`, await readFile(file, 'latin1'));
}

async function useTools(): Promise<{ assistantId: number; callId: number; toolId: number }> {
  const { api, stack } = running();
  const headers = [
    { name: 'Authorization', value: `Bearer ${SECRET}` },
    { name: 'X-Shop', value: `${TEMPLATED} for {{shop}}` },
  ];
  const schema = [{ name: 'day', type: 'string', description: 'The day of the appointment.' }];
  const tool = { name: 'find_slots', description: 'Finds free appointments on a day.', endpoint: receiver.url, schema };
  const toolId = await create(api, '/user/tools', { ...tool, method: 'POST', headers });
  await api('PUT', `/user/tools/${toolId}`, { headers: [{ ...headers[0]!, value: `Bearer ${RENEWED}` }, headers[1]!] });
  places.set(
    'answer of the test',
    JSON.stringify((await api('POST', `/user/tools/${toolId}/test`, { arguments: { day: 'Monday' } })).body),
  );
  const webhook = { is_webhook_active: true, webhook_url: `${stack.address.webhook_sink_url}/secrets` };
  const assistantId = await createAssistant(api, { ...webhook, tool_ids: [toolId], variables: { shop: '7' } });
  await api('PUT', `/user/assistant/${assistantId}`, { assistant_name: 'Another name' });
  await fetch(`${stack.address.simulator_url}/_simulator/behaviours`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      number: '+12025552001',
      script: [{ say: 'Is an appointment free on Tuesday?' }, { say: 'Goodbye.' }],
    }),
  });
  const callId = await makeCall(api, '+12025552001', assistantId, { variables: { shop: '7' } });
  await settledCall(api, callId, isAnnounced);
  return { assistantId, callId, toolId };
}

beforeAll(async () => {
  receiver = await serve((request, response) => {
    received.push(`${request.headers.authorization} ${String(request.headers['x-shop'])}`);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ slots: ['10:00'], you_sent: request.headers, lines: request.rawHeaders }));
  });
  const { assistantId, callId, toolId } = await useTools();
  const { api, webhooks } = running();
  for (const path of [
    '/user/tools',
    `/user/tools/${toolId}`,
    '/user/assistants/get',
    `/user/assistants/${assistantId}`,
  ]) {
    places.set(`answer of ${path}`, JSON.stringify((await api('GET', path)).body));
  }
  for (const path of [
    `/user/assistants/${assistantId}/versions`,
    `/user/calls/${callId}`,
    '/user/calls?per_page=100',
  ]) {
    places.set(`answer of ${path}`, JSON.stringify((await api('GET', path)).body));
  }
  places.set('webhooks', JSON.stringify(webhooks('/secrets')));
  for await (const item of everyItem(table())) places.set(`item ${item.pk} ${item.sk}`, JSON.stringify(item));
  for (const name of Object.keys(queueMessages)) {
    for (const one of [name, `${name}-dead-letters`]) {
      places.set(`queue ${one}`, running().stack.queues.bodies(one).join('\n'));
    }
  }
  await exportUser({ userId: 1, folder: join(folder, 'export') }, connectErasure(queue()), {
    show: () => undefined,
    clear: () => undefined,
  });
  await readFolder(join(folder, 'export'), 'export');
  await readFolder(join(folder, 'data'), 'file');
});
afterAll(async () => {
  await receiver.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe('the secret of a tool', () => {
  it('reaches its receiver, from the test and from the call', () => {
    expect(received).toEqual([`Bearer ${RENEWED} ${TEMPLATED} for`, `Bearer ${RENEWED} ${TEMPLATED} for 7`]);
  });

  it('is looked for where the tool has left something', () => {
    const named = [...places].flatMap(([place, text]) => (text.includes('find_slots') ? [place] : []));
    for (const kind of ['TOOL ', 'CALL_BODY', 'answer of /user/tools', 'webhooks', 'export /', 'file /']) {
      expect(
        named.some((place) => place.includes(kind)),
        kind,
      ).toBe(true);
    }
  });

  it('is nowhere in clear', () => {
    const found = [...places].flatMap(([place, text]) => (spellings.some((one) => text.includes(one)) ? [place] : []));
    expect(found).toEqual([]);
  });
});
