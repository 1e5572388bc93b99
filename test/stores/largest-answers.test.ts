import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MOST_MODELS } from '#infra/admin/deps/manage-models.ts';
import { createTable, startDynamoDbEmulator, type DynamoDbEmulator } from '#infra/local/aws/table/dynamodb-emulator.ts';
import { MOST_DEAD_TOKENS, MOST_LIVE_TOKENS } from '#shared/accounts/access-tokens.ts';
import { createDynamoDbTokenStore } from '#shared/accounts/dynamodb-token-store.ts';
import { createDynamoDbUserStore } from '#shared/accounts/dynamodb-user-store.ts';
import { createDynamoDbCampaignStore } from '#shared/campaigns/dynamodb-campaign-stores.ts';
import { MOST_VOICES } from '#shared/catalog/voices.ts';
import { createDynamoDbDoNotCallStore } from '#shared/do-not-call/dynamodb-do-not-call-store.ts';
import { httpRows } from '#shared/manifest/http-rows.ts';
import { MOST_NUMBERS } from '#shared/numbers/manage-numbers.ts';
import type { HttpFunction } from '#shared/platform/http/errors.ts';
import type { HttpResponse } from '#shared/platform/http/http.ts';
import { firstRecordIdAt } from '#shared/platform/ids.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { put, putAll } from '#shared/platform/table/write.ts';
import { MOST_TOOLS_OF_USER, toUserToolItem } from '#shared/tools/user-tool.ts';
import {
  fillAssistants,
  fillCalls,
  fillCampaigns,
  fillDeliveries,
  fillLeads,
  fillVersions,
  noise,
  quotes,
  type Owner,
  type Text,
} from '#test/stores/largest-records.ts';
import {
  buildAccessToken,
  buildCampaign,
  buildDoNotCallEntry,
  buildPhoneNumber,
  buildSms,
  buildUser,
} from '#test/support/builders.ts';
import { httpEvent, type EventParts } from '#test/support/http-event.ts';
import { aroundSend } from '#test/support/table-faults.ts';
import { tableClient } from '#test/support/table.ts';
import { buildUserTool } from '#test/support/user-tools.ts';

/** What the answers of an endpoint that reads have at most, as Lambda counts: 6 MB are refused. */
const MOST_BYTES = 5_000_000;
/** Of all reads of a request, strongly consistent, 4 KB each: 6 MB of versions, or 5 MB and an index. */
const MOST_UNITS = 1_700;

interface Case {
  named: string;
  fill: (owner: Owner) => Promise<EventParts | void>;
  ask?: EventParts;
  /** 200 by default. 413: a page that is too large, and says so. */
  status?: number;
  /** Read units, where a page of the largest records is read before it is refused. */
  units?: number;
}

const nothing: Case = { named: 'a fixed answer', fill: async () => undefined };
const wholeAssistants: Case[] = [
  { named: '24 prompts of quotes', fill: (owner) => fill(owner, { systemPrompt: quotes(50_000) }) },
  { named: 'prompts of noise', fill: (owner) => fill(owner, { systemPrompt: noise(190_000) }) },
  { named: 'variables of quotes', fill: (owner) => fill(owner, { variables: { note: quotes(32_000) } }) },
  { named: '1,000 of few words', fill: (owner) => fill(owner, {}) },
];
const fill = async (owner: Owner, texts: Parameters<typeof fillAssistants>[1]) =>
  void (await fillAssistants(owner, texts));
const putMany = (table: Table, count: number, item: (index: number) => Parameters<typeof putAll>[1][number]) =>
  putAll(
    table,
    Array.from({ length: count }, (_, index) => item(index)),
  );
const oneCall = (ask: (id: number) => EventParts): Case[] =>
  [quotes, noise].map((text) => ({
    named: `a call and webhooks of ${text.name}`,
    fill: async (owner) => {
      const [id = 0] = await fillCalls(owner, 1, text);
      await fillDeliveries(owner, id, text);
      return ask(id);
    },
  }));
const pages = (fillRows: (owner: Owner, count: number, text: Text) => Promise<unknown>, count: number): Case[] => [
  {
    named: 'a page of one of the largest',
    fill: async (owner) => void (await fillRows(owner, 2, quotes)),
    ask: { query: 'per_page=1' },
  },
  {
    named: 'a page that is too large',
    fill: async (owner) => void (await fillRows(owner, count, noise)),
    ask: { query: 'per_page=100' },
    status: 413,
    units: 4_000,
  },
];

