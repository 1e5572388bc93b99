import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { REVALIDATED } from '#infra/cloud/studio/studio-headers.ts';
import { audioTypeOf, MOST_SAMPLE_BYTES, samplePath } from '#infra/cloud/studio/voice-samples.ts';
import { findPublicVoice, type Voice } from '#shared/catalog/voices.ts';
import { OperatorError } from '#shared/platform/errors.ts';

/** Recordings of voices, which the studio plays. */
export interface VoiceSamples {
  put(voiceId: number, audio: Uint8Array, type: string): Promise<void>;
  remove(voiceId: number): Promise<void>;
}

/** @throws OperatorError without the bucket of a deployment */
export function samplesOf({ table, dataDir }: { table?: string | undefined; dataDir: string }): VoiceSamples {
  if (table === undefined) return createFolderSamples(dataDir);
  const bucket = process.env['STUDIO_BUCKET'];
  if (!bucket?.startsWith(`${table}-studio-`))
    throw new OperatorError(`set STUDIO_BUCKET to the bucket ${table}-studio-… that the deployment has printed`);
  return createBucketSamples(new S3Client({}), bucket);
}

/** Of the local stack. */
export function createFolderSamples(dataDir: string): VoiceSamples {
  const fileOf = (voiceId: number) => join(dataDir, samplePath(voiceId));
  return {
    async put(voiceId, audio) {
      const file = fileOf(voiceId);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(`${file}.new`, audio);
      await rename(`${file}.new`, file);
    },
    remove: (voiceId) => rm(fileOf(voiceId), { force: true }),
  };
}

/** Beside the studio's files, behind CloudFront: a deployment of the studio leaves it there. */
export function createBucketSamples(client: Pick<S3Client, 'send'>, bucket: string): VoiceSamples {
  const at = (voiceId: number) => ({ Bucket: bucket, Key: samplePath(voiceId) });
  return {
    async put(voiceId, audio, type) {
      const headers = { ContentType: type, CacheControl: REVALIDATED };
      await client.send(new PutObjectCommand({ ...at(voiceId), Body: audio, ...headers }));
    },
    async remove(voiceId) {
      await client.send(new DeleteObjectCommand(at(voiceId)));
    },
  };
}

/** @throws OperatorError for a voice that is not public, and for what is no sample */
export async function storeSample(voiceId: number, audio: Uint8Array, samples: VoiceSamples): Promise<string> {
  requirePublicVoice(voiceId);
  if (audio.length > MOST_SAMPLE_BYTES) throw new OperatorError(`a sample has at most ${MOST_SAMPLE_BYTES / 1000} KB`);
  const type = audioTypeOf(audio);
  if (type === undefined) throw new OperatorError('the file is neither MP3 nor WAV nor Ogg');
  await samples.put(voiceId, audio, type);
  return type;
}

/** All visitors of the studio's address can load its files, so the voice of a user has none. */
export function requirePublicVoice(id: number): Voice {
  const voice = findPublicVoice(id);
  if (!voice) throw new OperatorError(`there is no public voice ${id}; a voice of a user cannot have a sample`);
  return voice;
}
