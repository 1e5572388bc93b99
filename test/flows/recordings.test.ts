import { beforeAll, describe, expect, it } from 'vitest';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';
import { createAssistant, isAnnounced, makeCall, settledCall } from '#test/support/over-http.ts';

const running = useLocalStack();

/** A call from start to its webhook. */
async function talk(path: string, assistant: object) {
  const { api, stack } = running();
  const webhook = { is_webhook_active: true, webhook_url: `${stack.address.webhook_sink_url}${path}` };
  const id = await makeCall(api, '+12025550100', await createAssistant(api, { ...webhook, ...assistant }));
  return settledCall(api, id, isAnnounced);
}

const webhookOf = (path: string) => running().webhooks(path)[0]!.body as { recording_url?: string };
const open = (url: string) => fetch(url, { redirect: 'manual' });

/** The simulated carrier's recordings that it still has. */
async function atCarrier(callId: number): Promise<string[]> {
  const { calls } = await import('#shared/container.ts');
  const { carrierRecordings } = await import('#shared/carrier-container.ts');
  const call = await calls().get({ userId: 1, callId });
  const found = await carrierRecordings(call!.carrierAccount).find(call!.carrierCallId!);
  return found && found.state !== 'absent' ? [found.id] : [];
}

describe('a call that is recorded', () => {
  let record: Awaited<ReturnType<typeof talk>>;
  let url: string;

  beforeAll(async () => {
    record = await talk('/recorded', { record_call: true });
    url = record.recording_url!;
    await waitFor('the recording', async () => (await open(url)).status === 302);
  });

  it('has the same link in its record and in its webhook', () => {
    expect(url).toMatch(new RegExp(`^${running().origin}/api/recordings/1\\.${record.id}\\.[\\w-]{43}$`));
    expect(webhookOf('/recorded').recording_url).toBe(url);
  });

  it('can be listened to by the holder of the link: a channel for each of the two', async () => {
    const audio = await fetch(url);
    expect(audio.status).toBe(200);
    expect(audio.redirected).toBe(true);
    expect(audio.headers.get('content-type')).toBe('audio/wav');
    const bytes = Buffer.from(await audio.arrayBuffer());
    const channels = bytes.readUInt16LE(22);
    const samplesPerSecond = bytes.readUInt32LE(24);
    expect({ format: bytes.toString('latin1', 0, 4), channels }).toEqual({ format: 'RIFF', channels: 2 });
    expect(bytes.length).toBeGreaterThan(samplesPerSecond * channels);
  });

  it('is with us alone', async () => {
    const none = await waitFor('the carrier to have none', async () => {
      const found = await atCarrier(record.id);
      return found.length === 0 && found;
    });
    expect(none).toEqual([]);
  });
});

describe.concurrent('a call', () => {
  it('that is not recorded has no link', async () => {
    const record = await talk('/unrecorded', { record_call: false });
    expect(record).not.toHaveProperty('recording_url');
    expect(webhookOf('/unrecorded')).not.toHaveProperty('recording_url');
    await expect(atCarrier(record.id)).resolves.toEqual([]);
  });

  it('that is deleted takes its recording along, links that were handed out too', async () => {
    const { id, recording_url: url = '' } = await talk('/deleted', { record_call: true });
    const link = await waitFor('the recording', async () => (await open(url)).headers.get('location') ?? undefined);
    expect((await fetch(link)).status).toBe(200);
    expect((await running().api('DELETE', `/user/calls/${id}`)).status).toBe(200);
    expect((await open(url)).status).toBe(404);
    expect((await fetch(link)).status).toBe(404);
  });

  it('whose webhook leaves the recording out has the link in its record alone', async () => {
    const record = await talk('/left-out', { record_call: true, include_recording_in_webhook: false });
    expect(record.recording_url).toMatch(/\/api\/recordings\//);
    expect(webhookOf('/left-out')).not.toHaveProperty('recording_url');
  });
});

it('the carrier has nothing to complain about', async () => {
  expect(await running().violations()).toEqual([]);
});
