import type { ApiRequest, ApiResponse } from '#line/api-message.ts';
import type { CarrierContext } from '#twilio/context/simulator-context.ts';
import type { Recording } from '#twilio/journal/journal-entries.ts';
import { recordingUrl } from '#twilio/reports/recordings.ts';
import { notFound, type Route } from '#twilio/rest/api-message.ts';
import { listPage } from '#twilio/rest/lists.ts';
import { toRfc2822 } from '#twilio/wire/formats.ts';

/** The recordings of the account and their media, until they are deleted. */
export function recordingRoutes(context: CarrierContext): Route[] {
  const { clock, journal } = context;
  const find = (path: string, sid: string): Recording => {
    const recording = journal.recordings().find((candidate) => candidate.sid === sid);
    if (!recording) throw notFound(path);
    return recording;
  };
  const listOfCall = ({ path, query }: ApiRequest, callSid: string): ApiResponse => {
    if (!journal.call(callSid)) throw notFound(path);
    const recordings = journal.recordings().filter((recording) => recording.callSid === callSid);
    const resources = recordings.map((recording) => callRecordingResource(recording, context));
    return { status: 200, json: listPage(path, query, 'recordings', resources) };
  };
  const showOfCall = ({ path }: ApiRequest, callSid: string, sid: string): ApiResponse => {
    const recording = find(path, sid);
    if (recording.callSid !== callSid) throw notFound(path);
    return { status: 200, json: callRecordingResource(recording, context) };
  };
  const remove = ({ path }: ApiRequest, sid: string): ApiResponse => {
    const recording = find(path, sid);
    journal.saveRecording({ ...recording, status: 'deleted', updatedAt: clock.now(), told: true });
    return { status: 204 };
  };
  return [
    { path: /^\/Calls\/(CA[\da-f]{32})\/Recordings\.json$/, methods: { GET: listOfCall } },
    {
      path: /^\/Calls\/(CA[\da-f]{32})\/Recordings\/(RE[\da-f]{32})\.json$/,
      methods: { GET: showOfCall, DELETE: (request, _callSid, sid) => remove(request, sid) },
    },
    {
      path: /^\/Recordings\/(RE[\da-f]{32})\.json$/,
      methods: {
        GET: ({ path }, sid) => ({ status: 200, json: recordingResource(find(path, sid), context) }),
        DELETE: remove,
      },
    },
    {
      path: /^\/Recordings\/(RE[\da-f]{32})(?:\.(wav|mp3))?$/,
      methods: { GET: ({ path }, sid, extension) => media(find(path, sid), path, extension) },
    },
  ];
}

function media({ status, channels, durationSeconds = 0 }: Recording, path: string, extension: string): ApiResponse {
  if (status !== 'completed') throw notFound(path);
  return {
    status: 200,
    media:
      extension === 'mp3'
        ? { type: 'audio/mpeg', data: mp3Of(durationSeconds) }
        : { type: 'audio/x-wav', data: wavOf(durationSeconds, channels) },
  };
}

const PRICE_PER_MINUTE = 0.0025;

/** A recording as in the list of all recordings. */
function recordingResource(recording: Recording, context: CarrierContext): Record<string, unknown> {
  const path = `/2010-04-01/Accounts/${context.accountSid}/Recordings/${recording.sid}`;
  return {
    ...commonFields(recording, context),
    media_url: recordingUrl(recording, context),
    uri: `${path}.json`,
    subresource_uris: {
      add_on_results: `${path}/AddOnResults.json`,
      transcriptions: `${path}/Transcriptions.json`,
    },
  };
}

/** A recording as in the list of its call. */
function callRecordingResource(recording: Recording, context: CarrierContext): Record<string, unknown> {
  const { sid, callSid } = recording;
  return {
    ...commonFields(recording, context),
    track: 'both',
    uri: `/2010-04-01/Accounts/${context.accountSid}/Calls/${callSid}/Recordings/${sid}.json`,
  };
}

function commonFields(recording: Recording, context: CarrierContext): Record<string, unknown> {
  const seconds = recording.durationSeconds;
  return {
    sid: recording.sid,
    account_sid: context.accountSid,
    api_version: '2010-04-01',
    call_sid: recording.callSid,
    conference_sid: null,
    channels: recording.channels,
    date_created: toRfc2822(recording.startedAt),
    date_updated: toRfc2822(recording.updatedAt),
    start_time: toRfc2822(recording.startedAt),
    duration: seconds === undefined ? null : String(seconds),
    price: seconds === undefined ? null : (-Math.ceil(seconds / 60) * PRICE_PER_MINUTE).toFixed(5),
    price_unit: 'USD',
    source: 'StartCallRecordingAPI',
    status: recording.status,
    error_code: null,
    encryption_details: null,
  };
}

const SAMPLE_RATE = 8000;
const MAX_SECONDS = 600;
// µ-law for silence, and for the two halves of a soft 400 Hz square wave.
const SILENCE = 0xff;
const TONE_HIGH = 0xcf;
const TONE_LOW = 0x4f;
const TONE_PERIOD = 20;
const TONE_SAMPLES = SAMPLE_RATE / 4;

/** A playable WAV of that length: a quarter of a second of tone, then silence. 8 kHz µ-law, as telephone lines are. */
function wavOf(seconds: number, channels: 1 | 2): Buffer {
  const samples = Math.min(Math.max(seconds, 1), MAX_SECONDS) * SAMPLE_RATE;
  const data = Buffer.alloc(samples * channels, SILENCE);
  for (let index = 0; index < TONE_SAMPLES * channels; index += 1) {
    data[index] = Math.floor(index / channels) % TONE_PERIOD < TONE_PERIOD / 2 ? TONE_HIGH : TONE_LOW;
  }
  const header = Buffer.alloc(46);
  header.write('RIFF', 0);
  header.writeUInt32LE(38 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(18, 16);
  header.writeUInt16LE(7, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * channels, 28);
  header.writeUInt16LE(channels, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 38);
  header.writeUInt32LE(data.length, 42);
  return Buffer.concat([header, data]);
}

// MPEG-1 layer III, 32 kbit/s, 44.1 kHz, mono: 104 bytes a frame, and one whose body is zero is silent.
const MP3_FRAME_HEADER = 0xff_fb_10_c0;
const MP3_FRAME_BYTES = 104;
const MP3_FRAME_SECONDS = 1152 / 44_100;

/** A playable MP3 of that length: silence. */
function mp3Of(seconds: number): Buffer {
  const frames = Math.ceil(Math.min(Math.max(seconds, 1), MAX_SECONDS) / MP3_FRAME_SECONDS);
  const data = Buffer.alloc(frames * MP3_FRAME_BYTES);
  for (let frame = 0; frame < frames; frame += 1) data.writeUInt32BE(MP3_FRAME_HEADER, frame * MP3_FRAME_BYTES);
  return data;
}
