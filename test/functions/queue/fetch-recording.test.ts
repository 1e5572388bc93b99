import { expect, it } from 'vitest';
import { handler } from '#functions/queue/fetch-recording.ts';
import type { Call } from '#shared/calls/call.ts';
import { fetchRecording } from '#shared/recordings/manage-recordings.ts';
import type { CarrierRecording } from '#shared/recordings/recording.ts';
import { sqsEvent } from '#test/support/events.ts';
import { crashAt } from '#test/support/fakes.ts';
import { carrierCallId, storeCall } from '#test/support/in-memory/calls.ts';

const recording = { id: 'RE1', durationSeconds: 9 };
const recordingSecret = 's'.repeat(43);
/** A header that states its size, and four samples. */
const WAV = Buffer.from('RIFF\u0008\0\0\0WAVE\u0001\u0002\u0003\u0004');
const DAY = 86_400_000;

async function setup(changes: Partial<Call> = {}, at: Partial<CarrierRecording & { audio: Buffer }> | null = {}) {
  const subject = await storeCall({ status: 'completed', hold: 0, carrierCallId, recordingSecret, ...changes });
  const { calls, clock, logger, key, carrierRecordings, recordings } = subject;
  if (at) carrierRecordings.known.set(carrierCallId, { ...recording, state: 'ready', audio: WAV, ...at });
  const deps = { calls, clock, logger, carrierRecordings, recordings, retentionDays: 30, removesAtCarrier: true };
  const play = async () => recordings.play(await recordings.link(key, { seconds: 60, fileName: 'x' }))?.toString();
  return { ...subject, deps, play };
}

it('brings the recording here, says so on the call, and removes it at the carrier', async () => {
  const { key, clock, deps, now, play, carrierRecordings } = await setup({ recording });
  const put: unknown[] = [];
  const dlq = { moveToDlq: async () => undefined, requeue: async (message: unknown) => void put.push(message) };
  const worker = handler.with(deps, dlq);
  await expect(worker(sqsEvent(key))).resolves.toEqual({ batchItemFailures: [] });
  await expect(play()).resolves.toBe(WAV.toString());
  expect((await now())?.recording).toEqual({ ...recording, storedAt: clock.now() });
  expect(carrierRecordings.known.size).toBe(0);
  expect(put).toEqual([]);
});

it.each([
  { what: 'ends early', audio: WAV.subarray(0, -1), problem: '15 of 16 bytes' },
  { what: 'has no audio', audio: WAV.subarray(0, 5), problem: '5 bytes that are no WAV' },
  { what: 'is an error page', audio: Buffer.from('<html>Service unavailable'), problem: '25 bytes that are no WAV' },
])('keeps the copy of the carrier when what it sends $what', async ({ audio, problem }) => {
  const { key, deps, now, carrierRecordings, recordings } = await setup({ recording }, { audio });
  await expect(fetchRecording(key, deps)).rejects.toThrow(problem);
  expect(carrierRecordings.known.size).toBe(1);
  expect(recordings.size()).toBe(0);
  expect((await now())?.recording).toEqual(recording);
});

it('leaves the copy of the carrier where it is told to', async () => {
  const { key, deps, play, carrierRecordings } = await setup({ recording });
  await fetchRecording(key, { ...deps, removesAtCarrier: false });
  await expect(play()).resolves.toBe(WAV.toString());
  expect(carrierRecordings.known.size).toBe(1);
});

it('asks the carrier when its recording callback was lost', async () => {
  const { key, clock, deps, now, play } = await setup();
  await fetchRecording(key, deps);
  await expect(play()).resolves.toBe(WAV.toString());
  expect((await now())?.recording).toEqual({ ...recording, storedAt: clock.now() });
});

it('comes back when the carrier is still making it', async () => {
  const { key, deps, recordings } = await setup({}, { state: 'open' });
  await expect(fetchRecording(key, deps)).rejects.toMatchObject({ name: 'RetryLater', delaySeconds: 60 });
  expect(recordings.size()).toBe(0);
});

it.each([null, { state: 'absent' as const }])('records the absence when the carrier has %j', async (at) => {
  const { key, clock, deps, now } = await setup({}, at);
  await fetchRecording(key, deps);
  expect(await now()).toMatchObject({ recording: null, recordingAbsentAt: clock.now() });
});

it('fails, to be tried again, when the carrier does not have what it announced', async () => {
  const { key, deps, now } = await setup({ recording }, null);
  await expect(fetchRecording(key, deps)).rejects.toThrow('announced by the carrier not found');
  expect((await now())?.recording).toEqual(recording);
});

it('fetches nothing whose retention is over, and removes it at the carrier', async () => {
  const { key, clock, deps, recordings, carrierRecordings } = await setup({ recording });
  clock.move(31 * DAY);
  await fetchRecording(key, deps);
  expect(recordings.size()).toBe(0);
  expect(carrierRecordings.known.size).toBe(0);
});

it.each(['before', 'after'] as const)('is complete after a crash %s any step, once it runs again', async (when) => {
  for (let step = 1; step <= 5; step += 1) {
    const { key, clock, deps, now, play, carrierRecordings } = await setup({ recording });
    const { calls, recordings } = deps;
    const crashing = crashAt({ calls, recordings, atCarrier: carrierRecordings() }, step, when);
    const { atCarrier, ...stores } = crashing.deps;
    const crashed = { ...deps, ...stores, carrierRecordings: () => atCarrier };
    await expect(fetchRecording(key, crashed)).rejects.toThrow('crashed');
    await fetchRecording(key, deps);
    await expect(play(), `step ${step}`).resolves.toBe(WAV.toString());
    expect((await now())?.recording).toEqual({ ...recording, storedAt: clock.now() });
    expect(carrierRecordings.known.size).toBe(0);
  }
});

it('for a call that was deleted it leaves nothing here or at the carrier', async () => {
  const { key, clock, calls, deps, recordings, carrierRecordings } = await setup();
  await recordings.put(key, new Blob(['left']).stream());
  await calls.remove(key, clock.now());
  await fetchRecording({ ...key, carrierCallId }, deps);
  expect(recordings.size()).toBe(0);
  expect(carrierRecordings.known.size).toBe(0);
});

it('for a call that was deleted it comes back while the carrier is still making its recording', async () => {
  const { key, clock, calls, deps } = await setup({}, { state: 'open' });
  await calls.remove(key, clock.now());
  await expect(fetchRecording({ ...key, carrierCallId }, deps)).rejects.toMatchObject({ name: 'RetryLater' });
});

it('for a call that was deleted it removes what it has just stored when the call is deleted meanwhile', async () => {
  const { key, clock, calls, deps, recordings } = await setup({ recording });
  const put: typeof recordings.put = async (...args) => {
    await recordings.put(...args);
    await calls.remove(key, clock.now());
  };
  await fetchRecording(key, { ...deps, recordings: { ...recordings, put } });
  expect(recordings.size()).toBe(0);
});
