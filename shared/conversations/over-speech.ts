import type { ConversationState } from '#shared/conversations/conversation-items.ts';
import type { Conversation, ConversationDeps } from '#shared/conversations/conversation.ts';
import { isGoodbye } from '#shared/conversations/end-call-tool.ts';
import { isAcknowledgement } from '#shared/conversations/listening.ts';
import { isPickUpGreeting } from '#shared/conversations/pick-up-greeting.ts';
import type { Clock } from '#shared/platform/clock.ts';

/** Call seconds after the pick-up in which a «Yes?» is a hello, and no answer. */
const PICK_UP_SECONDS = 2.5;

interface Utterance {
  text: string;
  at: number;
}

/** What the customer has said and pressed since the assistant began to speak. */
function heldWords({ events }: Conversation): Utterance[] {
  const begun = events.findLastIndex((event) => event.kind === 'assistant_said' && event.filler !== true);
  return events.slice(begun + 1).filter((event) => event.kind === 'customer_said');
}

export const heldTexts = (conversation: Conversation): string[] => heldWords(conversation).map(({ text }) => text);

/** Not if they only say that the customer listens, or is there: a greeting has answered a hello. */
export function needAnswer(conversation: Conversation, clock: Clock): boolean {
  const { state, script, events } = conversation;
  const last = events.findLast((event) => event.kind === 'assistant_said' && event.filler !== true);
  const spoken = last?.kind === 'assistant_said' ? last.text : (script.greeting ?? '');
  const isAsked = isQuestion(spoken);
  const pickedUpUntil = state.openedAt + clock.callMs(PICK_UP_SECONDS);
  return heldWords(conversation).some(({ text, at }) => {
    if (state.generation === 0 && isPickUpGreeting(text, at <= pickedUpUntil)) return false;
    return !isAcknowledgement(text, script.languageId, isAsked);
  });
}

/** Over a goodbye: the customer wants to end the call, too. */
export function isFarewell(text: string, languageId: number): boolean {
  return isGoodbye(text) || isAcknowledgement(text, languageId, false) || isThanks(text);
}

/** «Thank you», and not «thank you, but …». */
const THANKS =
  /^(?:ok(?:ay)?[\s,.]*)?(?:many |vielen |herzlichen )?(?:thanks?(?: you)?(?: (?:so|very) much| a lot)?|danke(?: (?:schön|sehr|ihnen))?|dank|merci(?: beaucoup| bien)?|(?:muchas )?gracias|(?:molte )?grazie(?: mille)?|(?:muito )?obrigad[oa]|dank (?:u|je)(?: wel)?|dziękuję(?: bardzo)?|tack(?: så mycket)?|tak|takk|kiitos|děkuji|ďakujem|köszönöm|mulțumesc|спасибо|дякую|teşekkür(?:ler| ederim)|شكرا|תודה|धन्यवाद|ありがとう(?:ございます)?|谢谢|감사합니다|cảm ơn|terima kasih)[\s.!]*$/iu;
const isThanks = (text: string) => THANKS.test(text.trim());

/** Whether the text ends with a question. */
export const isQuestion = (text: string): boolean => /[?？؟;][\s"'”’»)\]]*$/u.test(text);

/** Call seconds to wait for a customer who continues after a pause: the prompt follows by then. A cough has none. */
const LONGEST_WAIT_SECONDS = 3;
const STEP_SECONDS = 0.1;

/** Delays an answer while the customer speaks: a prompt that follows shortly after belongs to the same turn. */
export function waitForEndOfSpeech({
  conversations,
  pause,
  clock,
}: Pick<ConversationDeps, 'conversations' | 'pause' | 'clock'>) {
  return async (state: ConversationState): Promise<ConversationState | undefined> => {
    let current: ConversationState | undefined = state;
    let hasStopped = true;
    for (let step = 0; step < LONGEST_WAIT_SECONDS / STEP_SECONDS; step += 1) {
      const isSpeaking: boolean = current !== undefined && current.customerSpeaksSince !== null;
      if (current?.generation !== state.generation || (!isSpeaking && hasStopped)) return current;
      // The end of the voice may be stored before the prompt that comes with it: one step more.
      hasStopped = !isSpeaking;
      await pause(clock.callMs(STEP_SECONDS));
      current = await conversations.getState(state.connectionId);
    }
    return current;
  };
}
