import * as v from 'valibot';
import { utteranceText } from '#shared/conversations/conversation.ts';
import type { LineEvent, ReadFrame, VoiceFrame, VoiceSession } from '#shared/conversations/voice-session.ts';

export const relaySession: VoiceSession = {
  read: readRelayFrame,
  write: (frame) => JSON.stringify(toRelayFrame(frame)),
};

/** Twilio returns it with the end of the session: a new connection is wanted. */
export const RECONNECT = 'reconnect';

function toRelayFrame(frame: VoiceFrame): object {
  if (frame.kind === 'end') {
    const handoffData = frame.isLost === true ? RECONNECT : frame.handOver;
    return { type: 'end', ...(handoffData && { handoffData }) };
  }
  // There is no message for it: the next text cuts preemptible text.
  if (frame.kind === 'stop') return { type: 'text', token: ' ', last: true, preemptible: true };
  const { text: token, isLast: last, isPreemptible, isWhole } = frame;
  const text = { type: 'text', token, last };
  return { ...text, ...(isPreemptible && { preemptible: true }), ...(isWhole && { interruptible: false }) };
}

const text = v.pipe(v.nullish(v.string(), ''), v.transform(utteranceText));
/** Keys of the table are made of some of them, and the others are compared with what the service has made. */
const name = v.pipe(v.nullish(v.string(), ''), v.maxLength(1_000));

/** https://www.twilio.com/docs/voice/conversationrelay/websocket-messages */
const RelayFrame = v.variant('type', [
  v.object({
    type: v.literal('setup'),
    callSid: name,
    customParameters: v.nullish(v.object({ call: name, token: name }), { call: '', token: '' }),
  }),
  v.object({ type: v.literal('prompt'), voicePrompt: text, last: v.nullish(v.boolean(), true) }),
  v.object({ type: v.literal('interrupt'), utteranceUntilInterrupt: text }),
  v.object({ type: v.literal('dtmf'), digit: v.pipe(text, v.maxLength(32)) }),
  v.object({ type: v.literal('info'), name: text, value: v.optional(v.union([text, v.unknown()])) }),
  v.object({ type: v.literal('error'), description: text }),
]);
type RelayFrame = v.InferOutput<typeof RelayFrame>;

const knownTypes: ReadonlySet<string> = new Set(RelayFrame.options.map((option) => option.entries.type.literal));
const AnyFrame = v.object({ type: v.string() });

function readRelayFrame(body: string): ReadFrame {
  const json = parseJson(body);
  const typed = v.safeParse(AnyFrame, json);
  if (!typed.success) return { kind: 'malformed' };
  if (!knownTypes.has(typed.output.type)) return { kind: 'unknown' };
  const frame = v.safeParse(RelayFrame, json);
  return frame.success ? toEvent(frame.output) : { kind: 'malformed' };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The description of an error may quote the conversation. Its first characters name the problem. */
const PROBLEM_LENGTH = 60;

function toEvent(frame: RelayFrame): ReadFrame {
  switch (frame.type) {
    case 'setup':
      return { kind: 'opened', carrierCallId: frame.callSid, ...frame.customParameters };
    case 'prompt':
      return { kind: 'said', text: frame.voicePrompt, isFinal: frame.last };
    case 'interrupt':
      return { kind: 'interrupted', heard: frame.utteranceUntilInterrupt };
    case 'dtmf':
      return { kind: 'key', digit: frame.digit };
    case 'error':
      return { kind: 'failed', problem: frame.description.slice(0, PROBLEM_LENGTH) };
    default:
      return infoEvent(frame) ?? { kind: 'ignored' };
  }
}

const speakers = new Map<string, 'assistant' | 'customer'>([
  ['agentSpeaking', 'assistant'],
  ['clientSpeaking', 'customer'],
]);

function infoEvent({ name, value }: Extract<RelayFrame, { type: 'info' }>): LineEvent | undefined {
  if (name === 'tokensPlayed') {
    return typeof value === 'string' && value.trim() !== '' ? { kind: 'played', text: value } : undefined;
  }
  const of = speakers.get(name);
  if (of === undefined || (value !== 'on' && value !== 'off')) return undefined;
  return { kind: 'voice', of, voice: value === 'on' ? 'began' : 'stopped' };
}
