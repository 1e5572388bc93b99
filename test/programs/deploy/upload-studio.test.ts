import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, expect, it } from 'vitest';
import { uploadStudio } from '#infra/cloud/deploy/upload-studio.ts';

const folder = mkdtempSync(join(tmpdir(), 'studio-'));
const s3 = mockClient(S3Client);
afterAll(() => {
  s3.restore();
  rmSync(folder, { recursive: true, force: true });
});

async function upload() {
  for (const name of ['assets', 'widget']) mkdirSync(join(folder, name), { recursive: true });
  for (const file of ['index.html', 'studio.json', 'widget/widget.js', 'assets/index-1a2b.js', 'assets/inter.woff2']) {
    writeFileSync(join(folder, file), file);
  }
  s3.reset();
  s3.on(PutObjectCommand).resolves({});
  const settings = { api: 'https://calls.example.com/api' };
  const count = await uploadStudio({ folder, bucket: 'files', settings }, new S3Client());
  const sent = s3.commandCalls(PutObjectCommand).map(({ args }) => args[0].input);
  return { count, sent, of: (key: string) => sent.find(({ Key }) => Key === key) };
}

it('uploads index.html last, so that no browser asks for files that are not there yet', async () => {
  const { count, sent } = await upload();
  expect(count).toBe(5);
  expect(sent.at(-1)).toMatchObject({ Bucket: 'files', Key: 'index.html', CacheControl: 'no-cache' });
});

it.each([
  ['assets/index-1a2b.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ['assets/inter.woff2', 'font/woff2', 'public, max-age=31536000, immutable'],
  ['widget/widget.js', 'text/javascript; charset=utf-8', 'public, max-age=300'],
  ['studio.json', 'application/json', 'no-cache'],
])('uploads %s as %s, to be kept %s', async (file, ContentType, CacheControl) => {
  expect((await upload()).of(file)).toMatchObject({ ContentType, CacheControl });
});

it('tells the studio the address of the API, which pages with the widget call', async () => {
  expect((await upload()).of('studio.json')?.Body).toBe('{"api":"https://calls.example.com/api"}');
});
