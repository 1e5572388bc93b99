import { answerCustomer } from '#shared/conversations/answer-customer.ts';
import {
  newConversationState,
  type Conversation,
  type ConversationDeps,
  type ConversationEvent,
} from '#shared/conversations/conversation.ts';
import { startSilenceTimer } from '#shared/conversations/silence.ts';
import { quietAfterSpeech } from '#shared/conversations/speech-text.ts';
import { createSpeaker } from '#shared/conversations/speaker.ts';

/** What was under way when the connection was lost. Of what was said then, nothing counts as heard. */
type Pending =
  | { kind: 'answer'; text: string; at: number; heard: ConversationEvent[] }
  | { kind: 'repeat'; text: string; heard: ConversationEvent[] }
  | { kind: 'listen'; heard: ConversationEvent[] };

/**
 * Continues a conversation on a new connection of the carrier, under the id of that connection: with the same script and log, without
 * a second greeting. The assistant answers what the customer said last, or says again what was cut, or listens if it was the
 * customer's turn.
 * @param at when the `setup` frame arrived, epoch milliseconds
 */
export async function resumeConversation(
  lost: Conversation,
  { connectionId, at }: { connectionId: string; at: number },
  deps: ConversationDeps,
): Promise<void> {
  const { conversations } = deps;
  // A repeated frame.
  if (await conversations.getState(connectionId)) return;
  const { state, script, source } = lost;
  const pending = findPending(lost, at, deps);
  await Promise.all(pending.heard.map((event) => conversations.appendEvent(connectionId, event)));
  const opened = {
    ...newConversationState(connectionId, state.call, script, state.openedAt),
    generation: state.generation + 1,
    silentSince: pending.kind === 'listen' ? at : null,
  };
  await conversations.open(opened, script, source);
  // Stops the timers of the old connection, and a turn that still runs.
  await conversations.beginEnding(state.connectionId, at);
  switch (pending.kind) {
    case 'answer':
      return answerCustomer({ connectionId, text: pending.text, at: pending.at }, deps);
    case 'repeat': {
      const speaker = createSpeaker(opened, deps);
      await speaker.say(pending.text, true);
      return speaker.record();
    }
    case 'listen':
      return startSilenceTimer(opened, deps);
  }
}

/** The carrier connects a call again 1.6 to 2.6 call seconds after its connection was lost. */
const LOST_SECONDS = 3;

function findPending({ state, script, events }: Conversation, at: number, { clock }: ConversationDeps): Pending {
  const log = events.toSorted((one, other) => one.at - other.at);
  const isAnswer = (event: ConversationEvent) => event.kind === 'assistant_said' && event.filler !== true;
  const answered = log.findLastIndex(isAnswer);
  const last = log[answered];
  const generation = last?.kind === 'assistant_said' ? last.generation : 0;
  const prompt = log.findLast((event, index) => index > answered && event.kind === 'customer_said');
  // Words in the generation of the answer were too short to interrupt it.
  if (prompt?.kind === 'customer_said' && state.generation > generation)
    return { ...prompt, kind: 'answer', heard: log };
  if (state.silentSince !== null) return { kind: 'listen', heard: log };
  const cut = log.filter((event) => isAnswer(event) && 'generation' in event && event.generation === generation);
  const text = last ? cut.map((event) => ('text' in event ? event.text : '')).join(' ') : (script.greeting ?? '');
  const sent = { text, at: cut[0]?.at ?? state.openedAt, sentAt: cut.at(-1)?.at };
  const quietAt = quietAfterSpeech(sent, (seconds) => clock.callMs(seconds));
  if (text === '' || quietAt <= at - clock.callMs(LOST_SECONDS)) return { kind: 'listen', heard: log };
  // Older than the repeat, which may begin in the same millisecond.
  const cutAt = at - 1;
  return {
    kind: 'repeat',
    text,
    heard: [...log, { kind: 'interrupted', at: cutAt, generation, heard: '', isLost: true }],
  };
}
