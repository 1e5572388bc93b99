import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { row } from '#test/api/contract-row.ts';
import { createAssistant } from '#test/api/steps.ts';
import type { Answer, Ask, World } from '#test/api/world.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';

const from = 'decisions 5';
const keyed = (key: string, body: unknown): Ask => ({ body, headers: { 'idempotency-key': key } });

interface Subject {
  endpoint: string;
  status: number;
  body: (world: World) => Promise<Record<string, unknown>> | Record<string, unknown>;
  /** Makes another valid body of the first. */
  change: Record<string, unknown>;
}

const subjects: Subject[] = [
  {
    endpoint: 'POST /user/make_call',
    status: 200,
    body: async (world) => ({ phone_number: '+12025550100', assistant_id: await createAssistant(world) }),
    change: { phone_number: '+12025550101' },
  },
  {
    endpoint: 'POST /user/assistant',
    status: 201,
    body: () => assistantRequest(),
    change: { assistant_name: 'Other' },
  },
  {
    endpoint: 'POST /user/leads',
    status: 200,
    body: ({ customer }) => ({
      phone_number: '+12025550170',
      campaign_id: customer.campaign.id,
      allow_dupplicate: true,
    }),
    change: { phone_number: '+12025550171' },
  },
  {
    endpoint: 'POST /user/sms',
    status: 200,
    body: ({ customer }) => ({ from: customer.numbers.normal.id, to: '+12025550199', body: 'Once.' }),
    change: { body: 'Twice.' },
  },
];

export const idempotencyRows = subjects.flatMap(({ endpoint, status, body, change }) => [
  row<{ sent: Ask; first: Answer }>({
    sentence: 'A repeat with the same key and body gets the first answer, marked as replayed',
    from,
    endpoint,
    status,
    given: async (world) => {
      const sent = keyed(randomUUID(), await body(world));
      return { sent, first: await world.ask(endpoint, sent) };
    },
    ask: ({ sent }) => [
      sent,
      sent,
      { ...sent, body: Object.fromEntries(Object.entries(sent.body as object).toReversed()) },
    ],
    body: ({ first }) => first.body,
    headers: { 'idempotent-replayed': 'true' },
    after: (_, { first }) => {
      expect(first.headers.get('idempotent-replayed')).toBeNull();
    },
  }),
  row({
    sentence: 'Another body with the same key is a conflict',
    from,
    endpoint,
    status: 409,
    given: async (world) => {
      const sent = keyed(randomUUID(), await body(world));
      await world.ask(endpoint, sent);
      return sent;
    },
    ask: (sent) => ({ ...sent, body: { ...(sent.body as object), ...change } }),
    body: { message: 'The Idempotency-Key was used with another request body.' },
  }),
  row({
    sentence: 'A key may have 255 characters, and belongs to its user and its route',
    from,
    endpoint,
    status,
    isFresh: true,
    given: async (world) => body(world),
    ask: (sent) => keyed('k'.repeat(255), sent),
    after: ({ headers }) => {
      expect(headers.get('idempotent-replayed')).toBeNull();
    },
  }),
  row({
    sentence: 'A key of more than 255 characters is refused',
    from,
    endpoint,
    status: 422,
    given: async (world) => body(world),
    ask: (sent) => keyed('k'.repeat(256), sent),
    part: { errors: { 'Idempotency-Key': ['The Idempotency-Key must not be greater than 255 characters.'] } },
  }),
  row({
    sentence: 'A refusal does not bind the key',
    from,
    endpoint,
    status,
    given: async (world) => {
      const key = randomUUID();
      expect(await world.ask(endpoint, keyed(key, {}))).toMatchObject({ status: 422 });
      return keyed(key, await body(world));
    },
    ask: (sent) => sent,
    after: ({ headers }) => {
      expect(headers.get('idempotent-replayed')).toBeNull();
    },
  }),
]);
