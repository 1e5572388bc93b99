/**
 * Sequences of frames as they were seen on real calls of ConversationRelay (August 2026), with words of our own. Settings:
 * Deepgram flux, partial prompts, keys, interruptible by any input, which is reported; speaker events and tokens played.
 */
export interface Recording {
  name: string;
  /** The row of the list of what was seen. */
  shows: string;
  greeting?: string;
  events: readonly RecordedEvent[];
  /** The transcript: what was heard, by the side that said it, in its order. A word is heard once it has begun. */
  heard: ReadonlyArray<readonly ['assistant' | 'customer', string]>;
}

/** `at`: milliseconds since the socket was opened. */
export type RecordedEvent =
  | { at: number; from: 'carrier' | 'service'; frame: Readonly<Record<string, unknown>> }
  /** A frame that is no JSON. */
  | { at: number; from: 'service'; raw: string }
  /** The socket is closed; then the request to the action. */
  | { at: number; from: 'carrier' | 'service'; close: number }
  | { at: number; from: 'carrier'; action: Readonly<Record<string, string>> };

const info = (name: string, value: string) => ({ type: 'info', name, value });
const carrier = (at: number, frame: Record<string, unknown>): RecordedEvent => ({ at, from: 'carrier', frame });

/** The first frame of a call that comes in, or of the same call's second conversation. */
export const setup = (at = 0, session = 1): RecordedEvent =>
  carrier(at, {
    type: 'setup',
    sessionId: `VX${String(session).padStart(32, '0')}`,
    callSid: `CA${'1'.padStart(32, '0')}`,
    parentCallSid: '',
    from: '+12025550100',
    to: '+12025550002',
    forwardedFrom: '+12025550002',
    callerName: '',
    direction: 'inbound',
    callType: 'PSTN',
    callStatus: session === 1 ? 'RINGING' : 'IN_PROGRESS',
    accountSid: `AC${'0'.repeat(32)}`,
    customParameters: {},
  });
export const voice = (at: number, value: 'on' | 'off') => carrier(at, info('agentSpeaking', value));
export const customer = (at: number, value: 'on' | 'off') => carrier(at, info('clientSpeaking', value));
export const played = (at: number, text: string) => carrier(at, info('tokensPlayed', text));
export const partial = (at: number, text: string) =>
  carrier(at, { type: 'prompt', voicePrompt: text, lang: 'en', last: false });
export const prompt = (at: number, text: string) =>
  carrier(at, { type: 'prompt', voicePrompt: text, lang: 'en', last: true });
export const key = (at: number, digit: string) => carrier(at, { type: 'dtmf', digit });
export const interrupt = (at: number, utteranceUntilInterrupt: string, durationUntilInterruptMs: number) =>
  carrier(at, { type: 'interrupt', utteranceUntilInterrupt, durationUntilInterruptMs });

/** A text of the service, a word a token, all within a millisecond or two. */
export function says(at: number, text: string, marks: Record<string, unknown> = {}): RecordedEvent[] {
  const tokens = text.match(/\s*\S+/g) ?? [];
  return tokens.map((token, index) => ({
    at,
    from: 'service',
    frame: { type: 'text', token, last: index === tokens.length - 1, ...marks },
  }));
}
export const service = (at: number, frame: Record<string, unknown>): RecordedEvent => ({ at, from: 'service', frame });
export const raw = (at: number, text: string): RecordedEvent => ({ at, from: 'service', raw: text });
export const close = (at: number, from: 'carrier' | 'service', code: number): RecordedEvent => ({
  at,
  from,
  close: code,
});
export const action = (at: number, parameters: Record<string, string>): RecordedEvent => ({
  at,
  from: 'carrier',
  action: parameters,
});
