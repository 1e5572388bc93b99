import type { LiveCall } from '#twilio/context/live-call.ts';
import type { SessionEnd } from '#twilio/relay/relay-frames.ts';
import { createRelaySession, type RelaySession } from '#twilio/relay/relay-session.ts';
import { readRelaySettings } from '#twilio/relay/relay-settings.ts';
import { TwimlError, type TwimlNode } from '#twilio/wire/parse-twiml.ts';

/** Recorded from the document to the socket: 0.4 to 1.4 seconds. */
const CONNECT_SECONDS = 0.4;

/** Holds the conversation that `<ConversationRelay>` describes. Returns the parameters for the request to the action. */
export async function runConversation(node: TwimlNode, live: LiveCall): Promise<Record<string, string>> {
  const { clock } = live.context;
  await clock.sleep(CONNECT_SECONDS, { signal: live.over });
  const startedAt = clock.now();
  const session = open(node, live);
  live.addEvent('conversation', { state: 'connecting' });
  const end = 'run' in session ? await session.run() : session;
  const seconds = Math.round(clock.seconds(clock.now() - startedAt));
  live.addEvent('conversation', { state: end.status, ...(end.status === 'failed' ? { code: end.code } : {}) });
  if (end.status === 'failed') live.addViolation(end.code, end.message);
  return {
    ...('run' in session ? { SessionId: session.sessionId } : {}),
    SessionStatus: end.status,
    SessionDuration: String(seconds),
    ...endParameters(end),
  };
}

function open(node: TwimlNode, live: LiveCall): RelaySession | SessionEnd {
  try {
    return createRelaySession(
      live,
      readRelaySettings(node, (message) => live.addViolation(12_200, message)),
    );
  } catch (error) {
    if (!(error instanceof TwimlError) || error.code === 12_200) throw error;
    return { status: 'failed', code: error.code, message: error.message };
  }
}

function endParameters(end: SessionEnd): Record<string, string> {
  if (end.status === 'failed') return { ErrorCode: String(end.code), ErrorMessage: end.message };
  return end.status === 'ended' && end.handoffData !== undefined ? { HandoffData: end.handoffData } : {};
}
