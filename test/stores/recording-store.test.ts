import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import { HttpRequest } from '@smithy/core/protocols';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RECORDINGS_BUCKET, localCredentials } from '#infra/local/address/names.ts';
import { startQueueEmulator, type QueueEmulator } from '#infra/local/aws/queues/queue-emulator.ts';
import type { RecordingStore } from '#shared/recordings/recording.ts';
import { createS3RecordingLinks } from '#shared/recordings/s3-recording-links.ts';
import { createS3RecordingStore } from '#shared/recordings/s3-recording-store.ts';
import { serve } from '#test/support/http-server.ts';
import { createMemoryRecordingStore } from '#test/support/memory/carrier.ts';

interface Subject {
  store: RecordingStore;
  /** What the holder of the link gets; undefined when there is nothing. */
  play: (link: string) => Promise<Buffer | undefined>;
}

const storeOn = (on: S3Client, endpoint: string) =>
  createS3RecordingStore(
    on,
    RECORDINGS_BUCKET,
    createS3RecordingLinks(on.config, { name: RECORDINGS_BUCKET, endpoint }),
  );

let emulator: QueueEmulator;
let client: S3Client;

beforeAll(async () => {
  emulator = await startQueueEmulator([]);
  client = new S3Client({ endpoint: emulator.endpoint, ...localCredentials });
});

afterAll(async () => {
  client.destroy();
  await emulator.stop();
});

function memory(): Subject {
  const store = createMemoryRecordingStore();
  return { store, play: async (link) => store.play(link) };
}

function s3(): Subject {
  return {
    store: storeOn(client, emulator.endpoint),
    play: async (link) => {
      const response = await fetch(link);
      if (response.status === 404) return undefined;
      expect(response.status).toBe(200);
      return Buffer.from(await response.arrayBuffer());
    },
  };
}

const streamOf = (...parts: Array<Uint8Array | Error>) =>
  new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = parts.shift();
      if (part === undefined) controller.close();
      else if (part instanceof Error) controller.error(part);
      else controller.enqueue(part);
    },
  });

let drawn = 0;

describe.each([
  { adapter: 'memory', create: memory },
  { adapter: 'S3 on the emulator', create: s3 },
])('recording store on $adapter', ({ create }) => {
  const options = { seconds: 60, fileName: 'call-1.wav' };
  let subject: Subject;
  let key: { userId: number; callId: number };

  beforeEach(() => {
    subject = create();
    drawn += 1;
    key = { userId: 7, callId: drawn };
  });

  const played = async (other = key) => subject.play(await subject.store.link(other, options));

  it('keeps what it read last, byte by byte', async () => {
    const parts = [randomBytes(1000), randomBytes(1)];
    await subject.store.put(key, streamOf(Buffer.from('first')));
    await subject.store.put(key, streamOf(...parts));
    expect((await played())?.equals(Buffer.concat(parts))).toBe(true);
  });

  it('keeps an audio that is longer than one part of an upload', async () => {
    const parts = Array.from({ length: 11 }, () => randomBytes(1024 * 1024));
    await subject.store.put(key, streamOf(...parts));
    expect((await played())?.equals(Buffer.concat(parts))).toBe(true);
  });

  it('keeps nothing of an audio that breaks off', async () => {
    const broken = streamOf(randomBytes(6 * 1024 * 1024), new Error('the line broke'));
    await expect(subject.store.put(key, broken)).rejects.toThrow('the line broke');
    await expect(played()).resolves.toBeUndefined();
  });

  it('keeps the recordings of calls and users apart', async () => {
    await subject.store.put(key, streamOf(Buffer.from('mine')));
    await expect(played({ ...key, userId: 8 })).resolves.toBeUndefined();
    await expect(played({ ...key, callId: key.callId + 1_000_000 })).resolves.toBeUndefined();
  });

  it('has none after it was removed, also twice', async () => {
    await subject.store.put(key, streamOf(Buffer.from('gone')));
    await subject.store.remove(key);
    await expect(subject.store.remove(key)).resolves.toBeUndefined();
    await expect(played()).resolves.toBeUndefined();
  });
});

