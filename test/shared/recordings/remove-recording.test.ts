import { expect, it } from 'vitest';
import type { Call } from '#shared/calls/call.ts';
import { removeRecording } from '#shared/recordings/manage-recordings.ts';
import { carrierCallId, storeCall } from '#test/support/in-memory/calls.ts';

async function setup(changes: Partial<Call>) {
  const subject = await storeCall({ status: 'completed', carrierCallId, ...changes });
  await subject.recordings.put(subject.key, new Blob(['audio']).stream());
  const recording = { id: 'RE1', durationSeconds: 9, state: 'ready' as const, audio: Buffer.from('audio') };
  subject.carrierRecordings.known.set(carrierCallId, recording);
  await removeRecording((await subject.now())!, subject);
  return subject;
}

const recording = { id: 'RE1', durationSeconds: 9 };
const recordingSecret = 's'.repeat(43);

it.each([
  { what: 'is ours', changes: { recording: { ...recording, storedAt: 1 }, recordingSecret } },
  { what: 'the carrier has announced', changes: { recording } },
  { what: 'not announced yet', changes: { recordingSecret } },
])('that $what removes it here and at the carrier, and has a second look', async ({ changes }) => {
  const { key, queue, recordings, carrierRecordings } = await setup(changes);
  expect(recordings.size()).toBe(0);
  expect(carrierRecordings.known.size).toBe(0);
  expect(queue.sent).toEqual([
    {
      queue: 'fetch-recording',
      message: { ...key, carrierCallId, carrierAccount: 'default' },
      options: { groupId: String(key.userId), delaySeconds: 300 },
    },
  ]);
});

it('of a call that was not recorded does nothing', async () => {
  const { queue, carrierRecordings } = await setup({});
  expect(queue.sent).toEqual([]);
  expect(carrierRecordings.known.size).toBe(1);
});
