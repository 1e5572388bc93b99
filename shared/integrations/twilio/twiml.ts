export interface BridgeTwiml {
  projectId: string;
  sipHost: string;
  /** Visible in transit; only their token is trusted. */
  headers: Record<string, string>;
  actionUrl: string;
  timeLimitSeconds: number;
  transcription: { url: string; languageCode: string; engine: 'deepgram' | 'google' };
  /** Null if the call is not recorded. */
  recordingUrl: string | null;
}

/** The speech model answers within two seconds. The customer must not wait in silence for longer. */
const RING_SECONDS = 15;

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
      // The default, `telephony`, does not know most of the languages that Google transcribes for us.
      speechModel: engine === 'google' ? 'long' : undefined,
      partialResults: false,
      // The default masks words, and names that look like them: D*** for Dick.
      profanityFilter: false,
      enableAutomaticPunctuation: true,
    },
  };
  const headers = new URLSearchParams(twiml.headers).toString();
  const sip = `sip:${twiml.projectId}@${twiml.sipHost};transport=tls?${headers}`;
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
  actionUrl: string;
  greeting: string | null;
  settings: Record<string, string | number | boolean | undefined>;
  /** Returned in the `setup` message. */
  parameters: Record<string, string>;
  recordingUrl: string | null;
}

export const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

export function conversationTwiml(twiml: ConversationTwiml): string {
  const relay: XmlElement = {
    name: 'ConversationRelay',
    attributes: { url: twiml.socketUrl, welcomeGreeting: greetingWithin(twiml.greeting), ...twiml.settings },
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

/** Twilio takes 64 kB (https://www.twilio.com/docs/api/errors/11750). 20 minutes of speech are 24,000 characters. */
const LONGEST_GREETING_BYTES = 48_000;

function greetingWithin(greeting: string | null): string | undefined {
  if (greeting === null) return undefined;
  let left = LONGEST_GREETING_BYTES;
  const characters = Array.from(greeting);
  const end = characters.findIndex((character) => (left -= Buffer.byteLength(escapeXml(character))) < 0);
  return end === -1 ? greeting : characters.slice(0, end).join('');
}

export function hangUpTwiml(): string {
  return DECLARATION + writeXml({ name: 'Response', children: [{ name: 'Hangup' }] });
}

/** Not among the `SayLanguage` of Twilio's library: with them `<Say>` fails and says nothing. */
const unspokenLocales = new Set('hr-HR sl-SI lt-LT et-EE gl-ES eu-ES ur-PK sw-KE'.split(' '));

export function canSay(locale: string): boolean {
  return !unspokenLocales.has(locale);
}

export function sayTwiml(text: string, locale: string): string {
  return DECLARATION + writeXml({ name: 'Response', children: [sayElement(text, locale), { name: 'Hangup' }] });
}

export function sayElement(text: string, locale: string): XmlElement {
  return { name: 'Say', attributes: { language: locale === 'ar-SA' ? 'ar-XA' : locale }, children: [text] };
}

/** Without answering, so that it costs nothing. The caller hears a busy tone or «not in service». */
export function rejectTwiml(reason: 'busy' | 'rejected'): string {
  return DECLARATION + writeXml({ name: 'Response', children: [{ name: 'Reject', attributes: { reason } }] });
}

/** `Record` of the Calls API is ignored for ConversationRelay calls. */
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

/** Twilio's library misspells some attributes of ConversationRelay, which Twilio silently ignores. */
export function writeXml({ name, attributes = {}, children = [] }: XmlElement): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeXml(String(value))}"`],
  );
  const inner = children.map((child) => (typeof child === 'string' ? escapeXml(child) : writeXml(child))).join('');
  return inner === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${inner}</${name}>`;
}

/** A single character that XML 1.0 does not allow would invalidate the document. */
function escapeXml(text: string): string {
  const printable = Array.from(text.toWellFormed()).filter((character) =>
    /[\t\n\r]|[^\p{Cc}\uFFFE\uFFFF]/u.test(character),
  );
  return printable.join('').replace(/[&<>"]/g, (character) => escapes[character] ?? character);
}
