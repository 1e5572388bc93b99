import { DeleteObjectCommand, GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { CallKey } from '#shared/calls/call.ts';
import type { RecordingStore } from '#shared/recordings/recording.ts';

const AUDIO_TYPE = 'audio/wav';
const PART_BYTES = 5 * 1024 * 1024;

/** Recordings in an S3 bucket. The object key is derived from the call, so that repeated operations affect the same object. */
export function createS3RecordingStore({
  client,
  uploader,
  bucket,
}: {
  client: S3Client;
  /** Creates the client of uploads, whose audio has come a long way: it waits longer than a request of a user can. */
  uploader: () => S3Client;
  bucket: string;
}): RecordingStore {
  const objectOf = (key: CallKey) => ({ Bucket: bucket, Key: recordingObjectKey(key) });
  return {
    async put(key, audio) {
      // In parts, because the carrier may not send the length; one at a time, so that memory holds two parts at most.
      const upload = new Upload({
        client: uploader(),
        params: { ...objectOf(key), Body: audio, ContentType: AUDIO_TYPE },
        partSize: PART_BYTES,
        queueSize: 1,
      });
      await upload.done();
    },
    async link(key, { seconds, fileName }) {
      const get = new GetObjectCommand({
        ...objectOf(key),
        ResponseContentType: AUDIO_TYPE,
        ResponseContentDisposition: `inline; filename="${fileName}"`,
      });
      return getSignedUrl(client, get, { expiresIn: seconds });
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(objectOf(key)));
    },
  };
}

export function recordingObjectKey({ userId, callId }: CallKey): string {
  return `${userId}/${callId}.wav`;
}
