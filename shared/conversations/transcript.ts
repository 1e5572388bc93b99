import type { TranscriptTurn } from '#shared/calls/call.ts';
import type { Conversation } from '#shared/conversations/conversation.ts';
import { findCutText, findHeardText, type AssistantSpeech } from '#shared/conversations/playback.ts';
import { ONSET_SECONDS, quietAfterSpeech } from '#shared/conversations/speech-text.ts';
import { spokenOf } from '#shared/conversations/spoken-forms.ts';
import type { ConversationEvent } from './conversation-items.ts';

export interface CallTime {
  /** Milliseconds of the clock on the wall; 1,000 by default. */
  msPerCallSecond?: number;
  /** When the line went down, epoch milliseconds, if the customer may have hung up while the assistant spoke. */
  endedAt?: number | undefined;
}

interface SpokenEvent {
  event: ConversationEvent;
  turn: TranscriptTurn;
}

/** Of an interrupted answer only what was heard. Prompts that follow each other are one turn. */
export function toTurns(conversation: Conversation, time: CallTime = {}): TranscriptTurn[] {
  const { greeting, ...log } = ordered(conversation, time);
  const { events } = log;
  const heard = findHeardText(log);
  const spoken = [...greeting, ...events].flatMap((event): SpokenEvent[] => {
    const isCustomer = event.kind === 'customer_said';
    const text = isCustomer ? event.text : (heard.get(event) ?? '');
    return text === '' ? [] : [{ event, turn: { sender: isCustomer ? 'human' : 'bot', text, timestamp: event.at } }];
  });
  return withTools([...joinTurns(spoken), ...brokenOff(conversation, time)], conversation);
}

/** The first words of the assistant, and how much of them was heard. Undefined if it has not opened the conversation. */
export function heardOpening(conversation: Conversation, time: CallTime): { text: string; heard: string } | undefined {
  const log = ordered(conversation, time);
  const [first] = log.said;
  const { greeting, initialMessage } = conversation.script;
  if (!first || first.text !== (greeting ?? initialMessage)) return undefined;
  return { text: first.text, heard: findHeardText(log).get(first) ?? '' };
}

/** What is known of the sentence in which the customer has hung up. */
function brokenOff({ state: { begun } }: Conversation, { endedAt }: CallTime): TranscriptTurn[] {
  if (begun === null || endedAt === undefined) return [];
  return [{ sender: 'human', text: `${begun.text} …`, timestamp: begun.at }];
}

/** At the turns of their calls, or at the turn before if nothing of an answer was heard. */
function withTools(turns: TranscriptTurn[], { state, events }: Conversation): TranscriptTurn[] {
  const { endingAt, endingTool } = state;
  const calls = events.flatMap((event) => toolsOf(event).map((tool) => ({ at: event.at, tool })));
  if (endingAt !== null && endingTool) calls.push({ at: endingAt, tool: endingTool });
  for (const { at, tool } of calls) {
    const turn = turns.findLast(({ timestamp }) => timestamp <= at);
    if (turn) turn.tools = [...(turn.tools ?? []), tool];
  }
  return turns;
}

function toolsOf(event: ConversationEvent): string[] {
  const { tools = [], tool } = event.kind === 'assistant_said' || event.kind === 'turn_ended' ? event : {};
  return tool === undefined ? tools : [...tools, tool];
}

export function cutTextOf(conversation: Conversation, time: CallTime): string {
  return findCutText(ordered(conversation, time));
}

/** The run of the turn that was cut learns of it at the next part of the model's answer. */
export function isCutStored({ state, events }: Conversation): boolean {
  return events.some(
    (event) =>
      (event.kind === 'turn_ended' || (event.kind === 'assistant_said' && event.filler !== true)) &&
      event.generation === state.generation - 1,
  );
}

export function hasCalledTool({ state, events }: Conversation): boolean {
  return events.some((event) => 'tool' in event && event.tool && event.generation === state.generation - 1);
}

/** Undefined if more than a filler or an apology was heard since. An answer under way is not in the log. */
export function unansweredPrompt({ events }: Conversation) {
  const prompt = events.findLast((event) => event.kind === 'customer_said');
  const since = events.filter(({ at }) => prompt && at >= prompt.at);
  const said = since.filter((event) => event.kind === 'assistant_said');
  const heard = since.flatMap((event) => {
    if (event.kind === 'played') return event.text.trim();
    return event.kind === 'interrupted' ? event.heard.trim() : [];
  });
  const isFilled = said.length > 0 && said.every(({ timing }) => timing === undefined);
  return isFilled && heard.every((text) => said.some((one) => spokenOf(one).includes(text))) ? prompt : undefined;
}

function ordered({ state, script, events: stored }: Conversation, { msPerCallSecond = 1000, endedAt }: CallTime) {
  // As long as nothing has happened, not even the end of the call, nothing proves that the greeting was heard.
  const isGreeted =
    script.greeting !== null && (endedAt !== undefined || stored.length > 0 || state.silentSince !== null);
  const greeting: AssistantSpeech[] = isGreeted
    ? [
        {
          kind: 'assistant_said',
          at: state.openedAt,
          generation: 0,
          text: script.greeting ?? '',
          forms: script.greetingForms,
        },
      ]
    : [];
  const events = stored.toSorted(inOrder);
  const said = [...greeting, ...events.filter((event) => event.kind === 'assistant_said')];
  // A carrier that reports no played chunks at all has played everything that no interruption cut off.
  const hasAllPlayedChunks = state.wordsToInterrupt > 0 && events.some(({ kind }) => kind === 'played');
  return { greeting, events, said, hasAllPlayedChunks, msPerCallSecond, endedAt };
}

