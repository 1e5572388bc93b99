import { expect, it } from 'vitest';
import { handler } from '#functions/http/recordings/get-recording.ts';
import type { Call } from '#shared/calls/call.ts';
import { recordingUrl } from '#shared/recordings/recording.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';
import { storeCall } from '#test/support/in-memory/calls.ts';
import { createMemoryRecordingStore } from '#test/support/memory/carrier.ts';

const terms = { publicUrl: 'https://api.example.com', retentionDays: 30 };
const DAY = 86_400_000;
const recordingSecret = 's'.repeat(43);
const recording = { id: 'RE1', durationSeconds: 9 };

async function setup(changes: Partial<Call> = {}) {
  const subject = await storeCall({ status: 'completed', recordingSecret, ...changes });
  const { calls, clock, key } = subject;
  const recordings = createMemoryRecordingStore(clock.now);
  await recordings.put(key, new Blob(['the audio']).stream());
  const endpoint = handler.with({ calls, recordings, clock, retentionDays: terms.retentionDays });
  const open = async (token: string) => {
    const event = { ...httpEvent({ path: `/api/recordings/${token}` }), pathParameters: { token } };
    const response = await endpoint(event);
    return { ...readResponse(response), headers: response.headers };
  };
  const call = await calls.get(key);
  const token = recordingUrl(call!, terms)?.split('/').at(-1) ?? '';
  return { ...subject, recordings, open, token };
}

const stored = (at: number) => ({ recording: { ...recording, storedAt: at } });

it('answers 302 to an address that plays the recording for two minutes, and that must not be cached', async () => {
  const { clock, open, token, recordings } = await setup(stored(0));
  const { status, headers } = await open(token);
  expect(status).toBe(302);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  const link = headers['location']!;
  expect(recordings.play(link)?.toString()).toBe('the audio');
  clock.move(120_000);
  expect(recordings.play(link)).toBeUndefined();
});

it('answers 404 with Retry-After while the recording is on its way', async () => {
  const { open, token } = await setup({ recording });
  await expect(open(token)).resolves.toMatchObject({
    status: 404,
    headers: { 'retry-after': '15' },
    body: { message: 'The recording is not ready yet.', retry_after: 15 },
  });
});

it.each<[what: string, change: (token: string) => string]>([
  ['another secret', (token) => `${token.slice(0, -1)}t`],
  ['another call', (token) => token.replace(/\.\d+\./, '.4711.')],
  ['another user', (token) => token.replace(/^\d+/, '999')],
])('answers 404 to %s, and does not say why', async (_, change) => {
  const { open, token } = await setup(stored(0));
  const answer = await open(change(token));
  expect(answer).toMatchObject({ status: 404, body: { message: 'Recording not found' } });
  expect(answer.headers['retry-after']).toBeUndefined();
});

it('answers 404 when the retention is over', async () => {
  const endedAt = Date.UTC(2026, 5, 30);
  const { clock, open, token } = await setup({ ...stored(endedAt), endedAt });
  clock.move(endedAt + 30 * DAY - 1 - clock.now());
  await expect(open(token)).resolves.toMatchObject({ status: 302 });
  clock.move(1);
  await expect(open(token)).resolves.toMatchObject({ status: 404, body: { message: 'Recording not found' } });
});
