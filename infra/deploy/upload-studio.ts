import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { contentTypes, IMMUTABLE, REVALIDATED } from '#infra/studio/studio-headers.ts';

/**
 * Uploads the studio's files. What index.html names is there before it, and older files stay: a tab that is open still loads its
 * pages. Returns the number of files.
 */
export async function uploadStudio(folder: string, bucket: string, client = new S3Client()): Promise<number> {
  const files = globSync('**/*.*', { cwd: folder }).toSorted(indexLast);
  for (const file of files) {
    await client.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: file,
        Body: await readFile(join(folder, file)),
        ContentType: contentTypes[extname(file)] ?? 'application/octet-stream',
        CacheControl: file.startsWith('assets/') ? IMMUTABLE : REVALIDATED,
      }),
    );
  }
  return files.length;
}

function indexLast(one: string, other: string): number {
  return Number(one === 'index.html') - Number(other === 'index.html');
}
