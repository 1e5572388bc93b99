import type { TranscriptTurn } from '#shared/calls/call.ts';
import type { Conversation, ConversationEvent } from '#shared/conversations/conversation.ts';

/**
 * The transcript: what each side said, in the order of time, the greeting first. Where the assistant was cut short, only what
 * was heard counts, whether its words were stored before the interruption or after it. What the customer says before the
 * assistant is heard again is one turn: the carrier may bring it in several pieces.
 */
export function toTurns(conversation: Conversation): TranscriptTurn[] {
  const { state, script } = conversation;
  const greeting: AssistantSpeech[] =
    script.greeting === null
      ? []
      : [{ kind: 'assistant_said', at: state.openedAt, generation: 0, text: script.greeting }];
  const events = conversation.events.toSorted(inOrder);
  const said = [...greeting, ...events.filter((event) => event.kind === 'assistant_said')];
  const heard = heardText(said, events);
  const pieces = [...greeting, ...events].flatMap((event): Chunk[] => {
    const isCustomer = event.kind === 'customer_said';
    const text = isCustomer ? event.text : (heard.get(event) ?? '');
    return text === '' ? [] : [{ event, turn: { sender: isCustomer ? 'human' : 'bot', text, timestamp: event.at } }];
  });
  return joinTurns(pieces);
}

interface Chunk {
  event: ConversationEvent;
  turn: TranscriptTurn;
}

