import { BatchWriteCommand, paginateScan, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { listLeadsAgain } from '#infra/admin/import/list-leads-again.ts';
import { campaigns, leads, queue, table, users } from '#shared/container.ts';
import { clientFor, type ApiClient } from '#test/support/api-client.ts';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';
import answers from './stored-by-0.1.0/answers.json' with { type: 'json' };
import stored from './stored-by-0.1.0/items.json' with { type: 'json' };
import waiting from './stored-by-0.1.0/waiting.json' with { type: 'json' };

type Item = Record<string, unknown>;
type List = { data: Item[]; total: number };

const running = useLocalStack();
let as: (userId: 1 | 2 | 3) => ApiClient;

/** Sets and bytes, which JSON does not have. */
function revive(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('$numbers' in value) return new Set(value.$numbers as number[]);
  return '$bytes' in value ? Buffer.from(value.$bytes as string, 'base64') : value;
}

/** The table as 0.1.0 has left it, without what this release has seeded. `expiresAt` counts from now. */
async function upgrade(rows: readonly object[]) {
  const { client, tableName } = table();
  const write = async (requests: NonNullable<BatchWriteCommandInput['RequestItems']>[string]) => {
    for (let at = 0; at < requests.length; at += 25) {
      await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: requests.slice(at, at + 25) } }));
    }
  };
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName })) {
    await write(Items.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })));
  }
  const passed = Math.floor((Date.now() - stored.takenAt) / 1000);
  const items = rows.map((row) => JSON.parse(JSON.stringify(row), revive) as Item);
  const later = ({ expiresAt, ...item }: Item) =>
    typeof expiresAt === 'number' ? { ...item, expiresAt: expiresAt + passed } : item;
  await write(items.map((item) => ({ PutRequest: { Item: later(item) } })));
}

beforeAll(() => {
  as = (userId) => clientFor(running().baseUrl, answers.tokens[userId]);
});

const isOver = ({ status }: Item) => !['initiated', 'ringing', 'in-progress', 'ended'].includes(String(status));
const deps = () => ({ users: users(), campaigns: campaigns(), leads: leads() });
const delivered = stored.items.find(({ pk, status }) => pk === 'USER#1#WEBHOOK' && status === 'delivered')!;
const idsOf = (items: readonly Item[]) => items.map(({ id }) => Number(id)).toSorted((one, other) => one - other);

describe('what 0.1.0 has stored', () => {
  // Its campaign goes on when it is asked to, at the end.
  beforeAll(() => upgrade(stored.items.filter(({ pk }) => pk !== 'RUNNING_CAMPAIGNS')));

  it.each([1, 2, 3] as const)('opens the API to user %i, with its token', async (userId) => {
    expect(await as(userId)('GET', '/user/me')).toMatchObject({ status: 200 });
  });

  it.each([
    ['/user/calls', answers.calls],
    ['/user/assistants/get', answers.assistants],
    ['/user/campaigns', answers.campaigns],
  ] as const)('is in the list of %s', async (path, then) => {
    const { body } = await as(1)<List | Item[]>('GET', `${path}?per_page=100`);
    const now = Array.isArray(body) ? body : body.data;
    expect(idsOf(now)).toEqual(idsOf(then));
  });

  it('is in the do-not-call list', async () => {
    const { body } = await as(1)<List>('GET', '/user/do-not-call');
    expect(body.data).toMatchObject(answers.doNotCall);
  });

  it.each(answers.calls.filter(isOver))('is the call $id as 0.1.0 has shown it', async (call) => {
    const { body } = await as(1)<{ data: Item }>('GET', `/user/calls/${call.id}`);
    const { webhook_response: _, ...shown } = call;
    expect(body).toMatchObject(shown);
  });

  it('lists what 0.1.0 had no lists of', async () => {
    const [sms, deliveries] = await Promise.all(
      ['/user/sms', `/user/webhooks/deliveries?call_id=${delivered.callId}`].map((path) => as(1)<List>('GET', path)),
    );
    expect(sms!.body.data).toMatchObject([{ to: '+12025550110', status: 'delivered' }]);
    expect(deliveries!.body.data).toMatchObject([{ id: delivered.id, status: 'delivered' }]);
    expect(await as(1)('GET', '/user/usage')).toMatchObject({ status: 200 });
  });

  it('is in the lists of leads when they have changed, and after the command all are', async () => {
    const listed = async (query = '') => (await as(1)<List>('GET', `/user/leads?per_page=100${query}`)).body.data;
    const first = answers.leads.find(({ status }) => status === 'created');
    expect(await as(1)('PUT', `/user/leads/${first!.id}`, { status: 'completed' })).toMatchObject({ status: 200 });
    expect(idsOf(await listed())).toEqual([first!.id]);
    expect(await listLeadsAgain(deps(), () => undefined)).toEqual({ seen: 7, listed: 6 });
    expect(await listLeadsAgain(deps(), () => undefined)).toEqual({ seen: 7, listed: 0 });
    expect(idsOf(await listed())).toEqual(idsOf(answers.leads));
    const waiting = answers.leads.filter(({ status, id }) => status === 'created' && id !== first!.id);
    expect(idsOf(await listed('&status=created'))).toEqual(idsOf(waiting));
    const { body } = await as(1)<List>('GET', '/user/leads?status=created');
    expect(body.total).toBe(waiting.length);
  });

  it('ends every call that was under way, and releases its money', async () => {
    const open = answers.calls.filter((call) => !isOver(call));
    expect(open.length).toBeGreaterThan(5);
    for (const { id: callId } of open) await queue().send('check-call', { userId: 1, callId, waitedSeconds: 3600 });
    await waitFor('the calls to be over', async () => {
      const { body } = await as(1)<List>('GET', '/user/calls?per_page=100');
      return body.data.every(isOver) && body.data.length >= answers.calls.length;
    });
    const { body } = await as(1)<{ data: Item }>('GET', '/user/me');
    expect(body).toMatchObject({ calls_now: 0 });
  });

  it('is a campaign that goes on', async () => {
    const campaign = answers.campaigns.find(({ status }) => status === 'in-progress');
    await queue().send('dial-campaign', { userId: 1, campaignId: campaign!.id, reconcile: true });
    const known = new Set(idsOf(answers.calls));
    const call = await waitFor('a lead to be called', async () => {
      const { body } = await as(1)<List>('GET', '/user/calls?per_page=100');
      return body.data.find(({ id }) => !known.has(Number(id)));
    });
    expect(answers.leads.map(({ phone_number }) => phone_number)).toContain(call['client_phone_number']);
  });
});

it('a call that waited for the carrier when 0.1.0 was upgraded is cancelled, and its money released', async () => {
  await upgrade(waiting.items);
  const { callId } = waiting;
  await queue().send('check-call', { userId: 1, callId, waitedSeconds: 320 });
  const call = await waitFor('the call to be over', async () => {
    const { body } = await as(1)<Item>('GET', `/user/calls/${callId}`);
    return isOver(body) && body;
  });
  expect(call).toMatchObject({ status: 'failed', end_reason: 'expired', total_cost: 0 });
  const { body } = await as(1)<Item>('GET', '/user/me');
  expect(body).toMatchObject({ total_balance: 100 });
});
