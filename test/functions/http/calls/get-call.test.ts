import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/calls/get-call.ts';
import type { Call } from '#shared/domain/call/call.ts';
import { emptyCallBody } from '#shared/domain/call/call.ts';
import { askerOf } from '#test/support/http-event.ts';
import { storeCall } from '#test/support/stored-call.ts';

async function setup(changes: Partial<Call> = {}) {
  const { key, calls, clock } = await storeCall(changes, { record: true });
  const recordingTerms = { publicUrl: 'https://api.example.com', retentionDays: 30 };
  const ask = askerOf(handler.with({ calls, clock, recordingTerms }));
  return { key, calls, clock, get: (userId = key.userId) => ask({ id: key.callId, userId }) };
}

describe('GET /user/calls/{id}', () => {
  it('answers 200 with the record of a call that runs', async () => {
    const { key, get } = await setup({ campaignName: 'Spring' });
    const { status, body } = await get();
    const empty = { transcript: '', variables: {}, evaluation: {}, webhook_response: {}, answered_by: 'unknown' };
    const names = { assistant_name: 'Reception', campaign_name: 'Spring' };
    const record = { id: key.callId, type: 'outbound', status: 'initiated', ...names, ...empty };
    expect({ status, body }).toMatchObject({ status: 200, body: record });
    expect(body).not.toHaveProperty('recording_url');
  });

  it('shows what was said, found out and paid once the call is settled', async () => {
    const { key, calls, clock, get } = await setup({ status: 'ended', endedAt: 1 });
    const turns = [
      { sender: 'bot' as const, text: 'Hello', timestamp: 1 },
      { sender: 'human' as const, text: 'Hi', timestamp: 2 },
    ];
    const body = { ...emptyCallBody({ customer_name: 'Ada' }), turns, evaluation: { status: true } };
    const costs = { carrierCost: 14_000, totalCost: 114_000, hold: (await calls.get(key))!.hold, entry: null };
    await calls.settle({ key, status: 'completed', ...costs, body, at: clock.now() });
    const said = { transcript: 'Assistant: Hello\nCustomer: Hi', variables: { customer_name: 'Ada' } };
    const settled = { status: 'completed', evaluation: { status: true }, carrier_cost: 0.014, total_cost: 0.114 };
    expect((await get()).body).toMatchObject({ ...said, ...settled });
  });

  it('has the link to the recording of a call that was recorded', async () => {
    const { get } = await setup({ status: 'completed', hold: 0, recordingSecret: 's'.repeat(43) });
    const link = expect.stringContaining('https://api.example.com/api/recordings/') as string;
    expect((await get()).body).toMatchObject({ recording_url: link });
  });

  it("answers 404 to another user's call", async () => {
    const { key, get } = await setup();
    expect(await get(key.userId + 1)).toEqual({ status: 404, body: { message: 'Call not found' } });
  });
});
