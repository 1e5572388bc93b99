import { countWords, type Conversation, type ConversationDeps } from '#shared/conversations/conversation.ts';
import { asksToHold } from '#shared/conversations/first-words.ts';
import { asksToWait } from '#shared/conversations/listening.ts';
import { heardOpening } from '#shared/conversations/transcript.ts';
import { evidenceOf, isNearRepeat, whoAnswered, type Answerer } from '#shared/conversations/who-answered.ts';

type Turn = Parameters<typeof evidenceOf>[0][number];

type AnswererDeps = Pick<ConversationDeps, 'conversations' | 'timer' | 'clock'>;

/** Each utterance for itself: announcements and a person behind them are one turn of the transcript. */
export function utterancesOf({ state, script, events }: Conversation): Turn[] {
  const greeting: Turn[] =
    script.greeting === null ? [] : [{ sender: 'bot', text: script.greeting, timestamp: state.openedAt }];
  const said = events.flatMap((event): Turn[] => {
    if (event.kind === 'customer_said') return [{ sender: 'human', text: event.text, timestamp: event.at }];
    const isSpeech = event.kind === 'assistant_said' && event.filler !== true;
    return isSpeech ? [{ sender: 'bot', text: event.text, timestamp: event.at }] : [];
  });
  return [...greeting, ...said];
}

/** Undefined unless the service has called the customer. */
export function answererOf(conversation: Conversation): Answerer | undefined {
  const { verdict } = conversation.state;
  return verdict && whoAnswered(evidenceOf(utterancesOf(conversation), verdict));
}

/** What to do about a turn before any model is asked. */
type Reaction = 'answer' | 'introduce' | 'stay_quiet' | 'leave_message';

/** An announcement that is heard a third time is no conversation, whatever it says. */
const MOST_REPEATS = 2;
/** Call seconds that a menu may repeat itself: nothing of the service presses its keys. */
const MENU_SECONDS = 60;
/** Call seconds of silence in which the greeting of a mailbox is over. Its beep comes within them. */
const GREETING_PAUSE_SECONDS = 4;

const INTRODUCE =
  'An automatic assistant of the customer has answered and asks who calls. Say in one or two sentences who you are and why you call, and ask for nothing. ' +
  'The customer may come to the phone afterwards.';

function reactionTo(conversation: Conversation, text: string): Reaction {
  const answerer = answererOf(conversation);
  if (answerer === undefined) return 'answer';
  if (answerer === 'machine') return 'leave_message';
  if (answerer === 'hold') return 'stay_quiet';
  const heard = utterancesOf(conversation).flatMap((one) => (one.sender === 'human' ? [one.text] : []));
  const repeats = heard.slice(0, -1).filter((earlier) => isNearRepeat(text, [earlier])).length;
  if (repeats >= MOST_REPEATS || (answerer === 'menu' && repeats > 0)) return 'stay_quiet';
  if (answerer !== 'screening') return 'answer';
  // It knows by now who calls.
  return heard.length > 1 && asksToHold(text) ? 'stay_quiet' : 'introduce';
}

const MACHINES: ReadonlyArray<Answerer | undefined> = ['screening', 'menu', 'hold'];

/** Whether these words tell for the first time that a person has taken over from a machine. */
function isNewPerson(conversation: Conversation, at: number): boolean {
  if (answererOf(conversation) !== 'human') return false;
  const events = conversation.events.filter((event) => event.at < at);
  return MACHINES.includes(answererOf({ ...conversation, events }));
}

