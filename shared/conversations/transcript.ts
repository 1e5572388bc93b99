import type { TranscriptTurn } from '#shared/calls/call.ts';
import type { Conversation, ConversationEvent } from '#shared/conversations/conversation.ts';

type AssistantSpeech = Extract<ConversationEvent, { kind: 'assistant_said' }>;
type Interrupted = Extract<ConversationEvent, { kind: 'interrupted' }>;
/** The text that was heard of each event. */
type Heard = Map<ConversationEvent, string>;

interface SpokenEvent {
  event: ConversationEvent;
  turn: TranscriptTurn;
}

/**
 * Computes the transcript: what each side said, in order, the greeting first. Where the assistant was interrupted, it has only the text
 * that was heard, whether the log stored it before or after the interruption. Prompts that follow each other are one turn.
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
  const spoken = [...greeting, ...events].flatMap((event): SpokenEvent[] => {
    const isCustomer = event.kind === 'customer_said';
    const text = isCustomer ? event.text : (heard.get(event) ?? '');
    return text === '' ? [] : [{ event, turn: { sender: isCustomer ? 'human' : 'bot', text, timestamp: event.at } }];
  });
  return joinTurns(spoken);
}

/** The order of events at the same time: the carrier reports playback and an interruption before the prompt that caused it. */
const RANKS = { played: 0, interrupted: 1, customer_said: 2, assistant_said: 2 } as const;

/** By the carrier's sequence number if both events have one, otherwise by time. */
function inOrder(one: ConversationEvent, other: ConversationEvent): number {
  const first = 'sequence' in one ? one.sequence : undefined;
  const second = 'sequence' in other ? other.sequence : undefined;
  if (first !== undefined && second !== undefined) return first - second;
  return one.at - other.at || RANKS[one.kind] - RANKS[other.kind];
}

/** Returns the text that was heard of each utterance of the assistant. @param said ordered by time */
function heardText(said: readonly AssistantSpeech[], events: readonly ConversationEvent[]): Heard {
  const reportsPlayback = events.some((event) => event.kind === 'played');
  return reportsPlayback ? heardByPlayedChunks(said, events) : heardByInterruptions(said, events);
}

/**
 * Everything was heard, except what an interruption cut off: the assistant's last utterance before it, if the customer has not spoken
 * since. Compares times, because frames are handled in any order. If the interrupted utterance was not stored, the text that the
 * interruption reports is used.
 */
function heardByInterruptions(said: readonly AssistantSpeech[], events: readonly ConversationEvent[]): Heard {
  const heard: Heard = new Map(said.map((event) => [event, event.text.trim()]));
  // The sort below is stable: a reply in the same millisecond comes after its prompt.
  const utterances = [...events.filter((event) => event.kind === 'customer_said'), ...said];
  let since = 0;
  for (const interruption of events.filter((event) => event.kind === 'interrupted')) {
    // The carrier reports an interruption before its prompt, but both may arrive in the same millisecond.
    const isBefore = ({ kind, at }: ConversationEvent) =>
      kind === 'customer_said' ? at < interruption.at : at <= interruption.at;
    const before = utterances.filter(isBefore).toSorted((one, other) => one.at - other.at);
    const last = before.at(-1);
    if (last?.kind !== 'assistant_said' || last.at < since) heard.set(interruption, interruption.heard.trim());
    else {
      const recent = said.filter(({ at }) => at >= since && at <= interruption.at);
      const interrupted = interruptedUtterance(recent, last, interruption);
      for (const [event, text] of cutShort(interrupted, interruption)) heard.set(event, text);
      // The carrier drops the text that was queued behind it.
      const end = Math.max(...interrupted.map(({ at }) => at));
      for (const event of recent.filter(({ at }) => at > end)) heard.set(event, '');
    }
    since = interruption.at;
  }
  return heard;
}

/** The events of the generation that contains the heard text; the last generation if none contains it. */
function interruptedUtterance(
  recent: readonly AssistantSpeech[],
  last: AssistantSpeech,
  { heard }: Interrupted,
): AssistantSpeech[] {
  const generations = [last.generation, ...new Set(recent.map(({ generation }) => generation))];
  const utterances = generations.map((generation) => recent.filter((event) => event.generation === generation));
  const containsHeard = (utterance: AssistantSpeech[]) =>
    collapseWhitespace(utterance.map(({ text }) => text).join(' ')).includes(collapseWhitespace(heard));
  return utterances.find(containsHeard) ?? utterances[0] ?? [];
}

