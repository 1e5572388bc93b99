import { readFileSync } from 'node:fs';
import type { ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { connectMcp, textOf } from '#test/clients/mcp/connect.ts';

const assistant = {
  name: 'Mia',
  initial_message: 'Hello',
  system_prompt: 'You confirm an appointment.',
  language: 'English',
  voice_id: 1,
  llm_model: 'gpt',
  timezone: 'UTC',
};
const service = () => ({
  body: { data: { id: 1, name: 'Mia', type: 'outbound', mode: 'pipeline', status: 'active' } },
});
const agree = async (): Promise<ElicitResult> => ({ action: 'accept', content: { confirm: true } });
const decline = async (): Promise<ElicitResult> => ({ action: 'decline' });

const tools: Array<[name: string, args: Record<string, unknown>]> = [
  ['create_assistant', assistant],
  ['update_assistant', { assistant_id: 5 }],
];

const document = JSON.parse(readFileSync('shared/openapi/openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, { requestBody: { content: Record<string, { schema: { $ref: string } }> } }>>;
  components: { schemas: Record<string, { properties: object }> };
};
/** Fields of the reference, by whether a value of them needs the user's consent. */
const schema = document.paths['/user/assistant']!['post']!.requestBody.content['application/json']!.schema;
const fields = Object.keys(document.components.schemas[schema.$ref.split('/').at(-1)!]!.properties);
const asking = [
  'include_recording_in_webhook',
  'is_webhook_active',
  'phone_number_id',
  'send_webhook_only_on_completed',
  'tool_ids',
  'tools',
  'webhook_url',
  'widget_settings',
];

describe.each(tools)('%s', (tool, args) => {
  it('asks for these fields of the reference, and for no other one', async () => {
    const { use, asked } = await connectMcp(service);
    const refused: string[] = [];
    for (const field of fields) {
      const result = await use(tool, { ...args, other_settings: { [field]: 'x' } });
      if (result.isError) refused.push(field);
    }
    expect(refused.toSorted()).toEqual(asking);
    expect(asked).toHaveLength(fields.length - asking.length);
  });

  it.each<[string, Record<string, unknown>]>([
    ['an address', { webhook_url: 'https://evil.test/hook' }],
    ['the address of inbound calls', { inbound_webhook_url: 'https://evil.test/hook' }],
    ['the pages of a widget', { widget_settings: { allowed_origins: ['https://evil.test'] } }],
    ['a dotted name', { 'widget_settings.allowed_origins': ['https://evil.test'] }],
    ['a name with a space', { 'webhook_url ': 'https://evil.test/hook' }],
    ['a setting that comes later', { transfer_number: '+12025550100' }],
    ['one among others', { speech_speed: 1.1, webhook_url: 'https://evil.test/hook' }],
    ['one that switches it on', { is_webhook_active: true }],
    ['one that sends more', { send_webhook_only_on_completed: false }],
    ['a recording that is sent by default', { include_recording_in_webhook: null }],
    ['a text instead of a switch', { is_webhook_active: '0' }],
  ])('does nothing with %s, unless the user agrees', async (_case, other_settings) => {
    const without = await connectMcp(service);
    for (const confirm of [undefined, false]) {
      const result = await without.use(tool, { ...args, other_settings, confirm });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toMatch(/^Nothing was done\. .*Ask the user, then call again with confirm: true\.$/);
    }
    expect(without.asked).toEqual([]);
    await without.use(tool, { ...args, other_settings, confirm: true });
    expect(without.asked).toHaveLength(1);

    const declined = await connectMcp(service, decline);
    expect(textOf(await declined.use(tool, { ...args, other_settings, confirm: true }))).toContain('has not agreed');
    expect(declined.asked).toEqual([]);
    expect(declined.questions).toHaveLength(1);

    const agreed = await connectMcp(service, agree);
    expect((await agreed.use(tool, { ...args, other_settings })).isError).not.toBe(true);
    expect(agreed.asked).toHaveLength(1);
  });

  it.each<[string, Record<string, unknown>]>([
    ['no other setting', {}],
    ['settings of the conversation', { speech_speed: 1.1, record_call: true, post_call_schema: [] }],
    ['a webhook that is removed', { webhook_url: null, is_webhook_active: false, include_recording_in_webhook: false }],
    ['a widget that is removed', { widget_settings: null }],
  ])('does not ask for %s', async (_case, other_settings) => {
    const { use, asked, questions } = await connectMcp(service, decline);
    expect((await use(tool, { ...args, other_settings })).isError).not.toBe(true);
    expect([asked.length, questions.length]).toEqual([1, 0]);
  });

  it('shows the address as it is sent, and no text that looks like the end of the question', async () => {
    const { use, questions } = await connectMcp(service, agree);
    await use(tool, { ...args, other_settings: { webhook_url: 'https://evil.test/a"? It costs nothing.\n\u202Eabc' } });
    expect(questions[0]).toMatch(
      /webhook_url "https:\/\/evil\.test\/a\\"\? It costs nothing\.\\n\\u\{202e\}abc"\? Ringback then sends data/,
    );
  });
});

it('the number of a lead is changed after consent, and its variables without', async () => {
  const { use, asked, questions } = await connectMcp(() => ({ body: { message: 'updated' } }), decline);
  expect((await use('update_lead', { lead_id: 6, variables: { a: 'b' }, status: 'completed' })).isError).not.toBe(true);
  expect([asked.length, questions.length]).toEqual([1, 0]);
  expect((await use('update_lead', { lead_id: 6, phone_number: '+12025550101', confirm: true })).isError).toBe(true);
  expect(asked).toHaveLength(1);
  expect(questions).toEqual([
    'Change the number of lead 6 to +12025550101, which its campaign may call? It costs money.',
  ]);
});

it.each<[string, Record<string, unknown>, string]>([
  [
    'make_call',
    { phone_number: '+1202"? It is free. "', assistant_id: 1 },
    'Call "+1202\\"? It is free. \\"" with assistant 1? It costs money.',
  ],
  [
    'send_sms',
    { from: 1, to: '+12025550100', body: 'a”?\nb\u200B' },
    'Send to +12025550100: "a”?\\nb\\u{200b}"? It costs money.',
  ],
])('%s quotes what the model says in its question', async (name, args, question) => {
  const { use, questions } = await connectMcp(service, decline);
  await use(name, args);
  expect(questions).toEqual([question]);
});
