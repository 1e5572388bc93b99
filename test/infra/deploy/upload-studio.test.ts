import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, expect, it } from 'vitest';
import { uploadStudio } from '#infra/deploy/upload-studio.ts';

const folder = mkdtempSync(join(tmpdir(), 'studio-'));
const s3 = mockClient(S3Client);
afterAll(() => {
  s3.restore();
  rmSync(folder, { recursive: true, force: true });
});

it('uploads index.html last, so that no browser asks for files that are not there yet', async () => {
  mkdirSync(join(folder, 'assets'));
  for (const file of ['index.html', 'studio.json', 'assets/index-1a2b.js', 'assets/inter.woff2']) {
    writeFileSync(join(folder, file), file);
  }
  s3.on(PutObjectCommand).resolves({});
  expect(await uploadStudio(folder, 'files', new S3Client())).toBe(4);
  const sent = s3.commandCalls(PutObjectCommand).map(({ args }) => args[0].input);
  expect(sent.at(-1)).toMatchObject({ Bucket: 'files', Key: 'index.html', CacheControl: 'no-cache' });
  expect(sent.find(({ Key }) => Key === 'assets/index-1a2b.js')).toMatchObject({
    ContentType: 'text/javascript; charset=utf-8',
    CacheControl: 'public, max-age=31536000, immutable',
  });
  expect(sent.find(({ Key }) => Key === 'assets/inter.woff2')).toMatchObject({ ContentType: 'font/woff2' });
});
