import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { rowsOf } from '#test/api/contract-row.ts';
import { CREATE_ASSISTANT, createAssistant, leadRequest, type Fields } from '#test/api/steps.ts';
import type { Answer, Ask, World } from '#test/api/world.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';

const keyed = (key: string, body: Fields): Ask & { body: Fields } => ({ body, headers: { 'idempotency-key': key } });
const isFirst = ({ headers }: Answer) => expect(headers.get('idempotent-replayed')).toBeNull();

interface Subject {
  endpoint: string;
  status: number;
  body: (world: World) => Promise<Fields> | Fields;
  /** Makes another valid body of the first. */
  change: Fields;
}

const subjects: Subject[] = [
  {
    ...{ endpoint: 'POST /user/make_call', status: 200, change: { phone_number: '+12025550101' } },
    body: async (world) => ({ phone_number: '+12025550100', assistant_id: await createAssistant(world) }),
  },
  {
    ...{ endpoint: CREATE_ASSISTANT, status: 201, change: { assistant_name: 'Other' } },
    body: () => assistantRequest(),
  },
  {
    ...{ endpoint: 'POST /user/leads', status: 200, change: { phone_number: '+12025550171' } },
    body: (world) => leadRequest(world, { allow_dupplicate: true }),
  },
  {
    ...{ endpoint: 'POST /user/sms', status: 200, change: { body: 'Twice.' } },
    body: ({ customer }) => ({ from: customer.numbers.normal.id, to: '+12025550199', body: 'Once.' }),
  },
];

export const idempotencyRows = subjects.flatMap(({ endpoint, status, body, change }) => {
  const row = rowsOf(endpoint, 'decisions 5');
  const sendOnce = async (world: World) => {
    const sent = keyed(randomUUID(), await body(world));
    return { sent, first: await world.ask(endpoint, sent) };
  };
  return [
    row(status, 'A repeat with the same key and body gets the first answer, marked as replayed', {
      given: sendOnce,
      ask: ({ sent }) => [sent, sent, { ...sent, body: Object.fromEntries(Object.entries(sent.body).toReversed()) }],
      body: ({ first }) => first.body as object,
      headers: { 'idempotent-replayed': 'true' },
      after: (_, { first }) => isFirst(first),
    }),
    row(409, 'Another body with the same key is a conflict', {
      given: sendOnce,
      ask: ({ sent }) => ({ ...sent, body: { ...sent.body, ...change } }),
      body: { message: 'The Idempotency-Key was used with another request body.' },
    }),
    row(status, 'A key may have 255 characters, and belongs to its user and its route', {
      isFresh: true,
      given: async (world) => body(world),
      ask: (sent) => keyed('k'.repeat(255), sent),
      after: isFirst,
    }),
    row(422, 'A key of more than 255 characters, or of none but spaces, is refused', {
      given: async (world) => body(world),
      ask: (sent) => ['k'.repeat(256), ' '].map((key) => keyed(key, sent)),
      part: { errors: { 'Idempotency-Key': expect.any(Array) } },
    }),
    row(status, 'A refusal does not bind the key', {
      given: async (world) => {
        const key = randomUUID();
        expect(await world.ask(endpoint, keyed(key, {}))).toMatchObject({ status: 422 });
        return keyed(key, await body(world));
      },
      ask: (sent) => sent,
      after: isFirst,
    }),
  ];
});
