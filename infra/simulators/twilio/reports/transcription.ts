import type { CallbackFaults } from '#twilio/callees/behaviours.ts';
import type { CallTranscription, LiveCall } from '#twilio/context/live-call.ts';
import { newSid } from '#twilio/wire/formats.ts';
import type { TwimlNode } from '#twilio/wire/parse-twiml.ts';
import { methodOf } from '#twilio/wire/service-client.ts';

const RECOGNITION_SECONDS = 0.6;
/** Delay of every second callback, where the customer's faults reorder callbacks. */
const REORDER_SECONDS = 1.5;

/** `<Start><Transcription>`: sends a callback for each sentence from now to the end of the call. */
export function createTranscription(
  { attributes }: TwimlNode,
  live: LiveCall,
  faults: CallbackFaults,
): CallTranscription {
  const sid = newSid('GT');
  const pending = new Set<Promise<void>>();
  let sequence = 0;

  function send(parameters: Record<string, string>, afterSeconds = 0): void {
    sequence += 1;
    const delay = faults.reorders && sequence % 2 === 0 ? REORDER_SECONDS : 0;
    const message = {
      AccountSid: live.context.accountSid,
      CallSid: live.sid,
      TranscriptionSid: sid,
      Timestamp: new Date(live.context.clock.now()).toISOString(),
      SequenceId: String(sequence),
      ...parameters,
    };
    const sending = deliver(message, afterSeconds + delay).finally(() => pending.delete(sending));
    pending.add(sending);
  }

  async function deliver(parameters: Record<string, string>, afterSeconds: number): Promise<void> {
    const { clock, service } = live.context;
    const { statusCallbackUrl: url, statusCallbackMethod } = attributes;
    if (url === undefined) return;
    await clock.sleep(afterSeconds);
    const method = methodOf(statusCallbackMethod);
    const idempotencyToken = `${sid}-${parameters['SequenceId']}`;
    const request = { callSid: live.sid, purpose: 'transcription', url, method, idempotencyToken, parameters };
    for (let copy = 0; copy < faults.copies; copy += 1) await service.request(request);
  }

  send({ TranscriptionEvent: 'transcription-started' });
  return {
    addSpeech(track, text) {
      if (!['both_tracks', track].includes(attributes['track'] ?? 'both_tracks')) return;
      for (const { afterSeconds, parameters } of contentsOf(text, attributes)) {
        send({ TranscriptionEvent: 'transcription-content', Track: track, ...parameters }, afterSeconds);
      }
    },
    async finish() {
      await Promise.all(pending);
      send({ TranscriptionEvent: 'transcription-stopped' });
      await Promise.all(pending);
    },
  };
}

/** The first half of a sentence at once, where partial results are wanted, and the sentence after its recognition. */
function contentsOf(text: string, { languageCode = 'en-US', partialResults }: TwimlNode['attributes']) {
  const data = (transcript: string, confidence: number) => JSON.stringify({ transcript, confidence });
  const half = text.slice(0, Math.ceil(text.length / 2));
  const partial = { Final: 'false', Stability: '0.9', TranscriptionData: data(half, 0.5) };
  const final = { Final: 'true', TranscriptionData: data(text, 0.97) };
  return [
    ...(partialResults === 'true' ? [{ afterSeconds: 0, parameters: { LanguageCode: languageCode, ...partial } }] : []),
    { afterSeconds: RECOGNITION_SECONDS, parameters: { LanguageCode: languageCode, ...final } },
  ];
}
