import type { S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { RecordingLinks, RecordingStore } from '#shared/recordings/recording.ts';
import { AUDIO_TYPE, recordingObjectKey } from '#shared/recordings/s3-recording-links.ts';

const PART_BYTES = 5 * 1024 * 1024;

/** The key follows from the call, so repeated operations affect the same object. */
export function createS3RecordingStore(client: S3Client, bucket: string, links: RecordingLinks): RecordingStore {
  return {
    ...links,
    async put(key, audio) {
      // In parts, because the carrier may not send the length; one at a time, so that memory holds two parts at most.
      const upload = new Upload({
        client,
        params: { Bucket: bucket, Key: recordingObjectKey(key), Body: audio, ContentType: AUDIO_TYPE },
        partSize: PART_BYTES,
        queueSize: 1,
      });
      await upload.done();
    },
  };
}
