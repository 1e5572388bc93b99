import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { cachingOf, contentTypes } from '#infra/cloud/studio/studio-headers.ts';

export interface Upload {
  /** The output of `cdk synth`. */
  folder: string;
  bucket: string;
  /** What the studio is told in `studio.json`. */
  settings: { api?: string | undefined };
}

/**
 * Uploads the studio's files. What index.html names is there before it, and older files stay: a tab that is open still loads its
 * pages. Returns the number of files.
 */
export async function uploadStudio({ folder, bucket, settings }: Upload, client = new S3Client()): Promise<number> {
  const files = globSync('**/*.*', { cwd: folder }).toSorted(indexLast);
  for (const file of files) {
    await client.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: file,
        Body: file === 'studio.json' ? JSON.stringify(settings) : await readFile(join(folder, file)),
        ContentType: contentTypes[extname(file)] ?? 'application/octet-stream',
        CacheControl: cachingOf(file),
      }),
    );
  }
  return files.length;
}

function indexLast(one: string, other: string): number {
  return Number(one === 'index.html') - Number(other === 'index.html');
}
