import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Call, CallKey } from '#shared/calls/call.ts';
import type { ShownCall } from '#shared/calls/shown-call.ts';

/** The origin and the lifetime of recording links. */
export interface RecordingPolicy {
  /** The origin of the API, without a trailing slash. */
  publicUrl: string;
  /** Days after the end of the call. */
  retentionDays: number;
}

type Recorded = Pick<Call, 'recordingSecret' | 'recordingAbsentAt' | 'recording' | 'endedAt' | 'createdAt'>;

const DAY_MS = 86_400_000;
const TOKEN = /^(\d{1,16})\.(\d{1,16})\.([\w-]{43})$/;

/** Returns 256 random bits: anyone with the link may listen, and the link cannot be guessed. */
export function createRecordingSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Returns the URL of a call's recording; null if the call was not recorded. It does not change after the call is settled, so
 * that every attempt of a webhook sends the same URL.
 */
export function recordingUrl(
  { userId, id, recordingSecret }: Pick<Call, 'userId' | 'id' | 'recordingSecret'>,
  { publicUrl }: RecordingPolicy,
): string | null {
  if (recordingSecret === undefined) return null;
  return `${publicUrl}/api/recordings/${userId}.${id}.${recordingSecret}`;
}

/** Returns the URL for the call record; null if the recording does not exist or has expired. */
export function shownRecordingUrl(call: Call | ShownCall, terms: RecordingPolicy, now: number): string | null {
  const [recordingSecret, recordingAbsentAt] = [call.recordingSecret ?? undefined, call.recordingAbsentAt ?? undefined];
  const { userId, id, endedAt, createdAt } = call;
  // Without its head, whether our copy is stored yet is not known, and makes no difference: the link is the same.
  const recording = 'recording' in call ? call.recording : null;
  const state = recordingState({ recording, recordingSecret, recordingAbsentAt, endedAt, createdAt }, terms, now);
  const isShown = state === 'stored' || state === 'awaited';
  return isShown ? recordingUrl({ userId, id, recordingSecret }, terms) : null;
}

/** `awaited`: the carrier has the recording or may still make it. `gone`: it has expired, or the carrier made none. */
export function recordingState(
  call: Recorded,
  { retentionDays }: Pick<RecordingPolicy, 'retentionDays'>,
  now: number,
): 'none' | 'awaited' | 'stored' | 'gone' {
  if (call.recordingSecret === undefined) return 'none';
  if (now >= (call.endedAt ?? call.createdAt) + retentionDays * DAY_MS) return 'gone';
  if (call.recording?.storedAt !== undefined) return 'stored';
  return call.recordingAbsentAt === undefined ? 'awaited' : 'gone';
}

/** Parses the token of a link: the call, and the secret to verify. Returns undefined for any other text. */
export function parseRecordingToken(token: string): { key: CallKey; secret: string } | undefined {
  const [, userId, callId, secret] = TOKEN.exec(token) ?? [];
  if (userId === undefined || callId === undefined || secret === undefined) return undefined;
  return { key: { userId: Number(userId), callId: Number(callId) }, secret };
}

/** Compares in constant time. */
export function isSecretOf({ recordingSecret }: Pick<Call, 'recordingSecret'>, secret: string): boolean {
  if (recordingSecret?.length !== secret.length) return false;
  return timingSafeEqual(Buffer.from(recordingSecret), Buffer.from(secret));
}

interface RecordingLinkOptions {
  /** How long the link works, for anyone who has it. */
  seconds: number;
  /** The file name for downloads. */
  fileName: string;
}

/** Our copies of recordings, as WAV, one per call. */
export interface RecordingStore extends RecordingLinks {
  /** Stores the audio and replaces an earlier copy. Stores nothing if the stream fails. */
  put(key: CallKey, audio: ReadableStream<Uint8Array>): Promise<void>;
}

/** What the API does with recordings. */
export interface RecordingLinks {
  /** Returns a URL to play or download the recording. Does not check whether it exists. */
  link(key: CallKey, options: RecordingLinkOptions): Promise<string>;
  /** Does nothing if the recording does not exist. */
  remove(key: CallKey): Promise<void>;
}

/** A recording at the carrier. */
export interface CarrierRecording {
  id: string;
  /** `open`: still being made. `absent`: requested but not made, or deleted. */
  state: 'open' | 'ready' | 'absent';
  durationSeconds: number;
}

/** The recordings at the carrier, which keeps them until they are deleted. */
export interface CarrierRecordings {
  /** Returns the recording of a call, if it exists. */
  find(carrierCallId: string): Promise<CarrierRecording | undefined>;
  /** Returns the audio as WAV with one channel per speaker; undefined if the carrier does not have it. */
  open(recordingId: string): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Does nothing if the recording does not exist. */
  remove(recordingId: string): Promise<void>;
}

/** The recordings at an account of the carrier. */
export type CarrierRecordingsOf = (account: string) => CarrierRecordings;

const HEADER_BYTES = 12;
/** What a writer puts that does not know the size beforehand. */
const UNKNOWN_SIZES = new Set([0, 0xff_ff_ff_ff]);

/**
 * Passes a WAV through, and fails at its end unless it is one and whole: the carrier's copy is deleted after ours. The header
 * states the size of what follows its first 8 bytes.
 */
export function wholeWav(audio: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let header = Buffer.alloc(0);
  let bytes = 0;
  const check = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      const missing = HEADER_BYTES - header.length;
      if (missing > 0) header = Buffer.concat([header, chunk.subarray(0, missing)]);
      controller.enqueue(chunk);
    },
    flush() {
      const problem = problemOf(header, bytes);
      if (problem !== undefined) throw new Error(`recording of the carrier: ${problem}`);
    },
  });
  return audio.pipeThrough(check);
}

function problemOf(header: Buffer, bytes: number): string | undefined {
  const isWav = header.length === HEADER_BYTES && header.toString('latin1', 0, 4) === 'RIFF';
  if (!isWav || header.toString('latin1', 8) !== 'WAVE') return `${bytes} bytes that are no WAV`;
  const size = header.readUInt32LE(4);
  return UNKNOWN_SIZES.has(size) || bytes >= size + 8 ? undefined : `${bytes} of ${size + 8} bytes`;
}
