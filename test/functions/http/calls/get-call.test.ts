import { expect, it } from 'vitest';
import { handler } from '#functions/http/calls/get-call.ts';
import { finishCall } from '#shared/call-life/finish-call.ts';
import type { CallDetailRecord } from '#shared/call-life/read-calls.ts';
import type { Call } from '#shared/calls/call.ts';
import { askerOf } from '#test/support/http-event.ts';
import { createEndedCall } from '#test/support/in-memory/ended-calls.ts';

const recordingPolicy = { publicUrl: 'https://api.example.com', retentionDays: 30 };

async function setup(call: Partial<Call>, said?: string[] | null) {
  const { key, deps } = await createEndedCall({
    call: { userId: 1, ...call },
    ...(said === undefined ? {} : { said }),
  });
  const ask = askerOf(handler.with({ ...deps, recordingPolicy }));
  return { key, deps, get: () => ask({ userId: 1, id: key.callId }) };
}

it('answers 200 with the transcript of a live call as it grows', async () => {
  const { deps, get } = await setup({ status: 'in-progress', endedAt: null, endedBy: null });
  const lines = async () => ((await get()).body as { transcript: string }).transcript.split('\n');
  expect(await lines()).toEqual(['Assistant: Hello Ada!', 'Customer: Hello, who is this?']);
  const at = deps.clock.now();
  await deps.conversations.recordInterruption('connection-1', '', at - 2000);
  await deps.conversations.recordCustomerTurn('connection-1', 'Are you there?', at - 1000);
  expect((await lines()).at(-1)).toContain('Are you there?');
});

it.each(['in-progress', 'ended'] as const)(
  'answers 200 with the turns of a call that is %s: waits, tools',
  async (status) => {
    const { key, deps, get } = await setup({ status, endedBy: 'assistant' });
    const at = deps.clock.now() - 40_000;
    const timing = { promptAt: at - 500, askedAt: at - 480, firstTokenAt: at - 50 };
    const said = { kind: 'assistant_said', at, generation: 1, text: 'Goodbye.', timing, tool: 'end_call' } as const;
    await deps.conversations.appendEvent('connection-1', said);
    if (status === 'ended') await finishCall(key, deps);
    const { transcript_turns: turns } = (await get()).body as CallDetailRecord;
    const none = { mouth_to_ear: null, tools: [] };
    expect(turns).toMatchObject([
      { sender: 'bot', text: 'Hello Ada!', ...none },
      { sender: 'human', text: 'Hello, who is this?', ...none },
      { sender: 'bot', text: 'Goodbye.', mouth_to_ear: 1500, tools: [{ name: 'end_call' }] },
    ]);
    expect(turns.map(({ timestamp }) => Date.parse(timestamp))).toEqual([at - 20_000, at - 10_000, at]);
  },
);

it('answers 200 without a transcript before the conversation has begun', async () => {
  const { get } = await setup({ status: 'ringing', connectionId: null }, null);
  expect(await get()).toMatchObject({
    status: 200,
    body: { status: 'ringing', transcript: '', variables: { customer_name: 'Ada' }, end_reason: null },
  });
});
