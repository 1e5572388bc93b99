import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  changesOf,
  defaultsOf,
  labelOf,
  type SettingRow,
  valuesOf,
} from '#clients/studio/src/assistants/setting-row.ts';
import { studioSettingsSource } from '#infra/generate/docs/studio-settings.ts';
import { openApiDocument } from '#infra/generate/openapi/openapi-document.ts';
import { toAssistantRecord } from '#shared/assistants/assistant-record.ts';
import { assistantDefaults, settings } from '#shared/assistants/settings.ts';
import { buildAssistant } from '#test/support/builders.ts';

const file = resolve(import.meta.dirname, '../../../clients/studio/src/assistants/setting-rows.json');
const rows = JSON.parse(readFileSync(file, 'utf8')) as SettingRow[];

describe('the settings of the form', () => {
  it('are fresh: npm run generate writes them', async () => {
    expect(rows).toEqual(JSON.parse(studioSettingsSource(await openApiDocument())));
  });

  it('are all that a request can set and the settings page describes', () => {
    const described = Object.values(settings).flatMap((row) =>
      'request' in row && 'pipeline' in row ? [row.request] : [],
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(described.toSorted());
  });

  it('include a setting that is added to the tables', () => {
    const document = {
      components: { schemas: { CreateAssistantRequest: { properties: { mood: { type: 'string' } }, required: [] } } },
    };
    const how = { support: 'service', how: 'How it sounds.' } as const;
    const table = {
      Voice: { mood: { request: 'mood', record: 'mood', rule: v.string(), pipeline: how, multimodal: how } },
    };
    expect(JSON.parse(studioSettingsSource(document, table))).toMatchObject([{ name: 'mood', section: 'Voice' }]);
  });
});

describe('the values of the form', () => {
  it('have the defaults of the service, where a request could send them', () => {
    const defaults = defaultsOf(rows);
    expect(defaults).toMatchObject({ llm_temperature: assistantDefaults.llmTemperature, allow_interruptions: true });
    // Their defaults are stored values, of another kind than what a request sends.
    expect(defaults).toMatchObject({ who_speaks_first: null, end_call_tool: null });
  });

  it('are those of a record, in the words of a request', () => {
    const record = toAssistantRecord(
      buildAssistant({ type: 'outbound', llmTemperature: 0.3, fillers: true, waitForCustomer: true, llmModelId: 12 }),
    );
    expect(valuesOf(rows, record, new Map([[12, 'gpt-6-luna']]))).toMatchObject({
      calls_direction: 'make',
      llm_model: 'gpt-6-luna',
      llm_temperature: 0.3,
      filler_audios: true,
      who_speaks_first: 'Customer',
    });
  });

  it('leave out what is not changed', () => {
    const before = { a: 1, b: { c: [1] } };
    expect(changesOf(before, { a: 1, b: { c: [1] } })).toEqual({});
    expect(changesOf(before, { a: 2, b: { c: [1] } })).toEqual({ a: 2 });
  });
});

it.each([
  ['llm_model', 'LLM model'],
  ['voice_id', 'Voice'],
  ['webhook_url', 'Webhook URL'],
  ['re_engagement_interval', 'Re-engagement interval'],
])('%s is called %s', (name, label) => {
  expect(labelOf(name)).toBe(label);
});
