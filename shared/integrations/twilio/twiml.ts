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
      ...bridgeRecording(twiml.recordingUrl),
    },
    children: [{ name: 'Sip', children: [sip] }],
  };
  const response = { name: 'Response', children: [{ name: 'Start', children: [transcription] }, dial] };
  return `<?xml version="1.0" encoding="UTF-8"?>${writeXml(response)}`;
}

function bridgeRecording(url: string | null): XmlElement['attributes'] {
  if (url === null) return {};
  return {
    record: 'record-from-answer-dual',
    recordingStatusCallback: url,
    recordingStatusCallbackMethod: 'POST',
    recordingStatusCallbackEvent: 'completed absent',
  };
}

export interface ConversationTwiml {
  socketUrl: string;
  /** Called when the conversation is over. */
  actionUrl: string;
  /** Null when the customer speaks first. */
  greeting: string | null;
  settings: Record<string, string | number | boolean | undefined>;
  /** Handed back in the `setup` message. */
  parameters: Record<string, string>;
  /** Where the recording is announced; null when the call is not recorded. */
  recordingUrl: string | null;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/** The answer to «the customer has answered»: connect the call to our conversation. */
export function conversationTwiml(twiml: ConversationTwiml): string {
  const relay: XmlElement = {
    name: 'ConversationRelay',
    attributes: { url: twiml.socketUrl, welcomeGreeting: twiml.greeting ?? undefined, ...twiml.settings },
    children: Object.entries(twiml.parameters).map(([name, value]) => ({
      name: 'Parameter',
      attributes: { name, value },
    })),
  };
  const connect: XmlElement = {
    name: 'Connect',
    attributes: { action: twiml.actionUrl, method: 'POST' },
    children: [relay],
  };
  return (
    DECLARATION + writeXml({ name: 'Response', children: [...conversationRecording(twiml.recordingUrl), connect] })
  );
}

export function hangUpTwiml(): string {
  return DECLARATION + writeXml({ name: 'Response', children: [{ name: 'Hangup' }] });
}

/** Neither answered nor paid for: the caller hears a busy tone, or that the number is not in service. */
export function rejectTwiml(reason: 'busy' | 'rejected'): string {
  return DECLARATION + writeXml({ name: 'Response', children: [{ name: 'Reject', attributes: { reason } }] });
}

/** `Record` of the Calls API is ignored for ConversationRelay calls, so the recording starts in TwiML. */
function conversationRecording(url: string | null): XmlElement[] {
  if (url === null) return [];
  const attributes = {
    channels: 'dual',
    recordingStatusCallback: url,
    recordingStatusCallbackMethod: 'POST',
    recordingStatusCallbackEvent: 'completed absent',
  };
  return [{ name: 'Start', children: [{ name: 'Recording', attributes }] }];
}

export interface XmlElement {
  name: string;
  attributes?: Record<string, string | number | boolean | undefined>;
  children?: Array<XmlElement | string>;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Writes an element and what is in it. Our own, because the carrier's library misspells some attributes of
 * ConversationRelay, and the carrier silently ignores what is misspelt.
 */
export function writeXml({ name, attributes = {}, children = [] }: XmlElement): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeXml(String(value))}"`],
  );
  const inner = children.map((child) => (typeof child === 'string' ? escapeXml(child) : writeXml(child))).join('');
  return inner === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${inner}</${name}>`;
}

/** Characters that XML 1.0 cannot carry are left out: the whole document would be refused for one of them. */
function escapeXml(text: string): string {
  const printable = Array.from(text.toWellFormed()).filter((character) =>
    /[\t\n\r]|[^\p{Cc}\uFFFE\uFFFF]/u.test(character),
  );
  return printable.join('').replace(/[&<>"]/g, (character) => escapes[character] ?? character);
}
