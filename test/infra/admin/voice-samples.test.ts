import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBucketSamples, createFolderSamples, storeSample } from '#infra/admin/deps/voice-samples.ts';
import { audioTypeOf, MOST_SAMPLE_BYTES } from '#infra/cloud/studio/voice-samples.ts';
import { samplePage } from '#infra/local/pages/studio/sample-pages.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'samples-'))));
afterAll(() => rm(folder, { recursive: true }));

const bytes = (...parts: Array<string | number[]>) => Buffer.concat(parts.map((part) => Buffer.from(part as string)));

describe('the type of a sample', () => {
  it.each([
    ['MP3 with tags', bytes('ID3', [4, 0]), 'audio/mpeg'],
    ['MP3 without', bytes([0xff, 0xfb, 0x90, 0x64]), 'audio/mpeg'],
    ['MP3 of MPEG 2', bytes([0xff, 0xf3, 0x40]), 'audio/mpeg'],
    ['WAV', bytes('RIFF', [36, 0, 0, 0], 'WAVEfmt '), 'audio/wav'],
    ['Ogg', bytes('OggS', [0, 2]), 'audio/ogg'],
    ['a picture in RIFF', bytes('RIFF', [36, 0, 0, 0], 'WEBPVP8 '), undefined],
    ['a page', bytes('<!doctype html><script>alert(1)</script>'), undefined],
    ['AAC', bytes([0xff, 0xf1, 0x50]), undefined],
    ['UTF-16', bytes([0xff, 0xfe, 0x41, 0x00]), undefined],
    ['nothing', bytes(''), undefined],
  ])('of %s is known by its first bytes', (_, content, type) => {
    expect(audioTypeOf(content)).toBe(type);
  });
});

describe('a sample of a voice', () => {
  it('is a file of the data folder, which the studio of the local stack plays', async () => {
    const samples = createFolderSamples(folder);
    await expect(storeSample(1, bytes('OggS', [0, 2]), samples)).resolves.toBe('audio/ogg');
    await expect(readFile(join(folder, 'voices', '1.audio'), 'latin1')).resolves.toContain('OggS');
    const answer = await samplePage('/voices/1.audio', folder)?.();
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'audio/ogg' } });
    await samples.remove(1);
    await samples.remove(1);
    expect(await samplePage('/voices/1.audio', folder)?.()).toMatchObject({ status: 204 });
  });

  it.each(['/voices/../secrets.json', '/voices/1.audio/x', '/voices/secrets.audio', '/voices/%2e%2e/1.audio'])(
    'is not at %s',
    (path) => {
      expect(samplePage(path, folder)).toBeUndefined();
    },
  );

  it('is a file of the studio’s bucket in AWS', async () => {
    const client = mockClient(S3Client);
    client.on(PutObjectCommand).resolves({});
    client.on(DeleteObjectCommand).resolves({});
    const samples = createBucketSamples(new S3Client({}), 'ringback-dev-studio-1');
    await storeSample(12, bytes('ID3'), samples);
    await samples.remove(12);
    const object = { Bucket: 'ringback-dev-studio-1', Key: 'voices/12.audio' };
    expect(client.calls().map(({ args }) => args[0].input)).toMatchObject([
      { ...object, ContentType: 'audio/mpeg' },
      object,
    ]);
    client.restore();
  });

  it.each([
    ['of a voice of a user', 4711, bytes('ID3'), /there is no public voice 4711/],
    ['that is no audio', 1, bytes('MZ'), /neither MP3 nor WAV nor Ogg/],
    ['that is too long', 1, Buffer.alloc(MOST_SAMPLE_BYTES + 1, 'ID3'), /at most 1000 KB/],
  ])('%s is refused', async (_, voice, content, problem) => {
    await expect(storeSample(voice, content, createFolderSamples(folder))).rejects.toThrow(problem);
  });
});