/** The order of events at the same time: the carrier reports playback and an interruption before the prompt that caused it. */
const RANKS = {
  played: 0,
  interrupted: 1,
  customer_said: 2,
  assistant_said: 3,
  turn_ended: 4,
  handed_back: 5,
} as const;

function inOrder(one: ConversationEvent, other: ConversationEvent): number {
  const first = 'sequence' in one ? one.sequence : undefined;
  const second = 'sequence' in other ? other.sequence : undefined;
  if (first !== undefined && second !== undefined) return first - second;
  return one.at - other.at || RANKS[one.kind] - RANKS[other.kind];
}

function joinTurns(spoken: readonly SpokenEvent[]): TranscriptTurn[] {
  const turns: TranscriptTurn[] = [];
  for (const [index, { event, turn }] of spoken.entries()) {
    const before = turns.at(-1);
    if (before && isSameTurn(spoken[index - 1]?.event, event)) before.text += ` ${turn.text}`;
    else turns.push({ ...turn });
  }
  return turns;
}

/** Consecutive prompts; all of one generation; or what was played of a reply that is not stored. */
function isSameTurn(before: ConversationEvent | undefined, event: ConversationEvent): boolean {
  if (before?.kind === 'customer_said') return event.kind === 'customer_said';
  if (before?.kind === 'played') return event.kind === 'played' || event.kind === 'interrupted';
  if (before?.kind !== 'assistant_said' || event.kind !== 'assistant_said') return false;
  return before.generation === event.generation && (before.filler === true || event.continues === true);
}

export function transcriptText(turns: readonly TranscriptTurn[]): string {
  return turns.map(({ sender, text }) => `${speakers[sender]}: ${text.replaceAll(/\s*\n\s*/g, ' ')}`).join('\n');
}

const speakers = { bot: 'Assistant', human: 'Customer' } as const;

/** An answer of a later turn makes up for the failure: its event has the times of the model. */
export function hasModelFailed({ events }: Pick<Conversation, 'events'>): boolean {
  const failed = lastTurn(events, (event) => event.kind === 'turn_ended' && event.outcome === 'model_failed');
  const answered = lastTurn(events, (event) => event.kind === 'assistant_said' && event.timing !== undefined);
  return failed !== undefined && failed >= (answered ?? 0);
}

function lastTurn(events: readonly ConversationEvent[], isOne: (event: ConversationEvent) => boolean) {
  const turns = events.filter(isOne).flatMap((event) => ('generation' in event ? event.generation : []));
  return turns.length === 0 ? undefined : Math.max(...turns);
}

/** Epoch milliseconds. The text of a turn that still runs is not known. */
export function endOfSpeech(conversation: Conversation, time: CallTime): number {
  if (openTurnSince(conversation) !== undefined) return Number.POSITIVE_INFINITY;
  const { events, said, msPerCallSecond } = ordered(conversation, time);
  const cutAt = events.findLast(({ kind }) => kind === 'interrupted')?.at ?? 0;
  return said
    .filter(({ at }) => at >= cutAt)
    .reduce((quietAt, { at, sentAt, ...said }) => {
      // What waits for earlier speech follows it at once.
      const sent = { at: Math.max(at, quietAt - ONSET_SECONDS * msPerCallSecond), sentAt, text: spokenOf(said) };
      return quietAfterSpeech(sent, (seconds) => seconds * msPerCallSecond);
    }, 0);
}

/** A turn takes 20 s at most, and its last writes some milliseconds more. On the clock on the wall. */
export const LONGEST_TURN_MS = 22_000;

/** The prompt's time, epoch milliseconds. Each turn ends with an event: words, a failure, or an interruption. */
export function openTurnSince({ state, events }: Pick<Conversation, 'state' | 'events'>): number | undefined {
  const prompt = events.findLast(({ kind }) => kind === 'customer_said');
  if (!prompt || state.generation === 0 || state.endingAt !== null) return undefined;
  const isOver = events.some((event) => {
    if (!('generation' in event) || (event.kind === 'assistant_said' && event.filler === true)) return false;
    // The run of an earlier prompt may end after this one has come.
    return event.generation === state.generation || (event.kind !== 'turn_ended' && event.at > prompt.at);
  });
  return isOver ? undefined : prompt.at;
}

/** The item of a transcript has 400 KB at most, of which variables, evaluation and outcome take up to 130 KB. In UTF-8. */
const MOST_BYTES = 200_000;
const LONGEST_TURN = 8_000;
const SHORTEST_CUT = 100;

/** Cuts the longest turns first, so that a call that says too much keeps its transcript. Of too many turns, the first ones stay. */
export function shortenTurns(turns: readonly TranscriptTurn[]): TranscriptTurn[] {
  let kept = [...turns];
  for (let longest = LONGEST_TURN; bytesOf(kept) > MOST_BYTES && longest >= SHORTEST_CUT; longest /= 2) {
    kept = kept.map((turn) =>
      turn.text.length > longest
        ? { ...turn, text: `${turn.text.slice(0, longest).toWellFormed().trimEnd()} …` }
        : turn,
    );
  }
  while (bytesOf(kept) > MOST_BYTES) kept = kept.slice(0, Math.floor(kept.length * 0.9));
  return kept;
}

const bytesOf = (turns: readonly TranscriptTurn[]) => Buffer.byteLength(JSON.stringify(turns));
