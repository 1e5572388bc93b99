import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Call, CallKey } from '#shared/calls/call.ts';
import type { ShownCall } from '#shared/calls/shown-call.ts';

export interface RecordingPolicy {
  /** Without a trailing slash. */
  publicUrl: string;
  retentionDays: number;
}

type Recorded = Pick<Call, 'recordingSecret' | 'recordingAbsentAt' | 'recording' | 'endedAt' | 'createdAt'>;

const DAY_MS = 86_400_000;
const TOKEN = /^(\d{1,16})\.(\d{1,16})\.([\w-]{43})$/;

/** 256 random bits: anyone with the link may listen. */
export function createRecordingSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Null if not recorded. Does not change after the settlement: every attempt of a webhook sends the same URL. */
export function recordingUrl(
  { userId, id, recordingSecret }: Pick<Call, 'userId' | 'id' | 'recordingSecret'>,
  { publicUrl }: RecordingPolicy,
): string | null {
  if (recordingSecret === undefined) return null;
  return `${publicUrl}/api/recordings/${userId}.${id}.${recordingSecret}`;
}

export function shownRecordingUrl(call: Call | ShownCall, terms: RecordingPolicy, now: number): string | null {
  const [recordingSecret, recordingAbsentAt] = [call.recordingSecret ?? undefined, call.recordingAbsentAt ?? undefined];
  const { userId, id, endedAt, createdAt } = call;
  // Without its head it is not known whether our copy is stored. The link is the same.
  const recording = 'recording' in call ? call.recording : null;
  const state = recordingState({ recording, recordingSecret, recordingAbsentAt, endedAt, createdAt }, terms, now);
  const isShown = state === 'stored' || state === 'awaited';
  return isShown ? recordingUrl({ userId, id, recordingSecret }, terms) : null;
}

/** `awaited`: the carrier has it or may still make it. `gone`: expired, or the carrier made none. */
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

export function parseRecordingToken(token: string): { key: CallKey; secret: string } | undefined {
  const [, userId, callId, secret] = TOKEN.exec(token) ?? [];
  if (userId === undefined || callId === undefined || secret === undefined) return undefined;
  return { key: { userId: Number(userId), callId: Number(callId) }, secret };
}

export function isSecretOf({ recordingSecret }: Pick<Call, 'recordingSecret'>, secret: string): boolean {
  if (recordingSecret?.length !== secret.length) return false;
  return timingSafeEqual(Buffer.from(recordingSecret), Buffer.from(secret));
}

interface RecordingLinkOptions {
  seconds: number;
  fileName: string;
}

/** As WAV, one per call. */
export interface RecordingStore extends RecordingLinks {
  /** Replaces an earlier copy. Stores nothing if the stream fails. */
  put(key: CallKey, audio: ReadableStream<Uint8Array>): Promise<void>;
}

export interface RecordingLinks {
  /** Does not check whether the recording exists. */
  link(key: CallKey, options: RecordingLinkOptions): Promise<string>;
  /** Does nothing if the recording does not exist. */
  remove(key: CallKey): Promise<void>;
}

export interface CarrierRecording {
  id: string;
  /** `open`: still being made. `absent`: requested but not made, or deleted. */
  state: 'open' | 'ready' | 'absent';
  durationSeconds: number;
}

export interface CarrierRecordings {
  find(carrierCallId: string): Promise<CarrierRecording | undefined>;
  /** WAV with one channel per speaker. */
  open(recordingId: string): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Does nothing if the recording does not exist. */
  remove(recordingId: string): Promise<void>;
}

export type CarrierRecordingsOf = (account: string) => CarrierRecordings;

const HEADER_BYTES = 12;
/** Of a writer that does not know the size beforehand. */
const UNKNOWN_SIZES = new Set([0, 0xff_ff_ff_ff]);

/** Fails at the end unless it is a whole WAV: the carrier's copy goes. Its header states the size after 8 bytes. */
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
