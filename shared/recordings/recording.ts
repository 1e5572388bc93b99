import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Call, CallKey } from '#shared/calls/call.ts';

/** Where links to recordings lead, and for how long. */
export interface RecordingPolicy {
  /** The origin of the API, without a trailing slash. */
  publicUrl: string;
  /** Counted from the end of the call. */
  retentionDays: number;
}

type Recorded = Pick<Call, 'recordingSecret' | 'recordingAbsentAt' | 'recording' | 'endedAt' | 'createdAt'>;

const DAY_MS = 86_400_000;
const TOKEN = /^(\d{1,16})\.(\d{1,16})\.([\w-]{43})$/;

/** 256 random bits: whoever has the link may listen, and nobody finds it by trying. */
export function createRecordingSecret(bytes: Buffer = randomBytes(32)): string {
  return bytes.toString('base64url');
}

/**
 * The address of a call's recording; null when the call was not recorded. It is decided when the call is settled and never
 * changes again, so that every attempt of a webhook tells the same.
 */
export function recordingUrl(
  { userId, id, recordingSecret }: Pick<Call, 'userId' | 'id' | 'recordingSecret'>,
  { publicUrl }: RecordingPolicy,
): string | null {
  if (recordingSecret === undefined) return null;
  return `${publicUrl}/api/recordings/${userId}.${id}.${recordingSecret}`;
}

/** The same for the record of a call, where a recording that does not exist or exists no more has no address. */
export function shownRecordingUrl(call: Call, terms: RecordingPolicy, now: number): string | null {
  const state = recordingState(call, terms, now);
  return state === 'stored' || state === 'awaited' ? recordingUrl(call, terms) : null;
}

/** `awaited`: the carrier has it, or may come to have it. `gone`: the retention is over, or the carrier made none. */
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

/** The call that a link names, and the secret that it claims to know; undefined when it is no link of ours. */
export function parseRecordingToken(token: string): { key: CallKey; secret: string } | undefined {
  const [, userId, callId, secret] = TOKEN.exec(token) ?? [];
  if (userId === undefined || callId === undefined || secret === undefined) return undefined;
  return { key: { userId: Number(userId), callId: Number(callId) }, secret };
}

/** Takes the same time for every wrong secret. */
export function isSecretOf({ recordingSecret }: Pick<Call, 'recordingSecret'>, secret: string): boolean {
  if (recordingSecret?.length !== secret.length) return false;
  return timingSafeEqual(Buffer.from(recordingSecret), Buffer.from(secret));
}

export interface RecordingLinkOptions {
  /** The link works so long, for whoever has it. */
  seconds: number;
  /** What a browser saves it as. */
  fileName: string;
}

/** Our own copies of recordings, one for a call: WAV. */
export interface RecordingStore {
  /** Reads the audio to its end and keeps it, in the place of what was there. An audio that breaks off is not kept. */
  put(key: CallKey, audio: ReadableStream<Uint8Array>): Promise<void>;
  /** An address to play or save the recording from. It is made without a look at whether there is one. */
  link(key: CallKey, options: RecordingLinkOptions): Promise<string>;
  /** A recording that is not there is no error. */
  remove(key: CallKey): Promise<void>;
}

/** A recording as the carrier has it. */
export interface CarrierRecording {
  id: string;
  /** `open`: it is still being made. `absent`: it was asked for and not made, or is gone. */
  state: 'open' | 'ready' | 'absent';
  durationSeconds: number;
}

/** The recordings that the carrier makes and keeps until they are removed there. */
export interface CarrierRecordings {
  /** The recording of a call; undefined when there is none. */
  find(carrierCallId: string): Promise<CarrierRecording | undefined>;
  /** The audio as WAV, one channel for each of the two who talk. Undefined when the carrier does not have it. */
  open(recordingId: string): Promise<ReadableStream<Uint8Array> | undefined>;
  /** A recording that is not there is no error. */
  remove(recordingId: string): Promise<void>;
}
