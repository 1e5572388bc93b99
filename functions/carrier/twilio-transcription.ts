import * as v from 'valibot';
import { realtimeDeps } from '#shared/container.ts';
import { utteranceText } from '#shared/conversations/conversation.ts';
import { defineCarrierCallback, formSid, formText } from '#shared/integrations/twilio/carrier-callback.ts';
import type { RealtimeDeps } from '#shared/realtime/realtime-calls.ts';
import { recordUtterance } from '#shared/realtime/realtime-events.ts';

const Data = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ transcript: v.pipe(v.string(), v.transform(utteranceText), v.trim()) }),
);

/** https://www.twilio.com/docs/voice/twiml/transcription */
export const handler = defineCarrierCallback({
  id: 'carrier/twilio-transcription',
  form: v.object({
    CallSid: formSid,
    TranscriptionEvent: formText(64),
    Timestamp: v.pipe(v.string(), v.transform(Date.parse), v.number()),
    SequenceId: v.fallback(v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)), 0),
    Track: formText(64),
    Final: formText(64),
    TranscriptionData: v.optional(Data),
    TranscriptionErrorCode: formText(64),
  }),
  deps: (): RealtimeDeps => realtimeDeps(),
  handle: async ({ key, form }, deps) => {
    const text = form.TranscriptionData?.transcript ?? '';
    if (form.TranscriptionEvent === 'transcription-error') {
      deps.metrics.count('TranscriptionFailed');
      deps.logger.error('transcription failed at the carrier', { ...key, code: form.TranscriptionErrorCode });
    } else if (form.TranscriptionEvent === 'transcription-content' && form.Final === 'true' && text !== '') {
      // Inbound to the carrier is the customer's audio.
      const speaker = form.Track === 'inbound_track' ? 'customer' : 'assistant';
      const { CallSid: carrierCallId, Timestamp: at, SequenceId: sequence } = form;
      await recordUtterance(key, { carrierCallId, speaker, text, at, sequence }, deps);
    }
    return undefined;
  },
});
