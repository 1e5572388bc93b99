import * as v from 'valibot';
import { answerCustomer, type AnswerCustomerDeps } from '#shared/conversations/answer-customer.ts';
import {
  handleBargeIn,
  recordInterruption,
  recordDtmf,
  recordPlayback,
  type RecordPlaybackDeps,
} from '#shared/conversations/customer-events.ts';
import { openConversation, type OpenConversationDeps } from '#shared/conversations/open-conversation.ts';

export interface ReceiveFrameInput {
  connectionId: string;
  body: string;
  /** When the frame came in: frames of one connection are handled at once, and only this tells their order. */
  at: number;
}

export type ReceiveFrameDeps = AnswerCustomerDeps & RecordPlaybackDeps & OpenConversationDeps;

/** One frame of the carrier. What it does not understand is counted and ignored; the conversation goes on. */
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
      // A partial prompt is repeated in full later on.
      return frame.last
        ? answerCustomer({ connectionId, text: frame.voicePrompt, at }, deps)
        : handleBargeIn({ connectionId, text: frame.voicePrompt, at }, deps);
    case 'interrupt':
      return recordInterruption({ connectionId, heard: frame.utteranceUntilInterrupt, at }, deps);
    case 'dtmf':
      return recordDtmf({ connectionId, at }, deps);
    case 'info':
      return handleInfo(frame, { connectionId, at }, deps);
    case 'error':
      deps.metrics.count('CarrierErrorFrame');
      // The description may quote what we sent: only its beginning names the problem.
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
    await deps.conversations.appendEvent(connectionId, { kind: 'played', at, text: value });
  } else if (name === 'agentSpeaking' && (value === 'on' || value === 'off')) {
    await recordPlayback({ connectionId, voice: value === 'on' ? 'began' : 'stopped', at }, deps);
  } else if (name === 'clientSpeaking' && value === 'on') {
    await deps.conversations.recordSpeechStart(connectionId, at);
  }
}

/** The carrier leaves fields out, or sends null, where it has nothing to say. */
const text = v.nullish(v.string(), '');

/** ConversationRelay's messages to us, with the fields that we read; anything else in them is ignored. */
const RelayFrame = v.variant('type', [
  v.object({
    type: v.literal('setup'),
    callSid: text,
    customParameters: v.nullish(v.object({ call: text, token: text }), { call: '', token: '' }),
  }),
  v.object({ type: v.literal('prompt'), voicePrompt: text, last: v.nullish(v.boolean(), true) }),
  v.object({ type: v.literal('interrupt'), utteranceUntilInterrupt: text }),
  v.object({ type: v.literal('dtmf'), digit: text }),
  v.object({ type: v.literal('info'), name: text, value: v.optional(v.unknown()) }),
  v.object({ type: v.literal('error'), description: text }),
]);

export type RelayFrame = v.InferOutput<typeof RelayFrame>;

const known: ReadonlySet<string> = new Set(RelayFrame.options.map((option) => option.entries.type.literal));
const AnyFrame = v.object({ type: v.string() });

export type ParsedFrame =
  | { kind: 'frame'; frame: RelayFrame }
  /** A type that the carrier may have added since. */
  | { kind: 'unknown'; type: string }
  | { kind: 'malformed'; reason: string };

export function parseRelayFrame(body: string): ParsedFrame {
  const json = parseJson(body);
  const any = v.safeParse(AnyFrame, json);
  if (!any.success) return { kind: 'malformed', reason: v.summarize(any.issues) };
  if (!known.has(any.output.type)) return { kind: 'unknown', type: any.output.type };
  const frame = v.safeParse(RelayFrame, json);
  if (!frame.success) return { kind: 'malformed', reason: v.summarize(frame.issues) };
  return { kind: 'frame', frame: frame.output };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