/** Cuts the events where playback stopped. The carrier reports all of the played text, or only its last sentence. */
function cutShort(said: readonly AssistantSpeech[], { heard }: Interrupted): Array<[AssistantSpeech, string]> {
  const played = collapseWhitespace(heard);
  const texts = said.map((event) => collapseWhitespace(event.text));
  const start = texts.join(' ').indexOf(played);
  // Nothing of the last event was heard. The events before it were played in full.
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
  /** The number of characters that were played. */
  end: number;
}

/** A chunk of text that the carrier reports as played. */
interface PlayedChunk {
  text: string;
  at: number;
  /** Reported by an interruption: it starts at the beginning of the utterance, so earlier chunks may overlap it. */
  isInterruption: boolean;
}

/**
 * Matches the chunks that the carrier reports as played with the text of the assistant. An interruption reports one more chunk.
 * Utterances are played one after the other, so a chunk belongs to the current utterance or to a later one. If a chunk does not match,
 * the carrier has changed the wording; utterances without a matching chunk then count as heard.
 */
function heardByPlayedChunks(said: readonly AssistantSpeech[], events: readonly ConversationEvent[]): Heard {
  const tracks: PlaybackProgress[] = said.map((event) => ({ event, text: collapseWhitespace(event.text), end: 0 }));
  let current = 0;
  let allMatched = true;
  for (const chunk of events.flatMap(toPlayedChunk)) {
    const saidBefore = tracks.filter(({ event }) => event.at <= chunk.at);
    const reached = matchChunk(saidBefore, current, chunk);
    if (reached) current = Math.max(current, tracks.indexOf(reached));
    else allMatched = false;
  }
  return new Map(
    tracks.map(({ event, text, end }) => [event, end > 0 || allMatched ? text.slice(0, end).trim() : text]),
  );
}

function toPlayedChunk(event: ConversationEvent): PlayedChunk[] {
  const text = event.kind === 'played' ? event.text : event.kind === 'interrupted' ? event.heard : '';
  return text.trim() === ''
    ? []
    : [{ text: collapseWhitespace(text), at: event.at, isInterruption: event.kind === 'interrupted' }];
}

/**
 * Finds a chunk in the text that is still to be played, or else in the text that was played. Advances the progress of the utterance and
 * returns it; undefined if the chunk does not match.
 */
function matchChunk(
  tracks: PlaybackProgress[],
  current: number,
  { text, isInterruption }: Omit<PlayedChunk, 'at'>,
): PlaybackProgress | undefined {
  const candidates = [...tracks.slice(current), ...tracks.slice(0, current)];
  const hasPlayed = ({ text: whole, end }: PlaybackProgress) => whole.slice(0, end).endsWith(text);
  if (isInterruption && candidates[0] && hasPlayed(candidates[0])) return candidates[0];
  const next = candidates.find((track) => track.text.includes(text, track.end));
  if (next) {
    next.end = next.text.indexOf(text, next.end) + text.length;
    return next;
  }
  const known = candidates.find((track) => track.text.lastIndexOf(text, track.end) !== -1);
  if (known) {
    known.end = Math.max(known.end, known.text.lastIndexOf(text, known.end) + text.length);
    return known;
  }
  return matchAcrossUtterances(tracks, text);
}

/** Matches a chunk that spans utterances: the carrier appends the next reply to an utterance that was not closed. */
function matchAcrossUtterances(tracks: PlaybackProgress[], text: string): PlaybackProgress | undefined {
  const rests = tracks.map((track, index) => ({ track, index, part: collapseWhitespace(track.text.slice(track.end)) }));
  const wholes = tracks.map((track, index) => ({ track, index, part: track.text }));
  for (const { track, index, part } of [...rests, ...wholes]) {
    const after = part !== '' && text.startsWith(part) ? collapseWhitespace(text.slice(part.length)) : '';
    const reached =
      after === '' ? undefined : matchChunk(tracks.slice(index + 1), 0, { text: after, isInterruption: false });
    if (!reached) continue;
    track.end = track.text.length;
    return reached;
  }
  return undefined;
}

function collapseWhitespace(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
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

/** One turn: consecutive prompts, or a filler, an apology, the reply and the last words of one generation. */
function isSameTurn(before: ConversationEvent | undefined, event: ConversationEvent): boolean {
  if (before?.kind === 'customer_said') return event.kind === 'customer_said';
  if (before?.kind !== 'assistant_said' || event.kind !== 'assistant_said') return false;
  return before.generation === event.generation && (before.filler === true || event.continues === true);
}

/** Formats the transcript as text, one line per turn. */
export function transcriptText(turns: readonly TranscriptTurn[]): string {
  return turns.map(({ sender, text }) => `${speakers[sender]}: ${text.replaceAll(/\s*\n\s*/g, ' ')}`).join('\n');
}

const speakers = { bot: 'Assistant', human: 'Customer' } as const;
