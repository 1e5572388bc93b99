import { type Assistant, defined } from '@ringback/client';
import { filters } from '@ringback/client/filters';
import * as operations from '@ringback/client/operations';
import { z } from 'zod';
import { confirm, shown } from '../consent.ts';
import { withoutMarks } from '../marks.ts';
import { withoutSettingsConsent } from '../settings-consent.ts';
import {
  about,
  answer,
  before_id,
  CHANGES,
  CREATES,
  DELETES,
  id,
  limit,
  READS,
  take,
  type Tools,
  variables,
} from '../tool.ts';

const summary = {
  id: z.number(),
  name: z.string(),
  type: z.string(),
  mode: z.string(),
  status: z.string(),
};

const details = {
  ...summary,
  language: z.string().nullable(),
  timezone: z.string(),
  phone_number_id: z.number().nullable(),
  initial_message: z.string(),
  system_prompt: z.string(),
  variables,
  webhook_url: z.string().nullable(),
  max_duration: z.number().describe('Seconds.'),
  post_call_schema: z.array(z.object({ name: z.string(), type: z.string(), description: z.string() })),
};

const shortOf = ({ id, name, type, mode, status }: Pick<Assistant, keyof typeof summary>) => ({
  id,
  name,
  type,
  mode,
  status,
});

const fields = {
  name: z.string().max(255).describe('Name of the assistant.'),
  initial_message: z
    .string()
    .describe('First sentence of the assistant. A variable of the call replaces {customer_name}.'),
  system_prompt: z.string().describe('Role, goal and manner of speaking of the assistant.'),
  language: z.string().describe('Name of a language of list_lookups, such as English.'),
  voice_id: id('a voice of list_lookups that fits the engine'),
  llm_model: z.string().describe('Name of a model of list_lookups.'),
  timezone: z.string().describe('IANA name, such as Europe/Berlin.'),
  other_settings: variables.meta({
    description:
      'Further fields of the API, such as {"speech_speed": 1.1, "record_call": true}. The user must agree to fields of webhooks, of the ' +
      'widget and of the phone number.',
    properties: { speech_speed: { type: 'number' }, record_call: { type: 'boolean' } },
  }),
};

export function assistantTools({ server, register, ringback }: Tools): void {
  register(
    'list_assistants',
    {
      ...about(operations.listAssistants, { more: 'Only outbound assistants can make calls.' }),
      inputSchema: { limit, before_id },
      outputSchema: { assistants: z.array(z.object(summary)) },
      annotations: READS,
    },
    ({ limit: count, ...position }) =>
      answer(async () => ({
        assistants: (await take(ringback.assistants.list({ ...position, per_page: count }), count)).map(shortOf),
      })),
  );
  register(
    'get_assistant',
    {
      ...about(operations.getAssistant),
      inputSchema: { assistant_id: id('the assistant') },
      outputSchema: details,
      annotations: READS,
    },
    ({ assistant_id }) =>
      answer(async () => {
        const assistant = await ringback.assistants.get(assistant_id);
        return Object.fromEntries(Object.entries(assistant).filter(([name]) => name in details));
      }),
  );
  createTool({ server, register, ringback });
  changeTools({ server, register, ringback });
}

function createTool({ server, register, ringback }: Tools): void {
  register(
    'create_assistant',
    {
      ...about(operations.createAssistant, { more: 'An assistant costs nothing.' }),
      inputSchema: {
        ...fields,
        direction: z
          .enum(['outbound', 'inbound'] satisfies Array<Assistant['type']>)
          .default('outbound')
          .describe('Outbound assistants make calls, inbound ones answer them.'),
        engine: z.enum(filters.listVoices.mode).default('pipeline').describe('multimodal is speech to speech.'),
        other_settings: fields.other_settings.optional(),
        confirm,
      },
      outputSchema: summary,
      annotations: CREATES,
    },
    async ({ confirm: confirmed, ...sent }, { signal }) => {
      const { name, direction, engine, other_settings: others, ...given } = withoutMarks(sent);
      const what = `Create the assistant ${shown(name)}`;
      const refusal = await withoutSettingsConsent(server, what, others ?? {}, { confirmed, signal });
      if (refusal) return refusal;
      const request = {
        ...others,
        ...given,
        assistant_name: name,
        calls_direction: direction === 'outbound' ? 'make' : 'receive',
        engine_type: engine,
      } as const;
      return answer(async () => shortOf(await ringback.assistants.create(request, { signal })));
    },
  );
}

function changeTools({ server, register, ringback }: Tools): void {
  register(
    'update_assistant',
    {
      ...about(operations.updateAssistant),
      inputSchema: { assistant_id: id('the assistant'), ...z.object(fields).partial().shape, confirm },
      outputSchema: summary,
      annotations: CHANGES,
    },
    async ({ assistant_id, confirm: confirmed, ...sent }, { signal }) => {
      const { name, other_settings: others, ...given } = withoutMarks(sent);
      const what = `Change assistant ${assistant_id}`;
      const refusal = await withoutSettingsConsent(server, what, others ?? {}, { confirmed, signal });
      if (refusal) return refusal;
      const changes = { ...others, ...given, ...defined({ assistant_name: name }) };
      return answer(async () => shortOf(await ringback.assistants.update(assistant_id, changes, { signal })));
    },
  );
  register(
    'delete_assistant',
    {
      ...about(operations.deleteAssistant),
      inputSchema: { assistant_id: id('the assistant') },
      outputSchema: { deleted: z.boolean() },
      annotations: DELETES,
    },
    ({ assistant_id }) =>
      answer(async () => {
        await ringback.assistants.delete(assistant_id);
        return { deleted: true };
      }),
  );
}