/** As many placeholders as a prompt has room for. */
const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `{a${index}}`).join('');

const FIRST_SMS = firstRecordIdAt(Date.UTC(2026, 5, 30));
const fillSms = ({ table, userId }: Owner, count: number) =>
  putMany(table, count, (index) => {
    const id = FIRST_SMS + index;
    return { ...keys.sms.key(userId, id), ...buildSms({ id, userId, body: quotes(300), failure: quotes(255) }) };
  });

const schemaOfQuotes = {
  type: 'object' as const,
  properties: { a: { type: 'string' as const, description: quotes(8_000) } },
};
async function fillTools({ table, userId }: Owner, count: number): Promise<number> {
  const build = (id: number) =>
    buildUserTool({ userId, id, description: quotes(255), parameters: schemaOfQuotes, waitMessage: quotes(500) });
  await putMany(table, count, (index) => ({
    ...keys.tool.key(userId, index + 1),
    ...toUserToolItem(build(index + 1)),
  }));
  return count;
}

const counters = { calls: 1e9, seconds: 1e12, callsCost: 1e15, sms: 1e9, segments: 1e9, smsCost: 1e15 };

/** Every endpoint that reads, with the most and the largest records that a user can have. */
const cases: Record<string, Case[]> = {
  'assistants/list-all-assistants': wholeAssistants,
  'assistants/list-outbound-assistants': wholeAssistants,
  'assistants/list-assistants': wholeAssistants.map((one) => ({ ...one, ask: { query: 'per_page=100' } })),
  'assistants/get-assistant': [
    {
      named: 'the largest',
      fill: async (owner) => ({ id: (await fillAssistants(owner, { systemPrompt: quotes(50_000) }))[0]! }),
    },
  ],
  'assistants/list-assistant-versions': [
    {
      named: '25 of noise',
      fill: (owner) => fillVersions(owner, { systemPrompt: noise(190_000), variables: { a: noise(65_000) } }),
    },
    { named: '25 of quotes', fill: (owner) => fillVersions(owner, { systemPrompt: quotes(100_000) }) },
  ],
  'lookups/list-phone-numbers': [
    {
      named: 'all numbers that operators can add',
      fill: ({ table, userId }) =>
        putMany(table, MOST_NUMBERS, (index) => {
          const id = Number.MAX_SAFE_INTEGER - index;
          return { ...keys.phoneNumber.key(userId, id), ...buildPhoneNumber({ id, userId, type: 'Caller ID' }) };
        }),
    },
  ],
  'lookups/list-number-details': [
    {
      named: 'all numbers that operators can add',
      fill: ({ table, userId }) =>
        putMany(table, MOST_NUMBERS, (index) => {
          const id = Number.MAX_SAFE_INTEGER - index;
          return { ...keys.phoneNumber.key(userId, id), ...buildPhoneNumber({ id, userId, type: 'Caller ID' }) };
        }),
    },
  ],
  'tools/list-tools': [
    { named: '100 of the largest', fill: async (owner) => void (await fillTools(owner, MOST_TOOLS_OF_USER)) },
  ],
  'tools/get-tool': [{ named: 'the largest', fill: async (owner) => ({ id: await fillTools(owner, 1) }) }],
  'leads/get-lead': [
    {
      named: 'the largest',
      fill: async (owner) => {
        await fillLeads(owner, 1, noise);
        return { id: 6000 };
      },
    },
  ],
  'tokens/list-api-keys': [
    {
      named: 'all that are live',
      fill: async ({ table, userId }) => {
        const tokens = createDynamoDbTokenStore(table);
        for (let id = 1; id <= MOST_LIVE_TOKENS; id += 1)
          await tokens.add(buildAccessToken({ userId, id, hash: `${userId}-${id}`, name: quotes(255) }));
      },
    },
  ],
  'lookups/list-voices': [
    {
      named: 'all voices that operators can add',
      fill: ({ table, userId }) =>
        putMany(table, MOST_VOICES, (index) => {
          const id = Number.MAX_SAFE_INTEGER - index;
          const voice = { id, name: quotes(255), mode: 'pipeline', provider: 'Google', providerVoice: 'x' };
          return { ...keys.voice.key(userId, id), ...voice };
        }),
    },
  ],
  'lookups/list-models': [
    {
      named: 'all models that operators can add',
      fill: ({ table }) =>
        putMany(table, MOST_MODELS, (index) => {
          const id = 1001 + index;
          const model = { id, name: quotes(255), mode: 'pipeline', provider: 'openai', providerModel: 'x' };
          return { ...keys.model.key(id), ...model };
        }),
    },
  ],
  'lookups/list-languages': [nothing],
  'lookups/list-synthesizer-providers': [nothing],
  'lookups/list-transcriber-providers': [nothing],
  'calls/list-calls': pages(fillCalls, 24),
  'calls/get-call': oneCall((id) => ({ id })),
  'webhooks/list-deliveries': oneCall((id) => ({ query: `call_id=${id}` })),
  'webhooks/get-delivery-payload': oneCall((id) => ({ parameters: { delivery_id: `evt_${id}_call.completed` } })),
  'webhooks/get-webhook-secret': [nothing],
  'webhooks/get-sms-webhook': [nothing],
  'sms/list-sms': [
    { named: 'a page of the longest texts', fill: (owner) => fillSms(owner, 100), ask: { query: 'per_page=100' } },
  ],
  'sms/get-sms': [
    {
      named: 'the longest text',
      fill: async (owner) => {
        await fillSms(owner, 1);
        return { id: FIRST_SMS };
      },
    },
  ],
  'campaigns/check-campaign': [
    {
      named: 'many of the largest leads',
      fill: async (owner) => {
        const [assistantId = 0] = await fillAssistants(owner, {});
        await fillLeads(owner, 60, noise);
        const campaign = buildCampaign({ userId: owner.userId, assistantId });
        await put(owner.table, { ...keys.campaign.key(owner.userId, campaign.id), ...campaign });
        return { id: 4001 };
      },
      // The twenty leads that are read first, and two looks at the do-not-call list for each of their 220 numbers.
      units: 1800,
    },
  ],
  'campaigns/get-campaign': [
    {
      named: 'the longest name and all numbers',
      fill: async (owner) => {
        await fillCampaigns(owner);
        const [campaign] = await createDynamoDbCampaignStore(owner.table).list(owner.userId);
        return { id: campaign?.id ?? 0 };
      },
    },
  ],
  'campaigns/list-campaigns': [{ named: 'all campaigns', fill: fillCampaigns }],
  'campaigns/list-missing-variables': [
    {
      named: 'many of the largest leads',
      fill: async (owner) => {
        const [assistantId = 0] = await fillAssistants(owner, { systemPrompt: namesOf(25_000) });
        await fillLeads(owner, 60, noise);
        const campaign = buildCampaign({ userId: owner.userId, assistantId });
        await put(owner.table, { ...keys.campaign.key(owner.userId, campaign.id), ...campaign });
        return { id: 4001 };
      },
    },
  ],
  'leads/list-leads': pages(fillLeads, 50),
  'do-not-call/list-do-not-call-entries': [
    {
      named: 'a page of the longest reasons',
      fill: async ({ table, userId }) => {
        const store = createDynamoDbDoNotCallStore(table, async () => []);
        for (let index = 0; index < 100; index += 1) {
          const entry = { userId, phoneNumber: `+1202555${1000 + index}`, reason: quotes(255) };
          await store.add(buildDoNotCallEntry(entry));
        }
      },
      ask: { query: 'per_page=100' },
    },
  ],
  'users/get-current-user': [nothing],
  'users/get-usage': [
    {
      named: 'a month of which each day has charges',
      fill: ({ table, userId }) =>
        putMany(table, 31, (index) => ({
          ...keys.usage.day(userId, `2026-10-${String(index + 1).padStart(2, '0')}`),
          ...counters,
        })),
      ask: { query: 'month=2026-10' },
    },
  ],
  'tokens/list-tokens': [
    {
      named: 'all that are live, and the dead ones that are kept',
      fill: async ({ table, userId }) => {
        const tokens = createDynamoDbTokenStore(table);
        for (let id = 1; id <= MOST_LIVE_TOKENS + MOST_DEAD_TOKENS; id += 1) {
          const revokedAt = id > MOST_LIVE_TOKENS ? Date.UTC(2026, 5, 30) : null;
          const token = buildAccessToken({ userId, id, hash: `${userId}-${id}`, name: quotes(255), revokedAt });
          await tokens.add(token);
          const use = { tokenId: id, at: Date.UTC(2026, 5, 30), address: '192.0.2.7', userAgent: quotes(200) };
          await tokens.recordUse(token, use);
        }
      },
    },
  ],
  // Their answers have no list: the look of a widget, a redirect, and a file.
  'web-calls/get-widget': [{ ...nothing, ask: { parameters: { token: '1.2.3' } }, status: 403 }],
  'recordings/get-recording': [{ ...nothing, ask: { parameters: { token: '1.2.3' } }, status: 404 }],
  'docs/get-openapi': [nothing],
};

