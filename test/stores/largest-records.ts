import { toAssistantItem } from '#shared/assistants/assistant-items.ts';
import { kilobytesOf, mostAssistants } from '#shared/assistants/assistant-lists.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { createDynamoDbAssistantStore } from '#shared/assistants/dynamodb-assistant-store.ts';
import { toCallBodyItem } from '#shared/calls/call-items.ts';
import { emptyCallBody } from '#shared/calls/call.ts';
import { MOST_CAMPAIGNS } from '#shared/campaigns/dynamodb-campaign-stores.ts';
import { createDynamoDbLeadStore } from '#shared/campaigns/dynamodb-lead-store.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { put, putAll } from '#shared/platform/table/write.ts';
import { settledCalls, storeHeads } from '#test/stores/call-stores.ts';
import {
  buildAssistant,
  buildCampaign,
  buildDelivery,
  buildLead,
  buildSecondaryContact,
} from '#test/support/builders.ts';
import { createRandom } from '#test/support/fakes.ts';

/** Text of this length. Another seed makes another text. */
export type Text = (characters: number, seed?: number) => string;

/** A character that the JSON of a record writes with two, and that of Lambda with four. */
export const quotes: Text = (characters) => '"'.repeat(characters);

const letters = createRandom(1);
const pool = Array.from({ length: 1_000_000 }, () => String.fromCharCode(35 + letters.below(57))).join('');
/** What cannot be compressed, without a character that JSON escapes. The window of gzip is shorter than the pool. */
export const noise: Text = (characters, seed = 0) => {
  const from = (seed * 12_345) % (pool.length - characters);
  return pool.slice(from, from + characters);
};

export interface Owner {
  table: Table;
  userId: number;
}

const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** Assistants with this text until no more fit into the limits of their list. */
export async function fillAssistants({ table, userId }: Owner, texts: Partial<Assistant>): Promise<number[]> {
  const store = createDynamoDbAssistantStore(table);
  const build = (id: number, changes: Partial<Assistant>) => buildAssistant({ userId, id, uuid: uuid(id), ...changes });
  const count = Math.floor(mostAssistants.kilobytes / kilobytesOf(build(1, texts)));
  const ids = Array.from({ length: Math.min(count, mostAssistants.records) - 1 }, (_, index) => index + 1);
  await putAll(
    table,
    ids.map((id) => ({ ...keys.assistant.key(userId, id), ...toAssistantItem(build(id, texts)) })),
  );
  // The last one by the store, which measures the others.
  const last = await store.create(build(5000, texts));
  if (last !== 'created') throw new Error(`the last assistant was ${last}`);
  return [...ids, 5000];
}

export async function fillVersions(owner: Owner, texts: Partial<Assistant>): Promise<{ id: number }> {
  const { table, userId } = owner;
  const id = 5000;
  await fillAssistants(owner, texts);
  const versions = Array.from({ length: 25 }, (_, index) => index + 1);
  await putAll(
    table,
    versions.map((version) => ({
      ...keys.assistantVersion(userId, id, version),
      ...toAssistantItem(buildAssistant({ userId, id, version, ...texts })),
    })),
  );
  return { id };
}

export async function fillCampaigns({ table, userId }: Owner): Promise<void> {
  const largest = {
    userId,
    name: '\u0001'.repeat(255),
    timezone: 'America/Argentina/ComodRivadavia',
    stoppedReason: 'insufficient_balance',
    goalCompletionVariable: 'x'.repeat(255),
    phoneNumberIds: Array.from({ length: 100 }, (_, index) => Number.MAX_SAFE_INTEGER - index),
  };
  const ids = Array.from({ length: MOST_CAMPAIGNS }, (_, index) => Number.MAX_SAFE_INTEGER - index);
  await putAll(
    table,
    ids.map((id) => ({ ...keys.campaign.key(userId, id), ...buildCampaign({ id, ...largest }) })),
  );
}

/** Calls whose bodies have almost the 400 KB of an item. */
export async function fillCalls({ table, userId }: Owner, count: number, text: Text): Promise<number[]> {
  const calls = settledCalls(userId, count);
  await storeHeads(table, calls);
  for (const [call, { id }] of calls.entries()) {
    const timestamp = Date.UTC(2026, 5, 30);
    // A quote has two bytes in the JSON of the item.
    const turns = Array.from({ length: text === quotes ? 60 : 130 }, (_, turn) => turn).map((turn) => ({
      sender: 'human' as const,
      text: text(2000, call * 200 + turn),
      timestamp,
    }));
    const body = { ...emptyCallBody({ note: text(30_000, call), other: text(30_000, call + 1000) }), turns };
    await put(table, { ...keys.callBody.key(userId, id), ...toCallBodyItem(body) });
  }
  return calls.map(({ id }) => id);
}

export async function fillDeliveries({ table, userId }: Owner, callId: number, text: Text): Promise<void> {
  for (const event of ['call.completed', 'inbound_call.completed'] as const) {
    const attempt = { at: Date.UTC(2026, 5, 30), status: 0, problem: text(300), durationMs: 15_000 };
    const attempts = Array.from({ length: 210 }, () => attempt);
    const url = `https://example.com/${text(1900)}`;
    const delivery = buildDelivery({ userId, callId, event, url, attempts, status: 'exhausted' });
    await put(table, { ...keys.webhookDelivery(userId, callId, event), ...delivery });
  }
}

/** A request has 256 KB, for a lead and ten contacts. */
export async function fillLeads({ table, userId }: Owner, count: number, text: Text): Promise<void> {
  const store = createDynamoDbLeadStore(table);
  await put(table, { ...keys.campaign.key(userId, 4001), ...buildCampaign({ userId }) });
  for (let lead = 0; lead < count; lead += 1) {
    const id = 6000 + lead * 20;
    const variables = (seed: number) => ({ note: text(text === quotes ? 11_000 : 22_000, seed) });
    const contactIds = Array.from({ length: 10 }, (_, index) => id + 1 + index);
    const contacts = contactIds.map((one) =>
      buildSecondaryContact({ id: one, userId, leadId: id, variables: variables(one) }),
    );
    const phoneNumber = `+1202555${1000 + lead}`;
    await store.create(buildLead({ id, userId, phoneNumber, variables: variables(id), contactIds }), contacts);
  }
}
