import { languageOf } from '#shared/catalog/languages.ts';
import { greet, followAnswer } from '#shared/realtime/realtime-opening.ts';
import { bePatient, endByTimer, handleSilence } from '#shared/realtime/realtime-silence.ts';
import type { SteeredCall, SteerMessage, SteerRealtimeDeps } from '#shared/realtime/steered-call.ts';
import { withSession } from '#shared/realtime/steered-call.ts';

/** Each session lasts seconds, and no compute runs between them. A repeated message does nothing. */
export async function steerRealtime(message: SteerMessage, deps: SteerRealtimeDeps): Promise<void> {
  const subject = await load(message, deps);
  if (!subject) return;
  const isEnding = subject.conversation.state.endingAt !== null;
  switch (message.act) {
    case 'greet':
    case 'greet_again':
      return isEnding ? undefined : greet(subject, message, deps);
    case 'silence':
      return isEnding ? undefined : handleSilence(subject, message, deps);
    case 'be_patient':
      return isEnding ? undefined : bePatient(subject, message, deps);
    case 'goodbye':
      return isEnding ? undefined : endByTimer(subject, message, deps);
    case 'last_words':
      return sayGoodbye(subject, message, deps);
    case 'answered':
      return isEnding ? undefined : followAnswer(subject, message, deps);
    case 'go_on':
      return isEnding ? undefined : goOn(subject, message, deps);
    case 'hang_up':
      return isEnding ? deps.realtime.hangUp(message.realtimeCallId) : undefined;
  }
}

async function load({ userId, callId }: SteerMessage, deps: SteerRealtimeDeps): Promise<SteeredCall | undefined> {
  const key = { userId, callId };
  const call = await deps.calls.get(key);
  if (!call || call.status !== 'in-progress' || call.carrierCallId === null) return undefined;
  const [configuration, conversation] = await Promise.all([
    deps.calls.getConfiguration(key),
    deps.conversations.read(call.carrierCallId),
  ]);
  return configuration && conversation && { call, configuration, conversation };
}

/** A model does not continue by itself behind a tool of our server. One that speaks already refuses the request. */
async function goOn({ conversation }: SteeredCall, message: SteerMessage, deps: SteerRealtimeDeps): Promise<void> {
  await withSession(conversation, message, deps, async (session) => session.answer());
}

async function sayGoodbye({ conversation }: SteeredCall, { realtimeCallId }: SteerMessage, deps: SteerRealtimeDeps) {
  const language = languageOf(conversation.script.languageId);
  const session = await deps.realtime.openSession(realtimeCallId);
  // The model waits for its last words, and says nothing until then.
  if (!session) return deps.realtime.hangUp(realtimeCallId);
  try {
    await session.say({ kind: 'farewell', language }, 'played');
  } finally {
    session.close();
    await deps.realtime.hangUp(realtimeCallId);
  }
}
