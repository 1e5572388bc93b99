import * as v from 'valibot';
import { expectAnswer, expectSuccess } from '#shared/adapters/twilio/read-answer.ts';
import type { TwilioApi } from '#shared/adapters/twilio/twilio-api.ts';
import type { TwilioMedia } from '#shared/adapters/twilio/twilio-media.ts';
import type { CarrierRecording, CarrierRecordings } from '#shared/ports/carrier-recordings.ts';

const RecordingResource = v.object({
  sid: v.string(),
  status: v.string(),
  duration: v.nullish(v.pipe(v.string(), v.transform(Number))),
});
const RecordingList = v.object({ recordings: v.array(RecordingResource) });
const openStates = ['in-progress', 'paused', 'stopped', 'processing'];

/** Recordings on Twilio's REST API. An address is always made of an id, never taken from a callback. */
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
