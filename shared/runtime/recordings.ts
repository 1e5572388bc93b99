import { S3Client } from '@aws-sdk/client-s3';
import { createS3RecordingStore } from '#shared/adapters/s3/s3-recording-store.ts';
import type { RecordingStore } from '#shared/ports/recording-store.ts';
import { environment } from '#shared/runtime/environment.ts';

export function recordings(): RecordingStore {
  return createS3RecordingStore(new S3Client({ maxAttempts: 5 }), environment.recordingsBucket());
}
