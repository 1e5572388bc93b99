import type { ConversationEvent } from '#shared/conversations/conversation.ts';

export type AssistantSpeech = Extract<ConversationEvent, { kind: 'assistant_said' }>;
type Interrupted = Extract<ConversationEvent, { kind: 'interrupted' }>;
type Report = Extract<ConversationEvent, { kind: 'played' | 'interrupted' }>;
/** The text that was heard of each event. Reports of playback have one only if no stored utterance contains their words. */
export type HeardText = Map<ConversationEvent, string>;

/**
 * Computes what was heard of each utterance of the assistant. The carrier reports each piece that it has played, and the words of the
 * piece that an interruption cut. A carrier that reports no pieces has played everything that no interruption cut off.
 * @param said ordered by time
 * @param events ordered by time
 */
export function findHeardText(said: readonly AssistantSpeech[], events: readonly ConversationEvent[]): HeardText {
  const reportsPieces = events.some(({ kind }) => kind === 'played');
  return reportsPieces ? heardByPieces(said, events) : heardByInterruptions(said, events);
}

/**
 * What the assistant repeats after a noise has cut its voice: the sentence that was cut, and all that was dropped behind it. Empty if
 * nothing was cut, or if the customer has spoken since.
 */
export function findCutText(said: readonly AssistantSpeech[], events: readonly ConversationEvent[]): string {
  const cutAt = events.findLast(({ kind }) => kind === 'interrupted')?.at ?? 0;
  const before = events.filter(({ kind, at }) => kind === 'customer_said' || (kind === 'interrupted' && at < cutAt));
  const since = before.at(-1)?.at ?? 0;
  if (since >= cutAt) return '';
  const heard = findHeardText(said, events);
  const sent = said.filter(({ at, filler }) => at >= since && at <= cutAt && filler !== true);
  const texts = sent.map((event) => ({ text: collapseWhitespace(event.text), heard: heard.get(event) ?? '' }));
  const lastHeard = texts.findLastIndex((one) => one.heard !== '');
  const rest = texts.slice(Math.max(0, lastHeard)).filter((one) => one.heard !== one.text);
  return rest.map((one) => fromSentence(one.text, one.heard.length)).join(' ');
}

/** The text from the beginning of the sentence at a position. */
function fromSentence(text: string, position: number): string {
  const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text);
  return text.slice(sentences.containing(position)?.index ?? 0);
}

/**
 * The text that the carrier was sent, in order, without spaces: pieces keep or lose those at their ends. Positions count the
 * characters of this text.
 */
interface Playback {
  text: string;
  tracks: Array<{ event: AssistantSpeech; from: number; to: number }>;
  /** Whether each character was heard. */
  isHeard: boolean[];
  /** Where the next piece begins, unless text was dropped. */
  next: number;
  /** Text before this position was sent before the last interruption, which dropped what was not played of it. */
  droppedUntil: number;
  /** All pieces so far, without spaces. */
  reported: string;
}

/**
 * Utterances are played one after the other, and pieces are reported in that order. Newer text may cut marked text without an
 * interruption, so a piece may begin any later utterance. Text before a piece in the same utterance counts as heard although its
 * report was lost.
 */
function heardByPieces(said: readonly AssistantSpeech[], events: readonly ConversationEvent[]): HeardText {
  const playback = createPlayback(said);
  const heard: HeardText = new Map();
  for (const report of events.filter((event) => event.kind === 'played' || event.kind === 'interrupted')) {
    const words = report.kind === 'played' ? report.text : report.heard;
    const piece = withoutSpaces(words);
    // An interruption repeats the piece that was reported with it.
    const isRepeated = report.kind === 'interrupted' && playback.reported.endsWith(piece);
    if (piece !== '' && !isRepeated) {
      if (!markHeard(playback, piece, report)) heard.set(report, orphanText(words));
      playback.reported += piece;
    }
    if (report.kind === 'interrupted') playback.droppedUntil = sentUntil(playback, report);
  }
  for (const track of playback.tracks) heard.set(track.event, heardOf(track, playback));
  return heard;
}

function createPlayback(said: readonly AssistantSpeech[]): Playback {
  let text = '';
  const tracks = said.map((event) => {
    const from = text.length;
    text += withoutSpaces(event.text);
    return { event, from, to: text.length };
  });
  const isHeard = Array.from({ length: text.length }, () => false);
  return { text, tracks, isHeard, next: 0, droppedUntil: 0, reported: '' };
}

/** The end of the text that was sent before a report. */
function sentUntil({ tracks }: Playback, { at }: Report): number {
  return tracks.findLast(({ event }) => event.at <= at)?.to ?? 0;
}

/** Returns false if the piece belongs to no utterance: that of a run that has not stored it yet, or that has crashed. */
function markHeard(playback: Playback, piece: string, report: Report): boolean {
  const { tracks, isHeard, next, droppedUntil } = playback;
  const limit = sentUntil(playback, report);
  const start = findPiece(playback, piece, limit);
  if (start !== undefined) {
    const track = tracks.find(({ from, to }) => from <= start && start < to);
    const isAfterDrop = start < droppedUntil;
    // Reports may be handled in any order: an older one moves nothing.
    const from = start < next || isAfterDrop ? start : Math.max(next, track?.from ?? start);
    isHeard.fill(true, from, start + piece.length);
    playback.next = Math.max(next, start + piece.length);
    return true;
  }
  // The carrier tells other words than it was sent: the utterance that it plays by now counts as heard.
  const reworded = tracks.find(({ from, to }) => to > Math.max(next, droppedUntil) && to <= limit && from < to);
  if (!reworded) return false;
  isHeard.fill(true, Math.max(next, reworded.from), reworded.to);
  playback.next = reworded.to;
  return true;
}

/** The position of a piece: what follows next, the beginning of a later utterance, any later text, or else earlier text. */
function findPiece({ text, tracks, next, droppedUntil }: Playback, piece: string, limit: number): number | undefined {
  const fits = (start: number) => start !== -1 && start + piece.length <= limit && text.startsWith(piece, start);
  const begins = tracks.map(({ from }) => from);
  const fresh = Math.max(next, droppedUntil);
  const candidates = [
    fresh,
    ...begins.filter((from) => from >= fresh),
    text.indexOf(piece, fresh),
    // Words that were on their way when the customer interrupted are played after it.
    next,
    text.indexOf(piece, next),
    text.lastIndexOf(piece, next),
  ];
  return candidates.find(fits);
}

/** The heard part of an utterance, with its spaces. */
function heardOf({ event, from }: Playback['tracks'][number], { isHeard }: Playback): string {
  let position = from - 1;
  let text = '';
  for (const character of event.text.trim().split('')) {
    if (/\s/.test(character)) text += ' ';
    else {
      position += 1;
      text += isHeard[position] ? character : ' ';
    }
  }
  return collapseWhitespace(text);
}

/** Digits that were sent as tones are reported like speech. */
const orphanText = (words: string) => (/\p{L}/u.test(words) ? collapseWhitespace(words) : '');

/**
 * Everything was heard, except what an interruption cut off: the assistant's last utterance before it, if the customer has not spoken
 * since. Compares times, because frames are handled in any order. If the interrupted utterance was not stored, the text that the
 * interruption reports is used.
 */
function heardByInterruptions(said: readonly AssistantSpeech[], events: readonly ConversationEvent[]): HeardText {
  const heard: HeardText = new Map(said.map((event) => [event, event.text.trim()]));
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

const collapseWhitespace = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const withoutSpaces = (text: string) => text.replaceAll(/\s+/g, '');
