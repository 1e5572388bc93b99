import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/calls/list-calls.ts';
import { createMemoryCallStore } from '#shared/adapters/memory/memory-call-store.ts';
import { createRecordId } from '#shared/domain/ids/record-id.ts';
import type { Call } from '#shared/domain/call/call.ts';
import { buildAssistant } from '#test/support/assistant-builder.ts';
import { buildCall } from '#test/support/call-builder.ts';
import { askerOf } from '#test/support/http-event.ts';

const userId = 7;
const day = Date.UTC(2026, 5, 30);
const DAY_MS = 86_400_000;

async function setup(stored: Array<Partial<Call>>) {
  const calls = createMemoryCallStore();
  calls.state.wallets.set(userId, { balance: 1e12, available: 1e12 });
  const configuration = { assistant: buildAssistant(), variables: { customer_name: 'Ada' } };
  for (const call of stored) await calls.createWithHold(buildCall(call), configuration);
  const recordingTerms = { publicUrl: 'https://api.example.com', retentionDays: 30 };
  const ask = askerOf(handler.with({ calls, clock: { now: () => day + 86_000_000 }, recordingTerms }));
  const list = async (query = '') => {
    const { status, body } = await ask({ path: '/api/user/calls', query });
    expect(status).toBe(200);
    return body as { data: Array<{ id: number; recording_url?: string }>; path: string };
  };
  return { calls, list, idsOf: async (query: string) => (await list(query)).data.map(({ id }) => id) };
}

describe('GET /user/calls', () => {
  it('shows the variables of a call that runs, and the path of the list', async () => {
    const { list } = await setup([{ id: 1 }]);
    expect(await list()).toMatchObject({
      path: 'https://api.example.com/api/user/calls',
      data: [{ assistant_name: 'Reception', variables: { customer_name: 'Ada' }, transcript: '' }],
    });
  });

  it.each([
    ['a settled call', {}, true],
    ['a call whose retention is over', { endedAt: day - 30 * DAY_MS }, false],
    ['a call that the carrier did not record', { recordingAbsentAt: day }, false],
    ['a call that runs', { recordingSecret: undefined }, false],
  ])('shows the link to the recording of %s: %3$s', async (_, call, isShown) => {
    const secret = 's'.repeat(43);
    const { list } = await setup([{ id: 1, status: 'completed', endedAt: day, recordingSecret: secret, ...call }]);
    const url = isShown ? `https://api.example.com/api/recordings/${userId}.1.${secret}` : undefined;
    expect((await list()).data[0]!.recording_url).toBe(url);
  });

  it.each([
    ['', [4, 3, 2, 1]],
    ['status=ringing', [2]],
    ['type=inbound', [3]],
    ['phone_number=%2B12025550150', [4, 1]],
    ['phone_number=12025550150', [4, 1]],
    ['phone_number=0150', []],
    ['assistant_id=502', [3]],
    ['campaign_id=31', [4]],
    ['phone_number=12025550150&campaign_id=31', [4]],
    ['per_page=3&page=2', [1]],
  ])('for ?%s lists %j', async (query, ids) => {
    const { idsOf } = await setup([
      { id: 1, clientPhoneNumber: '+12025550150' },
      { id: 2, status: 'ringing' },
      { id: 3, type: 'inbound', assistantId: 502 },
      { id: 4, clientPhoneNumber: '+12025550150', campaignId: 31, campaignName: 'Spring' },
      { id: 5, userId: 8 },
    ]);
    expect(await idsOf(query)).toEqual(ids);
  });

  it.each([
    ['date_from=2026-06-30', [1, 0]],
    ['date_to=2026-06-30', [0, -1]],
    ['date_from=2026-06-30&date_to=2026-06-30', [0]],
  ])('takes whole UTC days, both inclusive, for ?%s', async (query, days) => {
    const lastMoment = day + DAY_MS - 1;
    const ids = new Map([-1, 0, 1].map((offset) => [createRecordId(lastMoment + offset * DAY_MS, () => 0), offset]));
    const { idsOf } = await setup([...ids.keys()].map((id) => ({ id })));
    expect((await idsOf(query)).map((id) => ids.get(id))).toEqual(days);
  });
});
