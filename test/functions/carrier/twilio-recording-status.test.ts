import { expect, it } from 'vitest';
import { handler } from '#functions/carrier/twilio-recording-status.ts';
import { carrierEvent, verifySigned } from '#test/support/events.ts';
import { carrierCallId, storeCall } from '#test/support/in-memory/calls.ts';

async function setup() {
  const subject = await storeCall({ status: 'completed', carrierCallId });
  const endpoint = handler.with(subject, verifySigned, () => subject.clock.now());
  const report = (RecordingSid: string, RecordingStatus: string, RecordingDuration = '9') => {
    const form = {
      CallSid: carrierCallId,
      RecordingSid,
      RecordingStatus,
      RecordingUrl: 'https://elsewhere.example/RE1',
      RecordingDuration,
    };
    return endpoint(carrierEvent(subject.key, 'recording', form));
  };
  return { ...subject, report };
}

it('keeps which recording it is and has it fetched; the first one stays', async () => {
  const { report, now, queue, key } = await setup();
  expect((await report('RE1', 'completed')).statusCode).toBe(204);
  await report('RE2', 'completed');
  expect((await now())?.recording).toEqual({ id: 'RE1', durationSeconds: 9 });
  expect(queue.sent).toEqual([{ queue: 'fetch-recording', message: key, options: { groupId: String(key.userId) } }]);
});

it('leaves a recording that is stored at the moment of a late report', async () => {
  const { report, now, calls, clock } = await setup();
  const { get } = calls;
  const stored = { id: 'RE1', durationSeconds: 9, storedAt: clock.now() };
  calls.get = async (key) => {
    const known = await get(key);
    await calls.change(key, { recording: stored }, clock.now());
    return known;
  };
  await report('RE1', 'completed');
  expect((await now())?.recording).toEqual(stored);
});

it('has it fetched again when it is told again, because the first run may have died', async () => {
  const { report, queue } = await setup();
  await report('RE1', 'completed');
  await report('RE1', 'completed');
  expect(queue.sent).toHaveLength(2);
});

it('keeps that a recording is absent', async () => {
  const { report, now, queue, clock } = await setup();
  await report('RE1', 'absent');
  expect(await now()).toMatchObject({ recording: null, recordingAbsentAt: clock.now() });
  expect(queue.sent).toEqual([]);
});

it.each(['', '-1'])('keeps that a recording is absent which has the duration «%s»', async (duration) => {
  const { report, now, clock } = await setup();
  expect((await report('RE1', 'absent', duration)).statusCode).toBe(204);
  expect(await now()).toMatchObject({ recordingAbsentAt: clock.now() });
});

it('ignores a recording that is still being made', async () => {
  const { report, now, queue } = await setup();
  expect((await report('RE1', 'in-progress')).statusCode).toBe(204);
  expect((await now())?.recording).toBeNull();
  expect(queue.sent).toEqual([]);
});