function joinTurns(pieces: readonly Chunk[]): TranscriptTurn[] {
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

export type AssistantSpeech = Extract<ConversationEvent, { kind: 'assistant_said' }>;
type Interrupted = Extract<ConversationEvent, { kind: 'interrupted' }>;
type Heard = Map<ConversationEvent, string>;

/** What was heard of each thing the assistant said, in the order in which it was said. */
export function heardText(said: readonly AssistantSpeech[], events: readonly ConversationEvent[]): Heard {
  const tellsPlayed = events.some((event) => event.kind === 'played');
  return tellsPlayed ? heardByPlayedChunks(said, events) : heardByInterruptions(said, events);
}

/**
 * All of it, but for what an interruption cut off: what the assistant said last before it, if the customer had not spoken since.
 * The moments tell, and not the order in which frames were handled. An interruption of words that were never stored brings its own.
 */
function heardByInterruptions(said: readonly AssistantSpeech[], events: readonly ConversationEvent[]): Heard {
  const heard: Heard = new Map(said.map((event) => [event, event.text.trim()]));
  // An answer of the same millisecond comes after what it answers.
  const words = [...events.filter((event) => event.kind === 'customer_said'), ...said];
  let since = 0;
  for (const interruption of events.filter((event) => event.kind === 'interrupted')) {
    // The carrier tells of an interruption before the words that made it, though a slow line may bring both at once.
    const isBefore = ({ kind, at }: ConversationEvent) =>
      kind === 'customer_said' ? at < interruption.at : at <= interruption.at;
    const before = words.filter(isBefore).toSorted((one, other) => one.at - other.at);
    const last = before.at(-1);
    if (last?.kind !== 'assistant_said' || last.at < since) heard.set(interruption, interruption.heard.trim());
    else {
      const recent = said.filter(({ at }) => at >= since && at <= interruption.at);
      const talk = interruptedUtterance(recent, last, interruption);
      for (const [event, text] of cutShort(talk, interruption)) heard.set(event, text);
      // The carrier drops everything that was waiting behind it.
      const end = Math.max(...talk.map(({ at }) => at));
      for (const event of recent.filter(({ at }) => at > end)) heard.set(event, '');
    }
    since = interruption.at;
  }
  return heard;
}

/** The words of the generation that was cut: the last one, if the words that were heard are not those of another. */
function interruptedUtterance(
  recent: readonly AssistantSpeech[],
  last: AssistantSpeech,
  { heard }: Interrupted,
): AssistantSpeech[] {
  const generations = [last.generation, ...new Set(recent.map(({ generation }) => generation))];
  const talks = generations.map((generation) => recent.filter((event) => event.generation === generation));
  const holds = (talk: AssistantSpeech[]) =>
    collapseWhitespace(talk.map(({ text }) => text).join(' ')).includes(collapseWhitespace(heard));
  return talks.find(holds) ?? talks[0] ?? [];
}

/** The carrier reports the played words as one text, or only the last sentence of them: both end where the voice stopped. */
function cutShort(said: readonly AssistantSpeech[], { heard }: Interrupted): Array<[AssistantSpeech, string]> {
  const played = collapseWhitespace(heard);
  const texts = said.map((event) => collapseWhitespace(event.text));
  const start = texts.join(' ').indexOf(played);
  // Nothing of the last talk was heard; the ones before it were over.
  if (played === '') return said.slice(-1).map((event) => [event, '']);
  if (start === -1)
    return said.map((event, index) => [event, index === said.length - 1 ? played : (texts[index] ?? '')]);
  let left = start + played.length;
  return said.map((event, index) => {
    const text = (texts[index] ?? '').slice(0, Math.max(0, left)).trim();
    left -= (texts[index] ?? '').length + 1;
    return [event, text];
  });
}

interface PlaybackProgress {
  event: AssistantSpeech;
  text: string;
  /** How far the voice came. */
  end: number;
}

/** What the carrier has told of its voice. */
interface PlayedChunk {
  text: string;
  at: number;
  /** Told by an interruption: it begins where the voice began, though some of it may have been told before. */
  isCut: boolean;
}

/**
 * As far as the voice came by the pieces that the carrier says it has played; an interruption brings one more. A voice plays one
 * thing after the other, so a piece belongs to what it played last, or to what comes next. Where a piece is found nowhere the
 * carrier words things in its own way, and what it told nothing of counts as heard.
 */
function heardByPlayedChunks(said: readonly AssistantSpeech[], events: readonly ConversationEvent[]): Heard {
  const tracks: PlaybackProgress[] = said.map((event) => ({ event, text: collapseWhitespace(event.text), end: 0 }));
  let current = 0;
  let isWhole = true;
  for (const piece of events.flatMap(toPlayedChunk)) {
    const saidBefore = tracks.filter(({ event }) => event.at <= piece.at);
    const reached = matchChunk(saidBefore, current, piece);
    if (reached) current = Math.max(current, tracks.indexOf(reached));
    else isWhole = false;
  }
  return new Map(tracks.map(({ event, text, end }) => [event, end > 0 || isWhole ? text.slice(0, end).trim() : text]));
}

function toPlayedChunk(event: ConversationEvent): PlayedChunk[] {
  const text = event.kind === 'played' ? event.text : event.kind === 'interrupted' ? event.heard : '';
  return text.trim() === ''
    ? []
    : [{ text: collapseWhitespace(text), at: event.at, isCut: event.kind === 'interrupted' }];
}

/** Gives what the voice has come to with a piece: where more leads are due, or what is known already; undefined when it is found nowhere. */
function matchChunk(
  tracks: PlaybackProgress[],
  current: number,
  { text, isCut }: Omit<PlayedChunk, 'at'>,
): PlaybackProgress | undefined {
  const inOrder = [...tracks.slice(current), ...tracks.slice(0, current)];
  const isTold = ({ text: whole, end }: PlaybackProgress) => whole.slice(0, end).endsWith(text);
  if (isCut && inOrder[0] && isTold(inOrder[0])) return inOrder[0];
  const next = inOrder.find((track) => track.text.includes(text, track.end));
  if (next) {
    next.end = next.text.indexOf(text, next.end) + text.length;
    return next;
  }
  const known = inOrder.find((track) => track.text.lastIndexOf(text, track.end) !== -1);
  if (known) {
    known.end = Math.max(known.end, known.text.lastIndexOf(text, known.end) + text.length);
    return known;
  }
  return matchAcrossUtterances(tracks, text);
}

/** A talk that was never closed goes on with the words of the next answer: the carrier takes them for one. */
function matchAcrossUtterances(tracks: PlaybackProgress[], text: string): PlaybackProgress | undefined {
  const rests = tracks.map((track, index) => ({ track, index, part: collapseWhitespace(track.text.slice(track.end)) }));
  const wholes = tracks.map((track, index) => ({ track, index, part: track.text }));
  for (const { track, index, part } of [...rests, ...wholes]) {
    const after = part !== '' && text.startsWith(part) ? collapseWhitespace(text.slice(part.length)) : '';
    const reached = after === '' ? undefined : matchChunk(tracks.slice(index + 1), 0, { text: after, isCut: false });
    if (!reached) continue;
    track.end = track.text.length;
    return reached;
  }
  return undefined;
}

function collapseWhitespace(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** The transcript as text, one line per turn. */
export function transcriptText(turns: readonly TranscriptTurn[]): string {
  return turns.map(({ sender, text }) => `${speakers[sender]}: ${text.replaceAll(/\s*\n\s*/g, ' ')}`).join('\n');
}

const speakers = { bot: 'Assistant', human: 'Customer' } as const;
