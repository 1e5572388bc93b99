import { expect } from 'vitest';
import { row } from '#test/api/contract-row.ts';
import { createAssistant, dataInvalid, readAssistant, strangersAssistant } from '#test/api/steps.ts';

const ENABLE = 'POST /user/assistants/enable-inbound-webhook';
const DISABLE = 'POST /user/assistants/disable-inbound-webhook';
const webhook_url = 'https://example.com/inbound';

const enableRows = [
  row({
    sentence: 'Enabling sets the URL of inbound notifications',
    from: 'Enable assistant inbound webhook; decisions 3',
    endpoint: ENABLE,
    status: 200,
    given: createAssistant,
    ask: (assistant_id) => ({ body: { assistant_id, webhook_url: ` ${webhook_url} ` } }),
    body: { message: 'Webhook enabled successfully', data: [] },
    after: async (_, id, world) => {
      expect(await readAssistant(world, id)).toMatchObject({ inbound_webhook_url: webhook_url, webhook_url: null });
    },
  }),
  row({
    sentence: 'webhook_url is an http or https URL of a public host',
    from: 'decisions 2',
    endpoint: ENABLE,
    status: 422,
    given: createAssistant,
    ask: (assistant_id) =>
      ['nowhere', 'ftp://example.com/', '//example.com', 'http://10.0.0.1/', 'http://[fe80::1]/'].map((url) => ({
        body: { assistant_id, webhook_url: url },
      })),
    body: dataInvalid({ webhook_url: 'The webhook url must be a valid URL.' }),
    after: async (_, id, world) => {
      expect(await readAssistant(world, id)).toMatchObject({ inbound_webhook_url: null });
    },
  }),
  row({
    sentence: 'webhook_url is a text',
    from: 'Enable assistant inbound webhook; Errors',
    endpoint: ENABLE,
    status: 422,
    given: createAssistant,
    ask: (assistant_id) => [{ body: { assistant_id, webhook_url: 5 } }],
    body: dataInvalid({ webhook_url: 'The webhook url must be a string.' }),
  }),
];

const bothRows = [ENABLE, DISABLE].flatMap((endpoint) => [
  row({
    sentence: 'Missing fields are told by name',
    from: 'Errors; decisions 2',
    endpoint,
    status: 422,
    ask: () => [{ body: {} }, {}, { body: { assistant_id: null, webhook_url: '' } }],
    body: dataInvalid({
      assistant_id: 'The assistant id field is required.',
      ...(endpoint === ENABLE ? { webhook_url: 'The webhook url field is required.' } : {}),
    }),
  }),
  row({
    sentence: 'assistant_id is an integer',
    from: 'Errors; decisions 2',
    endpoint,
    status: 422,
    ask: () =>
      ['5', 1.5, true, [5], {}, 1e300, 9_007_199_254_740_992].map((assistant_id) => ({
        body: { assistant_id, webhook_url },
      })),
    body: dataInvalid({ assistant_id: 'The assistant id must be an integer.' }),
  }),
  row({
    sentence: 'The assistant exists',
    from: 'Errors',
    endpoint,
    status: 404,
    ask: () => [999_999, 0, -1, 9_007_199_254_740_991].map((assistant_id) => ({ body: { assistant_id, webhook_url } })),
    body: { message: 'Assistant not found' },
  }),
  row({
    sentence: 'The assistant belongs to the user',
    from: 'Errors; decisions 1',
    endpoint,
    status: 404,
    given: strangersAssistant,
    ask: (assistant_id) => ({ body: { assistant_id, webhook_url } }),
    body: { message: 'Assistant not found' },
  }),
]);

const disableRows = [
  row({
    sentence: 'Disabling takes the URL away, and may be repeated',
    from: 'Disable assistant inbound webhook; decisions 3',
    endpoint: DISABLE,
    status: 200,
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

export const webhookSwitchRows = [...enableRows, ...disableRows, ...bothRows];
