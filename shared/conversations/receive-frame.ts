import * as v from 'valibot';
import { answerCustomer } from '#shared/conversations/answer-customer.ts';
import { wholeCharacters, type ConversationDeps } from '#shared/conversations/conversation.ts';
import {
  handleBargeIn,
  receiveKey,
  recordInterruption,
  recordPiece,
  recordPlayback,
  recordSpeechEnd,
  recordSpeechStart,
} from '#shared/conversations/customer-events.ts';
import { openConversation } from '#shared/conversations/open-conversation.ts';

export interface ReceiveFrameInput {
  connectionId: string;
  body: string;
  /** When the frame arrived, epoch milliseconds. Frames of a connection run concurrently; only this orders them. */
  at: number;
}

export type ReceiveFrameDeps = ConversationDeps;

/** Handles a frame of the carrier. Unknown and malformed frames are counted and ignored, so that the conversation continues. */
export async function receiveFrame(input: ReceiveFrameInput, deps: ReceiveFrameDeps): Promise<void> {
  const parsed = parseRelayFrame(input.body);
  if (parsed.kind === 'frame') {
    await handle(parsed.frame, input, deps);
    return;
  }
  deps.metrics.count(parsed.kind === 'unknown' ? 'UnknownFrame' : 'MalformedFrame');
  deps.logger.warn('relay frame ignored', { connectionId: input.connectionId, kind: parsed.kind });
}

async function handle(
  frame: RelayFrame,
  { connectionId, at }: ReceiveFrameInput,
  deps: ReceiveFrameDeps,
): Promise<void> {
  switch (frame.type) {
    case 'setup':
      return openConversation({ connectionId, carrierCallId: frame.callSid, ...frame.customParameters, at }, deps);
    case 'prompt':
      // The full prompt follows a partial one.
      return frame.last
        ? answerCustomer({ connectionId, text: frame.voicePrompt, at }, deps)
        : handleBargeIn({ connectionId, text: frame.voicePrompt, at }, deps);
    case 'interrupt':
      return recordInterruption({ connectionId, heard: frame.utteranceUntilInterrupt, at }, deps);
    case 'dtmf':
      return receiveKey({ connectionId, digit: frame.digit, at }, deps);
    case 'info':
      return handleInfo(frame, { connectionId, at }, deps);
    case 'error':
      deps.metrics.count('CarrierErrorFrame');
      // The description may quote the conversation. Its first characters name the problem.
      deps.logger.error('carrier reported an error', { connectionId, problem: frame.description.slice(0, 60) });
  }
}

async function handleInfo(
  { name, value }: Extract<RelayFrame, { type: 'info' }>,
  { connectionId, at }: Pick<ReceiveFrameInput, 'connectionId' | 'at'>,
  deps: ReceiveFrameDeps,
): Promise<void> {
  if (name === 'tokensPlayed') {
    if (typeof value !== 'string' || value.trim() === '') return;
    await recordPiece({ connectionId, text: value, at }, deps);
  } else if (name === 'agentSpeaking' && (value === 'on' || value === 'off')) {
    await recordPlayback({ connectionId, voice: value === 'on' ? 'began' : 'stopped', at }, deps);
  } else if (name === 'clientSpeaking' && value === 'on') {
    await recordSpeechStart({ connectionId, at }, deps);
  } else if (name === 'clientSpeaking' && value === 'off') {
    await recordSpeechEnd({ connectionId, at }, deps);
  }
}

/** The carrier omits an empty field, or sends null. */
const text = v.pipe(v.nullish(v.string(), ''), v.transform(wholeCharacters));

/**
 * The WebSocket messages of ConversationRelay, with the fields that the service reads:
 * https://www.twilio.com/docs/voice/conversationrelay/websocket-messages
 */
const RelayFrame = v.variant('type', [
  v.object({
    type: v.literal('setup'),
    callSid: text,
    customParameters: v.nullish(v.object({ call: text, token: text }), { call: '', token: '' }),
  }),
  v.object({ type: v.literal('prompt'), voicePrompt: text, last: v.nullish(v.boolean(), true) }),
  v.object({ type: v.literal('interrupt'), utteranceUntilInterrupt: text }),
  v.object({ type: v.literal('dtmf'), digit: text }),
  v.object({ type: v.literal('info'), name: text, value: v.optional(v.union([text, v.unknown()])) }),
  v.object({ type: v.literal('error'), description: text }),
]);

export type RelayFrame = v.InferOutput<typeof RelayFrame>;

const knownTypes: ReadonlySet<string> = new Set(RelayFrame.options.map((option) => option.entries.type.literal));
const AnyFrame = v.object({ type: v.string() });

export type ParsedFrame =
  | { kind: 'frame'; frame: RelayFrame }
  /** A type that this version does not know. */
  | { kind: 'unknown'; type: string }
  | { kind: 'malformed' };

/** Parses the body of a frame. Never throws. */
export function parseRelayFrame(body: string): ParsedFrame {
  const json = parseJson(body);
  const typed = v.safeParse(AnyFrame, json);
  if (!typed.success) return { kind: 'malformed' };
  if (!knownTypes.has(typed.output.type)) return { kind: 'unknown', type: typed.output.type };
  const frame = v.safeParse(RelayFrame, json);
  if (!frame.success) return { kind: 'malformed' };
  return { kind: 'frame', frame: frame.output };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
