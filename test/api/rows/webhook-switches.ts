import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { rowsOf } from '#test/api/contract-row.ts';
import { asStranger, createAssistant, readAssistant } from '#test/api/steps.ts';

const ENABLE = 'POST /user/assistants/enable-inbound-webhook';
const DISABLE = 'POST /user/assistants/disable-inbound-webhook';
const webhook_url = 'https://example.com/inbound';

const enable = rowsOf(ENABLE, 'Enable assistant inbound webhook; decisions 3');
const disable = rowsOf(DISABLE, 'Disable assistant inbound webhook; decisions 3');

const enableCalls = rowsOf('POST /user/assistants/enable-webhook', 'decisions 10');
const disableCalls = rowsOf('POST /user/assistants/disable-webhook', 'decisions 10');

export const webhookSwitchRows = [
  enableCalls(200, 'Enabling sets the URL of post-call notifications and switches them on', {
    given: createAssistant,
    ask: (assistant_id) => ({ body: { assistant_id: String(assistant_id), webhook_url } }),
    body: { message: 'Webhook enabled successfully', data: [] },
    after: async (_, id, world) => {
      const record = { webhook_url, is_webhook_active: true, inbound_webhook_url: null };
      expect(await readAssistant(world, id)).toMatchObject(record);
    },
  }),
  disableCalls(200, 'Disabling switches post-call notifications off, and keeps their URL', {
    given: (world) => createAssistant(world, { webhook_url, is_webhook_active: true }),
    ask: (assistant_id) => [{ body: { assistant_id } }, { body: { assistant_id } }],
    body: { message: 'Webhook disabled successfully', data: [] },
    after: async (_, id, world) => {
      expect(await readAssistant(world, id)).toMatchObject({ webhook_url, is_webhook_active: false });
    },
  }),
  enableCalls(404, 'A path that names no assistant of the user, by id or UUID, is one of nothing', {
    ask: () =>
      ['1', '0', 'abc', '1e3', '9007199254740993', randomUUID()].map((name) => ({
        path: `/user/assistants/${name}/webhook`,
        body: { webhook_url },
      })),
    body: { message: 'Assistant not found' },
  }),
  enableCalls(404, 'The UUID of an assistant of another user is that of nothing', {
    given: async (world) => {
      const stranger = asStranger(world);
      return String((await readAssistant(stranger, await createAssistant(stranger)))?.['uuid']);
    },
    ask: (uuid) => [
      { body: { assistant_id: uuid, webhook_url } },
      { path: `/user/assistants/${uuid}/webhook`, body: { webhook_url } },
    ],
    body: { message: 'Assistant not found' },
  }),
  enable(200, 'Enabling sets the URL of inbound notifications', {
    given: createAssistant,
    ask: (assistant_id) => ({ body: { assistant_id, webhook_url: ` ${webhook_url} ` } }),
    body: { message: 'Webhook enabled successfully', data: [] },
    after: async (_, id, world) => {
      expect(await readAssistant(world, id)).toMatchObject({ inbound_webhook_url: webhook_url, webhook_url: null });
    },
  }),
  disable(200, 'An assistant is named by its UUID, too', {
    given: async (world) => String((await readAssistant(world, await createAssistant(world)))?.['uuid']),
    ask: (assistant_id) => ({ body: { assistant_id } }),
    body: { message: 'Webhook disabled successfully', data: [] },
  }),
  disable(200, 'Disabling takes the URL away, and may be repeated', {
    given: async (world) => {
      const assistant_id = await createAssistant(world);
      await world.ask(ENABLE, { body: { assistant_id, webhook_url } });
      return assistant_id;
    },
    ask: (assistant_id) => [{ body: { assistant_id } }, { body: { assistant_id } }],
    body: { message: 'Webhook disabled successfully', data: [] },
    after: async (_, id, world) => {
      expect(await readAssistant(world, id)).toMatchObject({ inbound_webhook_url: null });
    },
  }),
];
