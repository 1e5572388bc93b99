import { recordingUrl } from '#infra/local/carrier-simulator/call/recordings.ts';
import type { Exchange } from '#infra/local/carrier-simulator/call/exchange.ts';
import type { Recording } from '#infra/local/carrier-simulator/journal/journal-entries.ts';
import { toRfc2822 } from '#infra/local/carrier-simulator/rfc2822.ts';

const PRICE_PER_MINUTE = 0.0025;

/** A recording as the API shows it on its own. */
export function recordingResource(recording: Recording, exchange: Exchange): Record<string, unknown> {
  const path = `/2010-04-01/Accounts/${exchange.accountSid}/Recordings/${recording.sid}`;
  return {
    ...commonFields(recording, exchange),
    media_url: recordingUrl(recording, exchange),
    uri: `${path}.json`,
    subresource_uris: {
      add_on_results: `${path}/AddOnResults.json`,
      transcriptions: `${path}/Transcriptions.json`,
    },
  };
}

/** A recording as the API shows it under its call. */
export function callRecordingResource(recording: Recording, exchange: Exchange): Record<string, unknown> {
  const { sid, callSid } = recording;
  return {
    ...commonFields(recording, exchange),
    track: 'both',
    uri: `/2010-04-01/Accounts/${exchange.accountSid}/Calls/${callSid}/Recordings/${sid}.json`,
  };
}

function commonFields(recording: Recording, exchange: Exchange): Record<string, unknown> {
  const seconds = recording.durationSeconds;
  return {
    sid: recording.sid,
    account_sid: exchange.accountSid,
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