let emulator: DynamoDbEmulator;
let table: Table;

beforeAll(async () => {
  emulator = await startDynamoDbEmulator();
  await createTable(emulator.endpoint, 'ringback-test');
  table = { client: tableClient(emulator.endpoint), tableName: 'ringback-test' };
  const secrets = join(mkdtempSync(join(tmpdir(), 'ringback-')), 'secrets.json');
  writeFileSync(secrets, JSON.stringify({ 'webhook-signing-key': 'the-signing-key-of-this-test' }));
  const variables = {
    TABLE_NAME: 'ringback-test',
    AWS_ENDPOINT_URL_DYNAMODB: emulator.endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    PUBLIC_URL: 'https://api.example.com',
    RECORDING_RETENTION_DAYS: '30',
    RECORDINGS_BUCKET: 'recordings',
    REHEARSAL_MODEL: 'true',
    SECRETS_FILE: secrets,
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  // Their container makes its client once: of this emulator, not of that of another test.
  vi.resetModules();
});

afterAll(async () => {
  table.client.destroy();
  vi.unstubAllEnvs();
  vi.resetModules();
  await emulator.stop();
});

const filled = new Map<Case['fill'], Promise<EventParts>>();

/** The user that has these records: several endpoints show the same ones. */
function userOf(fillRecords: Case['fill']): Promise<EventParts> {
  const known = filled.get(fillRecords) ?? newUser(fillRecords);
  filled.set(fillRecords, known);
  return known;
}

async function newUser(fillRecords: Case['fill']): Promise<EventParts> {
  const { id: _, ...user } = buildUser();
  const { id: userId } = await createDynamoDbUserStore(table).create(user);
  return { userId, ...(await fillRecords({ table, userId })) };
}

/** The answer as Lambda passes it on, and what reading it took. */
async function measure(id: string, event: object) {
  const { handler } = (await import(
    /* @vite-ignore */ join(import.meta.dirname, '../../functions/http', `${id}.ts`)
  )) as { handler: HttpFunction };
  const { dynamo } = await import('#shared/platform/environment.ts');
  const seen = { units: 0, requests: 0 };
  const stop = aroundSend(dynamo(), 'measure', async ({ input }, next) => {
    const answer = (await next({ ...input, ReturnConsumedCapacity: 'TOTAL' })) as { ConsumedCapacity?: Capacity };
    seen.requests += 1;
    seen.units += [answer.ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    return answer;
  });
  const response = await handler(event);
  stop();
  return { status: response.statusCode, bytes: bytesOf(response), ...seen };
}

type Capacity = { CapacityUnits?: number } | Array<{ CapacityUnits?: number }>;
const bytesOf = (response: HttpResponse) => Buffer.byteLength(JSON.stringify(response));

it('every endpoint that answers with what is stored is in the table', () => {
  const reads = (uses: readonly string[]) => uses.some((use) => use.startsWith('table:'));
  const reading = httpRows.filter(({ method, uses }) => method === 'GET' && reads(uses)).map(({ id }) => id);
  expect(reading.filter((id) => !(id in cases))).toEqual([]);
});

describe.each(Object.entries(cases).flatMap(([id, all]) => all.map((one) => ({ id, ...one }))))(
  '$id with $named',
  ({ id, fill: fillRecords, ask, status = 200, units = MOST_UNITS }) => {
    it('answers within the limits of Lambda, whatever coding the client accepts', async () => {
      const parts = { ...(await userOf(fillRecords)), ...ask };
      const seen = [];
      const codings: Record<string, string>[] = [{}, { 'accept-encoding': 'identity' }, { 'accept-encoding': 'gzip' }];
      for (const headers of codings) {
        seen.push(await measure(id, httpEvent({ ...parts, headers })));
      }
      for (const one of seen) {
        expect(one.status).toBe(status);
        expect(one.bytes).toBeLessThanOrEqual(MOST_BYTES);
        expect(one.units).toBeLessThanOrEqual(units);
      }
    });
  },
);
