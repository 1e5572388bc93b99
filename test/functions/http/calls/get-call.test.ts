import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/calls/get-call.ts';
import type { Call } from '#shared/calls/call.ts';
import { askerOf } from '#test/support/http-event.ts';
import { storeCall } from '#test/support/stored-call.ts';

async function setup(changes: Partial<Call> = {}) {
  const { key, calls, clock } = await storeCall(changes, { record: true });
  const recordingPolicy = { publicUrl: 'https://api.example.com', retentionDays: 30 };
  const ask = askerOf(handler.with({ calls, clock, recordingPolicy }));
  return { key, get: (userId = key.userId) => ask({ id: key.callId, userId }) };
}

describe('GET /user/calls/{id}', () => {
  it('has the link to the recording of a call that was recorded', async () => {
    const { get } = await setup({ status: 'completed', hold: 0, recordingSecret: 's'.repeat(43) });
    const link = expect.stringContaining('https://api.example.com/api/recordings/') as string;
    expect((await get()).body).toMatchObject({ recording_url: link });
  });
});
