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
    endpoint: 'POST /user/make_call',
    status: 200,
    change: { phone_number: '+12025550101' },
    body: async (world) => ({ phone_number: '+12025550100', assistant_id: await createAssistant(world) }),
  },
  {
    endpoint: CREATE_ASSISTANT,
    status: 201,
    change: { assistant_name: 'Other' },
    body: () => assistantRequest(),
  },
  {
    endpoint: 'POST /user/campaigns',
    status: 201,
    change: { name: 'Other' },
    body: async (world) => ({ name: 'Spring reminders', assistant_id: await createAssistant(world) }),
  },
  {
    endpoint: 'POST /user/leads',
    status: 200,
    change: { phone_number: '+12025550171' },
    body: (world) => leadRequest(world, { allow_dupplicate: true }),
  },
  {
    endpoint: 'POST /user/sms',
    status: 200,
    change: { body: 'Twice.' },
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
  ];
});
