import { answerCustomer } from '#shared/conversations/answer-customer.ts';
import type { ConversationDeps } from '#shared/conversations/conversation.ts';
import {
  handleBargeIn,
  receiveKey,
  recordInterruption,
  recordSpeechEnd,
  recordSpeechStart,
} from '#shared/conversations/customer-events.ts';
import { openConversation } from '#shared/conversations/open-conversation.ts';
import { recordPiece, recordPlayback } from '#shared/conversations/playback-events.ts';
import type { LineEvent, ReadFrame } from '#shared/conversations/voice-session.ts';

export interface ReceiveFrameInput {
  connectionId: string;
  frame: ReadFrame;
  /** When the frame arrived, epoch milliseconds. Frames of a connection run concurrently; only this orders them. */
  at: number;
}

export type ReceiveFrameDeps = ConversationDeps;

/** Unknown and malformed frames are counted and ignored, so that the conversation continues. */
export async function receiveFrame(
  { connectionId, frame, at }: ReceiveFrameInput,
  deps: ReceiveFrameDeps,
): Promise<void> {
  if (frame.kind === 'ignored') return;
  if (frame.kind === 'unknown' || frame.kind === 'malformed') {
    deps.metrics.count(frame.kind === 'unknown' ? 'UnknownFrame' : 'MalformedFrame');
    deps.logger.warn('frame of the carrier ignored', { connectionId, kind: frame.kind });
    return;
  }
  await handle(frame, { connectionId, at }, deps);
}

async function handle(
  event: LineEvent,
  line: Pick<ReceiveFrameInput, 'connectionId' | 'at'>,
  deps: ReceiveFrameDeps,
): Promise<void> {
  switch (event.kind) {
    case 'opened':
      return openConversation(
        { ...line, carrierCallId: event.carrierCallId, call: event.call, token: event.token },
        deps,
      );
    case 'said':
      // The final words follow those so far.
      return (event.isFinal ? answerCustomer : handleBargeIn)({ ...line, text: event.text }, deps);
    case 'interrupted':
      return recordInterruption({ ...line, heard: event.heard }, deps);
    case 'key':
      return receiveKey({ ...line, digit: event.digit }, deps);
    case 'played':
      return recordPiece({ ...line, text: event.text }, deps);
    case 'voice':
      if (event.of === 'assistant') return recordPlayback({ ...line, voice: event.voice }, deps);
      return (event.voice === 'began' ? recordSpeechStart : recordSpeechEnd)(line, deps);
    case 'failed':
      deps.metrics.count('ConversationFailed', { code: 'frame' });
      deps.logger.error('carrier reported an error', { connectionId: line.connectionId, problem: event.problem });
  }
}
