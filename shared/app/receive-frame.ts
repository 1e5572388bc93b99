import { answerCustomer, type AnswerCustomerDeps } from '#shared/app/answer-customer.ts';
import { giveWay } from '#shared/app/give-way.ts';
import { noteInterruption } from '#shared/app/note-interruption.ts';
import { noteKey } from '#shared/app/note-key.ts';
import { noteVoice, type NoteVoiceDeps } from '#shared/app/note-voice.ts';
import { openConversation, type OpenConversationDeps } from '#shared/app/open-conversation.ts';
import { parseRelayFrame, type RelayFrame } from '#shared/messages/relay-frames.ts';

export interface ReceiveFrameInput {
  connectionId: string;
  body: string;
  /** When the frame came in: frames of one connection are handled at once, and only this tells their order. */
  at: number;
}

export type ReceiveFrameDeps = AnswerCustomerDeps & NoteVoiceDeps & OpenConversationDeps;

/** One frame of the carrier. What it does not understand is counted and ignored; the conversation goes on. */
export async function receiveFrame(input: ReceiveFrameInput, deps: ReceiveFrameDeps): Promise<void> {
  const parsed = parseRelayFrame(input.body);
  if (parsed.kind === 'frame') {
    await handle(parsed.frame, input, deps);
    return;
  }
  deps.metrics.count(parsed.kind === 'unknown' ? 'UnknownFrame' : 'MalformedFrame');
  deps.logger.warn('a frame of the carrier was ignored', { connectionId: input.connectionId, kind: parsed.kind });
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
        : giveWay({ connectionId, text: frame.voicePrompt, at }, deps);
    case 'interrupt':
      return noteInterruption({ connectionId, heard: frame.utteranceUntilInterrupt, at }, deps);
    case 'dtmf':
      return noteKey({ connectionId, at }, deps);
    case 'info':
      return handleInfo(frame, { connectionId, at }, deps);
    case 'error':
      deps.metrics.count('CarrierErrorFrame');
      // The description may quote what we sent: only its beginning names the problem.
      deps.logger.error('the carrier reports an error', { connectionId, problem: frame.description.slice(0, 60) });
  }
}

async function handleInfo(
  { name, value }: Extract<RelayFrame, { type: 'info' }>,
  { connectionId, at }: Pick<ReceiveFrameInput, 'connectionId' | 'at'>,
  deps: ReceiveFrameDeps,
): Promise<void> {
  if (name === 'tokensPlayed') {
    if (typeof value !== 'string' || value.trim() === '') return;
    await deps.conversations.append(connectionId, { kind: 'played', at, text: value });
  } else if (name === 'agentSpeaking' && (value === 'on' || value === 'off')) {
    await noteVoice({ connectionId, voice: value === 'on' ? 'began' : 'stopped', at }, deps);
  } else if (name === 'clientSpeaking' && value === 'on') {
    await deps.conversations.noteCustomer(connectionId, at);
  }
}
