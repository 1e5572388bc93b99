import { setTimeout as sleep } from 'node:timers/promises';
import { SignatureV4 } from '@smithy/signature-v4';
import type { CallKey } from '#shared/calls/call.ts';
import type { RecordingLinks } from '#shared/recordings/recording.ts';

export const AUDIO_TYPE = 'audio/wav';
const ATTEMPTS = 5;
const ANSWER_MS = 3_000;
const FIRST_DELAY_MS = 100;

export type Signing = Pick<ConstructorParameters<typeof SignatureV4>[0], 'credentials' | 'region' | 'sha256'>;

export interface Bucket {
  name: string;
  /** Only for emulators, which have the bucket in the path. */
  endpoint?: string | undefined;
}

/**
 * Without the client of S3, 180 KB at each cold start. Signed by the SDK's signer; a test compares the links.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export function createS3RecordingLinks(signing: Signing, bucket: Bucket): RecordingLinks {
  const signer = new SignatureV4({ ...signing, service: 's3', uriEscapePath: false });
  return {
    async link(key, { seconds, fileName }) {
      const request = await requestFor('GET', key, signing, bucket);
      const query = {
        'response-content-type': AUDIO_TYPE,
        'response-content-disposition': `inline; filename="${fileName}"`,
      };
      // S3 expects it of every link. The signer moves it to the query.
      const headers = { ...request.headers, 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' };
      return urlOf(await signer.presign({ ...request, headers, query }, { expiresIn: seconds }));
    },

    async remove(key) {
      for (let attempt = 1; ; attempt += 1) {
        const request = await signer.sign(await requestFor('DELETE', key, signing, bucket));
        const problem = await send(request);
        if (problem === undefined) return;
        if (attempt === ATTEMPTS) throw new Error(`S3 did not remove the recording: ${problem}`);
        await sleep(Math.random() * FIRST_DELAY_MS * 2 ** (attempt - 1));
      }
    },
  };
}

export function recordingObjectKey({ userId, callId }: CallKey): string {
  return `${userId}/${callId}.wav`;
}

type SignedRequest = Awaited<ReturnType<SignatureV4['presign']>>;

async function requestFor(method: string, key: CallKey, { region }: Signing, { name, endpoint }: Bucket) {
  const regionName = typeof region === 'string' ? region : await region();
  const url = new URL(endpoint ?? `https://${name}.s3.${regionName}.amazonaws.com`);
  const path = `${endpoint === undefined ? '' : `/${name}`}/${recordingObjectKey(key)}`;
  const { protocol, hostname, port } = url;
  const address = { protocol, hostname, path, ...(port !== '' && { port: Number(port) }) };
  return { ...address, method, query: {}, headers: { host: url.host } };
}

function urlOf({ protocol, hostname, port, path, query = {} }: SignedRequest): string {
  const url = new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  // The signature is over %20, which a form's encoding writes as +.
  url.search = url.search.replaceAll('+', '%20');
  return url.href;
}

async function send(request: SignedRequest): Promise<string | undefined> {
  try {
    const { method, headers } = request;
    const response = await fetch(urlOf(request), { method, headers, signal: AbortSignal.timeout(ANSWER_MS) });
    await response.arrayBuffer();
    return response.ok || response.status === 404 ? undefined : `status ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.name : 'no answer';
  }
}
