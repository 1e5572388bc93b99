import { sayGoodbye } from '#shared/conversations/answer-customer.ts';
import { answererOf } from '#shared/conversations/answerer.ts';
import type { ConversationState } from '#shared/conversations/conversation-items.ts';
import type { Conversation, ConversationDeps } from '#shared/conversations/conversation.ts';
import { createSpeechSender } from '#shared/conversations/speech-sender.ts';
import { quietAfterSpeech } from '#shared/conversations/speech-text.ts';
import { spokenOf } from '#shared/conversations/spoken-forms.ts';
import { ANY_GENERATION } from '#shared/conversations/verdict-message.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';

type Message = QueueMessage<'continue-conversation'>;
type MailboxDeps = Pick<ConversationDeps, 'conversations' | 'socket' | 'calls' | 'timer' | 'clock'>;

/** Call seconds. The verdict of the carrier comes in the middle of a greeting. */
const CHECK_SECONDS = 2;
const LONGEST_GREETING_SECONDS = 60;
const HANG_UP_SECONDS = 2;

function isCustomerSpeaking({ customerSpeaksSince, begun }: ConversationState): boolean {
  return customerSpeaksSince !== null || begun !== null;
}

/** Call seconds from the end of our greeting to the answer of a person, and its end. */
const ANSWER_SECONDS = 4;
/** On the clock on the wall: local calls run faster than real time, and simulated customers need some of it to react. */
const LEAST_ANSWER_MS = 600;

/** Without words of the callee only the carrier speaks of a machine, while a person listens. */
function mayAnswerGreeting({ state, script, events }: Conversation, clock: Clock): boolean {
  if (script.greeting === null || events.some(({ kind }) => kind === 'customer_said')) return false;
  const spoken = spokenOf({ text: script.greeting, forms: script.greetingForms });
  const quietAt = quietAfterSpeech({ at: state.openedAt, text: spoken }, (seconds) => clock.callMs(seconds));
  return clock.now() < quietAt + Math.max(LEAST_ANSWER_MS, clock.callMs(ANSWER_SECONDS));
}

/** After a verdict, and after a greeting: leaves the message, or ends the call, if a mailbox has answered. */
export async function followAnswer(message: Message, deps: MailboxDeps): Promise<void> {
  const { conversations, clock, timer } = deps;
  const conversation = await conversations.read(message.connectionId);
  if (!conversation || conversation.state.endingAt !== null) return;
  const { state } = conversation;
  // Words have come since, whose turn decides.
  if (message.generation !== ANY_GENERATION && message.generation !== state.generation) return;
  const since = message.silentSince ?? clock.now();
  const isTooSoon = isCustomerSpeaking(state) || mayAnswerGreeting(conversation, clock);
  if (isTooSoon && clock.now() < since + clock.callMs(LONGEST_GREETING_SECONDS)) {
    return timer.afterCallSeconds(CHECK_SECONDS, 'continue-conversation', { ...message, silentSince: since });
  }
  if (answererOf(conversation) === 'machine') await leaveMessage(conversation, deps);
}

async function leaveMessage({ state, script }: Conversation, deps: MailboxDeps): Promise<void> {
  if (script.mailboxMessage === null) return endQuietly(state, 'voicemail', deps);
  const speechSender = createSpeechSender(state, deps, { locale: script.locale, isWhole: true });
  await sayGoodbye({ ...state, reason: 'voicemail' }, script.mailboxMessage, speechSender, deps);
  await speechSender.record();
}

/** Without a goodbye, which no person would hear. */
export async function endQuietly(
  { connectionId, generation, call }: ConversationState,
  reason: 'voicemail' | 'on_hold',
  { conversations, calls, timer, clock, socket }: MailboxDeps,
): Promise<void> {
  const endingAt = clock.now();
  const hangUp = { connectionId, generation, timer: 'hang_up', silentSeconds: 0, silentSince: endingAt } as const;
  // Before the end, so that the call is closed even if this run crashes.
  const [isFirst] = await Promise.all([
    conversations.beginEnding(connectionId, endingAt, { generation }),
    timer.afterCallSeconds(HANG_UP_SECONDS, 'continue-conversation', hangUp),
  ]);
  if (!isFirst) return;
  await calls.recordEndedBy(call, 'assistant', reason);
  await socket.send(connectionId, { kind: 'end' });
}
