import type { TranscriptTurn } from '#shared/domain/call/call.ts';
import type { Conversation, ConversationEvent } from '#shared/domain/conversation/conversation.ts';
import { heardWords, type Said } from '#shared/domain/conversation/heard-words.ts';

/**
 * The transcript: what each side said, in the order of time, the greeting first. Where the assistant was cut short, only what
 * was heard counts, whether its words were stored before the interruption or after it. What the customer says before the
 * assistant is heard again is one turn: the carrier may bring it in several pieces.
 */
export function toTurns(conversation: Conversation): TranscriptTurn[] {
  const { state, script } = conversation;
  const greeting: Said[] =
    script.greeting === null
      ? []
      : [{ kind: 'assistant_said', at: state.openedAt, generation: 0, text: script.greeting }];
  const events = conversation.events.toSorted(inOrder);
  const said = [...greeting, ...events.filter((event) => event.kind === 'assistant_said')];
  const heard = heardWords(said, events);
  const pieces = [...greeting, ...events].flatMap((event): Piece[] => {
    const isCustomer = event.kind === 'customer_said';
    const text = isCustomer ? event.text : (heard.get(event) ?? '');
    return text === '' ? [] : [{ event, turn: { sender: isCustomer ? 'human' : 'bot', text, timestamp: event.at } }];
  });
  return joinTurns(pieces);
}

interface Piece {
  event: ConversationEvent;
  turn: TranscriptTurn;
}

function joinTurns(pieces: readonly Piece[]): TranscriptTurn[] {
  const turns: TranscriptTurn[] = [];
  for (const [index, { event, turn }] of pieces.entries()) {
    const before = turns.at(-1);
    if (before && isSameTurn(pieces[index - 1]?.event, event)) before.text += ` ${turn.text}`;
    else turns.push({ ...turn });
  }
  return turns;
}

/** Neighbours of the customer, and what the assistant says in one go: a filler, an apology, the answer, last words. */
function isSameTurn(before: ConversationEvent | undefined, event: ConversationEvent): boolean {
  if (before?.kind === 'customer_said') return event.kind === 'customer_said';
  if (before?.kind !== 'assistant_said' || event.kind !== 'assistant_said') return false;
  return before.generation === event.generation && (before.filler === true || event.continues === true);
}

/** What the carrier tells first of things that come in at once: what it played, and that it stopped, before the words that stopped it. */
const RANKS = { played: 0, interrupted: 1, customer_said: 2, assistant_said: 2 } as const;

/** In the carrier's own order where it numbers both, else in the order of time. */
function inOrder(one: ConversationEvent, other: ConversationEvent): number {
  const first = 'sequence' in one ? one.sequence : undefined;
  const second = 'sequence' in other ? other.sequence : undefined;
  if (first !== undefined && second !== undefined) return first - second;
  return one.at - other.at || RANKS[one.kind] - RANKS[other.kind];
}
