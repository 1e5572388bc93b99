import * as v from 'valibot';
import { realtimeDeps } from '#shared/container.ts';
import { wholeCharacters } from '#shared/conversations/conversation.ts';
import { defineCarrierCallback } from '#shared/integrations/twilio/carrier-callback.ts';
import type { RealtimeDeps } from '#shared/realtime/realtime-calls.ts';
import { recordUtterance } from '#shared/realtime/realtime-events.ts';

const Data = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ transcript: v.pipe(v.string(), v.transform(wholeCharacters), v.trim()) }),
);

/** https://www.twilio.com/docs/voice/twiml/transcription */
export const handler = defineCarrierCallback({
  id: 'carrier/twilio-transcription',
  form: v.object({
    CallSid: v.string(),
    TranscriptionEvent: v.string(),
    Timestamp: v.pipe(v.string(), v.transform(Date.parse), v.number()),
    SequenceId: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)), '0'),
    Track: v.optional(v.string()),
    Final: v.optional(v.string()),
    TranscriptionData: v.optional(Data),
    TranscriptionErrorCode: v.optional(v.string()),
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