describe('a link to S3', () => {
  it('is signed for a number of seconds, and says what the file is', async () => {
    const store = storeOn(client, emulator.endpoint);
    const key = { userId: 7, callId: 999_999 };
    await store.put(key, streamOf(Buffer.from('audio')));
    const link = await store.link(key, { seconds: 120, fileName: 'call-999999.wav' });
    const { pathname, searchParams } = new URL(link);
    expect(pathname).toBe(`/${RECORDINGS_BUCKET}/7/999999.wav`);
    expect(searchParams.get('X-Amz-Expires')).toBe('120');
    expect(searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/);
    expect(searchParams.get('response-content-disposition')).toBe('inline; filename="call-999999.wav"');
    const response = await fetch(link);
    expect(response.headers.get('content-type')).toBe('audio/wav');
  });
});

describe('a link to AWS', () => {
  beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 22), toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  it('is the one that the SDK signs', async () => {
    const aws = new S3Client({
      region: 'eu-central-1',
      credentials: { accessKeyId: 'AKIA', secretAccessKey: 's', sessionToken: 't/+=' },
    });
    const links = createS3RecordingLinks(aws.config, { name: 'recordings' });
    const ours = new URL(await links.link({ userId: 7, callId: 8 }, { seconds: 60, fileName: 'call-8.wav' }));
    const presigner = new S3RequestPresigner({ ...aws.config });
    const query = Object.fromEntries([...ours.searchParams].filter(([name]) => name.startsWith('response-')));
    const { host: hostname, pathname: path } = ours;
    const request = new HttpRequest({
      method: 'GET',
      protocol: 'https:',
      hostname,
      path,
      query,
      headers: { host: hostname },
    });
    const theirs = await presigner.presign(request, { expiresIn: 60 });
    // The signature covers all other parameters.
    expect(hostname).toBe('recordings.s3.eu-central-1.amazonaws.com');
    expect(Object.fromEntries(ours.searchParams)).toEqual(theirs.query);
  });
});

describe('a removal', () => {
  it.each([
    { answers: [500, 503, 204], requests: 3 },
    { answers: [404], requests: 1 },
  ])('that is answered $answers needs $requests requests', async ({ answers, requests }) => {
    const seen: string[] = [];
    const left = [...answers];
    const server = await serve((incoming, outgoing) => {
      seen.push(`${incoming.method} ${incoming.url} ${incoming.headers.authorization?.split(' ')[0]}`);
      outgoing.writeHead(left.shift() ?? 500).end();
    });
    const links = createS3RecordingLinks(client.config, { name: 'b', endpoint: server.url });
    await links.remove({ userId: 7, callId: 8 });
    await server.stop();
    expect(seen).toEqual(Array.from({ length: requests }, () => 'DELETE /b/7/8.wav AWS4-HMAC-SHA256'));
  });
});

describe('a recording on a local stack with a data folder', () => {
  it('is still there after a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ringback-recordings-'));
    const key = { userId: 7, callId: 1 };
    const onEmulator = async (use: (store: RecordingStore) => Promise<void>) => {
      const other = await startQueueEmulator([], folder);
      const client = new S3Client({ endpoint: other.endpoint, ...localCredentials });
      await use(storeOn(client, other.endpoint));
      client.destroy();
      await other.stop();
    };
    await onEmulator((store) => store.put(key, streamOf(Buffer.from('kept'))));
    await onEmulator(async (store) => {
      const response = await fetch(await store.link(key, { seconds: 60, fileName: 'x.wav' }));
      await expect(response.text()).resolves.toBe('kept');
    });
    await rm(folder, { recursive: true, force: true });
  });
});

describe('a link of the memory store', () => {
  it('works as long as it says', async () => {
    let now = 0;
    const store = createMemoryRecordingStore(() => now);
    const key = { userId: 1, callId: 1 };
    await store.put(key, streamOf(Buffer.from('audio')));
    const link = await store.link(key, { seconds: 120, fileName: 'call-1.wav' });
    now = 119_999;
    expect(store.play(link)?.toString()).toBe('audio');
    now = 120_000;
    expect(store.play(link)).toBeUndefined();
  });
});
