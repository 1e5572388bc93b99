import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/calls/get-call.ts';
import type { Call } from '#shared/domain/call/call.ts';
import { emptyCallBody } from '#shared/domain/call/call.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';
import { storeCall } from '#test/support/stored-call.ts';

async function setup(changes: Partial<Call> = {}) {
  const { key, calls, clock } = await storeCall(changes, { record: true });
  const recordingTerms = { publicUrl: 'https://api.example.com', retentionDays: 30 };
  const endpoint = handler.with({ calls, clock, recordingTerms });
  const get = async (id: string | number = key.callId, userId = key.userId) =>
    readResponse(await endpoint(httpEvent({ id, userId })));
  return { key, calls, clock, get };
}

const notFound = { status: 404, body: { message: 'Call not found' } };

describe('GET /user/calls/{id}', () => {
  it('answers 200 with the record of a call that runs', async () => {
    const { key, get } = await setup({ campaignName: 'Spring' });
    const { status, body } = await get();
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        id: key.callId,
        assistant_name: 'Reception',
        campaign_name: 'Spring',
        type: 'outbound',
        status: 'initiated',
        transcript: '',
        variables: {},
        evaluation: {},
        webhook_response: {},
        answered_by: 'unknown',
      },
    });
    expect(body).not.toHaveProperty('recording_url');
  });

  it('shows what was said, found out and paid once the call is settled', async () => {
    const { key, calls, clock, get } = await setup({ status: 'ended', endedAt: 1 });
    const turns = [
      { sender: 'bot' as const, text: 'Hello', timestamp: 1 },
      { sender: 'human' as const, text: 'Hi', timestamp: 2 },
    ];
    await calls.settle({
      key,
      status: 'completed',
      carrierCost: 14_000,
      totalCost: 114_000,
      hold: (await calls.get(key))!.hold,
      entry: null,
      body: { ...emptyCallBody({ customer_name: 'Ada' }), turns, evaluation: { status: true } },
      at: clock.now(),
    });
    expect(await get()).toMatchObject({
      status: 200,
      body: {
        status: 'completed',
        transcript: 'Assistant: Hello\nCustomer: Hi',
        variables: { customer_name: 'Ada' },
        evaluation: { status: true },
        carrier_cost: 0.014,
        total_cost: 0.114,
      },
    });
  });

  it('has the link to the recording of a call that was recorded', async () => {
    const { get } = await setup({ status: 'completed', hold: 0, recordingSecret: 's'.repeat(43) });
    expect((await get()).body).toMatchObject({
      recording_url: expect.stringContaining('https://api.example.com/api/recordings/') as string,
    });
  });

  it.each([999, 'abc', '-1', '0', '9007199254740992'])('answers 404 to id %s', async (id) => {
    const { get } = await setup();
    expect(await get(id)).toEqual(notFound);
  });

  it("answers 404 to another user's call", async () => {
    const { key, get } = await setup();
    expect(await get(key.callId, key.userId + 1)).toEqual(notFound);
  });
});
