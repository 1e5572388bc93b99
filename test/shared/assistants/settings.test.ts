import * as v from 'valibot';
import { expect, expectTypeOf, it } from 'vitest';
import { settingsTable } from '#infra/generate/docs/settings-table.ts';
import { storedSettingsSource } from '#infra/generate/docs/stored-settings.ts';
import { jsonSchema } from '#infra/generate/openapi/json-schema.ts';
import { bodyOf } from '#shared/assistants/assistant-body.ts';
import { AssistantItem, toAssistantItem } from '#shared/assistants/assistant-items.ts';
import { recordOf, recordValues } from '#shared/assistants/assistant-record.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { seconds, unsupported } from '#shared/assistants/setting.ts';
import { defaultsOf, settings } from '#shared/assistants/settings.ts';
import { leastAssistantRequest } from '#test/support/assistant-request.ts';
import { buildAssistant } from '#test/support/builders.ts';

/** The whole of a new setting. */
const entry = {
  request: 'pause_after_greeting',
  record: 'greeting_pause',
  ...seconds(0, 5, 2),
  pipeline: { support: 'service', how: 'A pause after the first words.' },
  multimodal: unsupported('The speech model waits for the customer.'),
} as const;
const table = { ...settings, greetingPause: entry };

it.each([{ pause_after_greeting: 3 }, { greeting_pause: 3 }, { pause_after_greeting: 3, greeting_pause: 3 }])(
  'one more entry in the table of settings is a field of the body, with an alias: %o',
  (sent) => {
    const created = v.parse(bodyOf(table, 'create'), leastAssistantRequest(sent));
    expectTypeOf(created).toHaveProperty('greetingPause').toEqualTypeOf<number | undefined>();
    expect(created).toMatchObject({ name: 'Reception', greetingPause: 3 });
    expect(v.parse(bodyOf(table, 'update'), sent)).toEqual({ greetingPause: 3 });
  },
);

it('one more entry in the table of settings has its rule and its default under both names', () => {
  const body = bodyOf(table, 'update');
  for (const field of ['pause_after_greeting', 'greeting_pause']) {
    expect(v.is(body, { [field]: 6 })).toBe(false);
    expect(v.parse(body, { [field]: null })).toEqual({ greetingPause: 2 });
  }
  const defaults = defaultsOf(table);
  expectTypeOf(defaults.greetingPause).toEqualTypeOf<number>();
  expect(defaults).toMatchObject({ greetingPause: 2, maxDuration: 600 });
});

it('one more entry in the table of settings is in the record', () => {
  const assistant = { ...buildAssistant(), greetingPause: 3 };
  const record = v.parse(recordOf(table), recordValues(table, assistant));
  expectTypeOf(record.greeting_pause).toEqualTypeOf<number>();
  expect(record).toMatchObject({ name: 'Reception', greeting_pause: 3 });
});

it('one more entry in the table of settings is in the stored item, where items from before have the default', () => {
  expect(storedSettingsSource(table)).toContain('  greetingPause: v.optional(v.number(), 2),');
  const { speechSpeed: _, tools: __, ...older } = toAssistantItem(buildAssistant());
  expect(v.parse(AssistantItem, older)).toEqual(buildAssistant({ speechSpeed: 1, tools: [] }));
});

it('one more entry in the table of settings is in the API reference and on the settings page', () => {
  expect(jsonSchema(bodyOf(table, 'update')).properties).toMatchObject({
    pause_after_greeting: { type: ['integer', 'null'], minimum: 0, maximum: 5 },
    greeting_pause: { type: ['integer', 'null'], deprecated: true },
  });
  expect(jsonSchema(recordOf(table)).properties).toMatchObject({
    greeting_pause: { type: 'integer', examples: [2] },
  });
  expect(settingsTable(table)).toMatch(
    /`pause_after_greeting` +\| service: A pause after the first words\. +\| \*\*not supported\*\*: The speech model/,
  );
});

it('every key of an assistant stems from the table, or identifies it', () => {
  type Identity = 'id' | 'userId' | 'uuid' | 'createdAt' | 'updatedAt' | 'version' | 'copiedVersion';
  expectTypeOf<Exclude<keyof Assistant, keyof typeof settings>>().toEqualTypeOf<Identity>();
  expect(Object.keys(buildAssistant()).filter((key) => !(key in settings))).toEqual(
    expect.arrayContaining(['id', 'userId', 'uuid', 'createdAt', 'updatedAt', 'version']),
  );
});

it('variables keep keys that JavaScript objects have', () => {
  const variables = JSON.parse('{"constructor":"a","b":1}') as Record<string, unknown>;
  const record = v.parse(recordOf(settings), recordValues(settings, buildAssistant({ variables })));
  expect(JSON.stringify(record.variables)).toBe('{"constructor":"a","b":1}');
});
