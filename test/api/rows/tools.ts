import { expect } from 'vitest';
import { rowsOf } from '#test/api/contract-row.ts';
import {
  createAssistant,
  createCampaign,
  createTool,
  dataInvalid,
  dataOf,
  readAssistant,
  validationFailed,
} from '#test/api/steps.ts';

const list = rowsOf('GET /user/tools', 'decisions 11');
const get = rowsOf('GET /user/tools/{id}', 'decisions 11');
const create = rowsOf('POST /user/tools', 'decisions 11');
const patch = rowsOf('PATCH /user/tools/{id}', 'existing clients');
const test = rowsOf('POST /user/tools/{id}/test', 'decisions 11');
const patchCampaign = rowsOf('PATCH /user/campaigns/{id}', 'existing clients');

const least = { description: 'Finds slots.', endpoint: 'https://example.com/slots', method: 'GET' };
const headers = [{ name: 'Authorization', value: 'Bearer sk-live-0123456789' }];
const masked = [{ name: 'Authorization', value: '••••6789' }];

export const toolRows = [
  create(201, 'A tool is created with its defaults, and the values of its headers are masked', {
    isFresh: true,
    ask: { body: { ...least, name: 'find_slots', headers } },
    part: {
      message: 'Tool created successfully',
      data: { name: 'find_slots', ...least, timeout: 10, headers: masked, schema: [], parameters: null },
    },
  }),
  create(422, 'The name has its own sentence', {
    ask: { body: { ...least, name: 'Find2' } },
    body: dataInvalid({
      name: 'Tool name must contain only lowercase letters and underscores, and start with a letter.',
    }),
  }),
  create(422, 'Scheme, host and port have no placeholders, and private addresses are refused', {
    ask: [
      'https://{host}/',
      'https://example.com:{{port}}/',
      'http://169.254.169.254/',
      'https://a:b@example.com/',
    ].map((endpoint) => ({ body: { ...least, name: 'refused', endpoint } })),
    body: dataInvalid({ endpoint: 'The endpoint must be a valid URL.' }),
  }),
  list(200, 'Tools are a bare array, under both names of the path, and those of no other user', {
    isFresh: true,
    given: async (world) => createTool(world, { headers }),
    ask: [{}, { path: '/user/mid-call-tools' }],
    after: ({ body }, id) => expect(body).toMatchObject([{ id, headers: masked }]),
  }),
  get(200, 'One tool is a bare object', {
    given: async (world) => createTool(world),
    ask: (id) => [{ id }, { path: `/user/mid-call-tools/${id}` }],
    part: least,
  }),
  patch(200, 'A change leaves the other fields and a masked header as they are', {
    given: async (world) => createTool(world, { headers }),
    ask: (id) => [{ id, body: { timeout: 3, headers: masked } }],
    part: { message: 'Tool updated successfully', data: { ...least, timeout: 3, headers: masked } },
  }),
  rowsOf('DELETE /user/tools/{id}', 'decisions 11')(200, 'A deleted tool is detached from its assistants', {
    given: async (world) => {
      const tool = await createTool(world);
      return { tool, assistant: await createAssistant(world, { tool_ids: [tool] }) };
    },
    ask: ({ tool }) => ({ id: tool }),
    body: { message: 'Tool deleted successfully' },
    after: async (_, { assistant }, world) =>
      expect(await readAssistant(world, assistant)).toMatchObject({ tool_ids: [] }),
  }),
  rowsOf('PUT /user/assistant/{id}', 'decisions 11')(422, 'A documented field that does not work is not dropped', {
    given: async (world) => createAssistant(world),
    ask: (id) => ({ id, body: { knowledgebase_id: 12 } }),
    body: validationFailed({ knowledgebase_id: 'The knowledgebase id field is not supported.' }),
  }),
  test(422, 'Arguments that do not fit are not sent', {
    given: async (world) => createTool(world, { schema: [{ name: 'day', type: 'string', description: 'The day.' }] }),
    ask: (id) => ({ id, body: { arguments: { day: 4 } } }),
    body: {
      message: 'The given data was invalid.',
      errors: { arguments: ['The arguments are wrong: day must be a text.'] },
    },
  }),
  patchCampaign(200, 'The fields of a campaign that are sent change, and the others stay', {
    given: async (world) => createCampaign(world),
    ask: (id) => [{ id, body: { max_retries: 1, allowed_hours_start_time: '09:00' } }],
    part: { message: 'Campaign updated successfully', data: { max_retries: 1, allowed_hours_start_time: '09:00:00' } },
    after: async (answer, id, world) => {
      const { body } = await world.ask('GET /user/campaigns/{id}', { id });
      expect(body).toEqual(dataOf(answer));
    },
  }),
];
