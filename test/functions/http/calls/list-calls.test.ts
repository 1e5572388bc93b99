import { createFixedClock } from '#test/support/fakes.ts';
import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/calls/list-calls.ts';
import { createMemoryCallStore } from '#test/support/memory/calls.ts';
import type { Call } from '#shared/calls/call.ts';
import { buildAssistant, buildCall } from '#test/support/builders.ts';
import { askerOf } from '#test/support/http-event.ts';

const userId = 7;
const day = Date.UTC(2026, 5, 30);
const DAY_MS = 86_400_000;

async function setup(stored: Array<Partial<Call>>) {
  const calls = createMemoryCallStore();
  calls.state.wallets.set(userId, { balance: 1e12, available: 1e12 });
  const configuration = { assistant: buildAssistant(), variables: { customer_name: 'Ada' } };
  for (const call of stored) await calls.createWithHold(buildCall(call), configuration);
  const recordingPolicy = { publicUrl: 'https://api.example.com', retentionDays: 30 };
  const ask = askerOf(handler.with({ callList: calls, clock: createFixedClock(day + 86_000_000), recordingPolicy }));
  const list = async (query = '') => {
    const { status, body } = await ask({ path: '/api/user/calls', query });
    expect(status).toBe(200);
    return body as { data: Array<{ id: number; recording_url?: string }>; path: string };
  };
  return { calls, list, idsOf: async (query: string) => (await list(query)).data.map(({ id }) => id) };
}

describe('GET /user/calls', () => {
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
});
