import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type S3Client,
} from '@aws-sdk/client-s3';

/** The objects of the bucket of recordings, with all their versions. */
export interface RecordingObjects {
  /** Deletes every version of every object below a prefix. Returns how many versions there were. */
  removeAll(prefix: string): Promise<number>;
  /** The current objects below a prefix: key, and audio when asked for. */
  list(prefix: string): AsyncGenerator<{ key: string; read: () => Promise<Uint8Array> }>;
}

export function createRecordingObjects(client: S3Client, bucket: () => string): RecordingObjects {
  return {
    async removeAll(prefix) {
      let removed = 0;
      for await (const { Versions = [], DeleteMarkers = [] } of versionPages(client, bucket(), prefix)) {
        const objects = [...Versions, ...DeleteMarkers].flatMap(({ Key, VersionId }) =>
          Key === undefined ? [] : [{ Key, ...(VersionId !== undefined && VersionId !== 'null' && { VersionId }) }],
        );
        removed += await removeObjects(client, bucket(), objects);
      }
      // What a bucket without versions has, where its answer to the first question is empty.
      for await (const { Contents = [] } of pages(client, bucket(), prefix)) {
        const objects = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]));
        removed += await removeObjects(client, bucket(), objects);
      }
      return removed;
    },

    async *list(prefix) {
      for await (const { Contents = [] } of pages(client, bucket(), prefix)) {
        for (const { Key } of Contents) {
          if (Key !== undefined) yield { key: Key, read: () => readObject(client, bucket(), Key) };
        }
      }
    },
  };
}

async function removeObjects(
  client: S3Client,
  Bucket: string,
  Objects: Array<{ Key: string; VersionId?: string }>,
): Promise<number> {
  if (Objects.length === 0) return 0;
  const answer = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
  const [failure] = answer.Errors ?? [];
  if (failure) throw new Error(`S3 did not delete an object: ${failure.Code}`);
  return Objects.length;
}

async function readObject(client: S3Client, Bucket: string, Key: string): Promise<Uint8Array> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
  if (!Body) throw new Error(`S3 has no content of ${Key}`);
  return Body.transformToByteArray();
}

async function* pages(client: S3Client, Bucket: string, Prefix: string) {
  let ContinuationToken: string | undefined;
  do {
    const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }));
    yield page;
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
}

async function* versionPages(client: S3Client, Bucket: string, Prefix: string) {
  let markers: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {};
  for (;;) {
    const page = await client.send(new ListObjectVersionsCommand({ Bucket, Prefix, ...markers }));
    yield page;
    if (page.IsTruncated !== true) return;
    markers = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
  }
}
