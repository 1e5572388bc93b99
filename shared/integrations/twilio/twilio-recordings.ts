import * as v from 'valibot';
import {
  expectAnswer,
  expectSuccess,
  type TwilioApi,
  type TwilioApiOptions,
} from '#shared/integrations/twilio/twilio-api.ts';
import type { CarrierRecording, CarrierRecordings } from '#shared/recordings/recording.ts';

const RecordingResource = v.object({
  sid: v.string(),
  status: v.string(),
  duration: v.nullish(v.pipe(v.string(), v.transform(Number))),
});
const RecordingList = v.object({ recordings: v.array(RecordingResource) });
const openStates = ['in-progress', 'paused', 'stopped', 'processing'];

/** URLs are built from ids, never taken from a callback. */
export function createTwilioRecordings(api: TwilioApi, media: TwilioMedia): CarrierRecordings {
  return {
    async find(carrierCallId) {
      const answer = expectAnswer(await api('GET', `Calls/${pathPart(carrierCallId)}/Recordings.json`));
      if (answer.status === 404) return undefined;
      const { recordings } = v.parse(RecordingList, expectSuccess(answer));
      const known = recordings.map(toRecording);
      return known.find(({ state }) => state !== 'absent') ?? known[0];
    },
    open: (recordingId) => media(`Recordings/${pathPart(recordingId)}.wav?RequestedChannels=2`),
    async remove(recordingId) {
      const answer = expectAnswer(await api('DELETE', `Recordings/${pathPart(recordingId)}.json`));
      if (answer.status !== 404) expectSuccess(answer);
    },
  };
}

function toRecording({ sid, status, duration }: v.InferOutput<typeof RecordingResource>): CarrierRecording {
  const state = status === 'completed' ? 'ready' : openStates.includes(status) ? 'open' : 'absent';
  return { id: sid, state, durationSeconds: duration ?? 0 };
}

const pathPart = (id: string) => encodeURIComponent(id);

/** Returns undefined if the resource does not exist; throws for any other error. */
export type TwilioMedia = (path: string) => Promise<ReadableStream<Uint8Array> | undefined>;

// An hour in two channels is about 115 MB. A longer stream hangs.
const TIMEOUT_MS = 100_000;

export function createTwilioMedia({ apiUrl, accountSid, authToken, timeoutMs }: TwilioApiOptions): TwilioMedia {
  return async (path) => {
    const credentials = Buffer.from(`${accountSid}:${await authToken()}`).toString('base64');
    // Twilio may redirect to its storage; the credentials are not sent there.
    const response = await fetch(`${apiUrl}/2010-04-01/Accounts/${accountSid}/${path}`, {
      headers: { authorization: `Basic ${credentials}` },
      signal: AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS),
    });
    if (response.ok && response.body) return response.body;
    await response.body?.cancel();
    if (response.status === 404 || response.status === 410) return undefined;
    throw new Error(`Twilio answered ${response.status} to a request for media`);
  };
}
