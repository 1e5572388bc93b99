import { writeXml, type XmlElement } from '#shared/adapters/twilio/xml.ts';

export interface BridgeTwiml {
  /** The project of the speech model that takes the call. */
  projectId: string;
  /** Headers of the SIP request. They are seen on the way, and are believed for their token only. */
  headers: Record<string, string>;
  /** Called when the bridge is over. */
  actionUrl: string;
  timeLimitSeconds: number;
  /** Where the carrier writes down what is said. */
  transcription: { url: string; languageCode: string; engine: 'deepgram' | 'google' };
  /** Where the recording is announced; null when the call is not recorded. */
  recordingUrl: string | null;
}

const SIP_HOST = 'sip.api.openai.com';
/** The speech model takes a call in a second or two; who waits longer hears nothing for too long. */
const RING_SECONDS = 15;

/** The answer to «the customer has answered» of a multimodal call: write down what both say, and bridge it to the model. */
export function bridgeTwiml(twiml: BridgeTwiml): string {
  const { url, languageCode, engine } = twiml.transcription;
  const transcription: XmlElement = {
    name: 'Transcription',
    attributes: {
      statusCallbackUrl: url,
      statusCallbackMethod: 'POST',
      track: 'both_tracks',
      languageCode,
      transcriptionEngine: engine,
      partialResults: false,
      enableAutomaticPunctuation: true,
    },
  };
  const headers = new URLSearchParams(twiml.headers).toString();
  const sip = `sip:${twiml.projectId}@${SIP_HOST};transport=tls?${headers}`;
  const dial: XmlElement = {
    name: 'Dial',
    attributes: {
      action: twiml.actionUrl,
      method: 'POST',
      answerOnBridge: true,
      timeout: RING_SECONDS,
      timeLimit: twiml.timeLimitSeconds,
      ...recording(twiml.recordingUrl),
    },
    children: [{ name: 'Sip', children: [sip] }],
  };
  const response = { name: 'Response', children: [{ name: 'Start', children: [transcription] }, dial] };
  return `<?xml version="1.0" encoding="UTF-8"?>${writeXml(response)}`;
}

function recording(url: string | null): XmlElement['attributes'] {
  if (url === null) return {};
  return {
    record: 'record-from-answer-dual',
    recordingStatusCallback: url,
    recordingStatusCallbackMethod: 'POST',
    recordingStatusCallbackEvent: 'completed absent',
  };
}