/** The conversation to be answered. Undefined if no person would hear the answer. */
export async function withoutMachines(
  conversation: Conversation,
  { text, at }: { text: string; at: number },
  deps: AnswererDeps,
): Promise<Conversation | undefined> {
  const { state, script } = conversation;
  const reaction = reactionTo(conversation, text);
  if (reaction === 'stay_quiet' || reaction === 'leave_message') {
    await stayQuiet(conversation, { text, at }, deps);
    await (reaction === 'stay_quiet'
      ? waitOnHold(conversation, at, deps)
      : expectEndOfGreeting(conversation, at, deps));
    return undefined;
  }
  const waitSeconds = asksToWait(text, script.languageId);
  const waitsUntil = waitSeconds === undefined ? null : at + deps.clock.callMs(waitSeconds);
  if (waitsUntil !== null) await deps.conversations.recordWait(state.connectionId, state.generation, waitsUntil, at);
  if (state.onHoldSince !== null) await deps.conversations.recordHold(state.connectionId, null);
  const note =
    reaction === 'introduce'
      ? INTRODUCE
      : openingNote(conversation, {
          isNewPerson: isNewPerson(conversation, at),
          msPerCallSecond: deps.clock.callMs(1),
        });
  const systemPrompt = note === undefined ? script.systemPrompt : `${script.systemPrompt}\n\n${note}`;
  return { ...conversation, state: { ...state, waitsUntil }, script: { ...script, systemPrompt } };
}

/** A turn without an answer, which is over. */
async function stayQuiet(
  { state: { connectionId, generation }, unstored = [] }: Conversation,
  { at }: { text: string; at: number },
  { conversations }: AnswererDeps,
): Promise<void> {
  const words = unstored.map((one) => ({ kind: 'customer_said', ...one }) as const);
  const over = { kind: 'turn_ended', at: at + 1, generation, outcome: 'unheard' } as const;
  await Promise.all([...words, over].map((event) => conversations.appendEvent(connectionId, event)));
}

async function waitOnHold(conversation: Conversation, at: number, { conversations, timer }: AnswererDeps) {
  const { connectionId, generation } = conversation.state;
  if (!(await conversations.recordHold(connectionId, at))) return;
  const seconds = answererOf(conversation) === 'hold' ? conversation.script.maxHoldDuration : MENU_SECONDS;
  const message = { connectionId, generation, timer: 'on_hold', silentSeconds: 0, silentSince: at } as const;
  await timer.afterCallSeconds(seconds, 'continue-conversation', message);
}

async function expectEndOfGreeting({ state, script }: Conversation, at: number, { timer }: AnswererDeps) {
  const { connectionId, generation } = state;
  const seconds = script.mailboxMessage === null ? 0 : GREETING_PAUSE_SECONDS;
  const message = { connectionId, generation, timer: 'answered', silentSeconds: 0, silentSince: at } as const;
  await timer.afterCallSeconds(seconds, 'continue-conversation', message);
}

/** A few words at the end are not missed. */
const FEWEST_WORDS = 3;

const FIRST =
  'Begin your answer with what they have not heard, in your own words: before all else who calls, for whom, that no person speaks and that the call is recorded, where it says so. ' +
  'Then answer them. Leave it out if they want to end the call.';

/** What the model is told where the customer has not heard its opening. @param isNewPerson until now a machine has listened */
function openingNote(
  conversation: Conversation,
  { isNewPerson, msPerCallSecond }: { isNewPerson: boolean; msPerCallSecond: number },
): string | undefined {
  const opening = heardOpening(conversation, { msPerCallSecond });
  if (!opening) return undefined;
  const { text, heard } = opening;
  if (isNewPerson) {
    return `Until now a machine has listened. A person has come to the telephone, and has not heard your opening: ${quoted(text)} ${FIRST}`;
  }
  if (
    conversation.events.some((event) => event.kind === 'assistant_said' && event.filler !== true && event.text !== text)
  )
    return undefined;
  const missing = text.startsWith(heard) ? text.slice(heard.length).trim() : text;
  if (countWords(missing) < FEWEST_WORDS) return undefined;
  const until = heard === '' ? '' : `They have heard ${quoted(heard)}. `;
  return `The customer has cut your opening. ${until}They have not heard: ${quoted(missing)} ${FIRST}`;
}

/** Variables are in it: none of them may end the quotation. */
const quoted = (text: string) => JSON.stringify(text);
