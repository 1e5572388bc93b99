import { estimateSpeechSeconds, ONSET_SECONDS, saidWithin } from '#shared/conversations/speech-text.ts';
import { partsOf, spokenOf } from '#shared/conversations/spoken-forms.ts';
import type { ConversationEvent } from './conversation-items.ts';

export type AssistantSpeech = Extract<ConversationEvent, { kind: 'assistant_said' }>;
type Report = Extract<ConversationEvent, { kind: 'played' | 'interrupted' }>;
/** Reports of playback have a text only if no stored utterance contains their words. */
export type HeardText = Map<ConversationEvent, string>;

export interface PlayedLog {
  said: readonly AssistantSpeech[];
  events: readonly ConversationEvent[];
  /** Whether newer text cuts older text, so that all played chunks are stored. Elsewhere few are. */
  hasAllPlayedChunks: boolean;
  msPerCallSecond: number;
  /** When the line went down, epoch milliseconds, if the customer may have cut the last words by that. */
  endedAt?: number | undefined;
}

/** The sentence that a noise has cut, and all that was dropped behind it. Empty if the customer has spoken since. */
export function findCutText(log: PlayedLog): string {
  const { said, events } = log;
  const cutAt = events.findLast(({ kind }) => kind === 'interrupted')?.at ?? 0;
  const before = events.filter(({ kind, at }) => kind === 'customer_said' || (kind === 'interrupted' && at < cutAt));
  const since = before.at(-1)?.at ?? 0;
  if (since >= cutAt) return '';
  const heard = findHeardText(log);
  const sent = said.filter(({ at, filler }) => at >= since && at <= cutAt && filler !== true);
  const texts = sent.map((event) => ({ text: collapseWhitespace(event.text), heard: heard.get(event) ?? '' }));
  const lastHeard = texts.findLastIndex((one) => one.heard !== '');
  const rest = texts.slice(Math.max(0, lastHeard)).filter((one) => one.heard !== one.text);
  return rest.map((one) => fromSentence(one.text, one.heard.length)).join(' ');
}

function fromSentence(text: string, position: number): string {
  const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text);
  return text.slice(sentences.containing(position)?.index ?? 0);
}

/** The text as sent, without spaces: played chunks keep or lose those at their ends. Positions count its characters. */
interface Playback {
  text: string;
  tracks: Array<{ event: AssistantSpeech; from: number; to: number }>;
  isHeard: boolean[];
  next: number;
  /** What was not played of the text before this position was dropped by the last interruption. */
  droppedUntil: number;
  /** Text before this position was reported; from there to `next` it is only assumed to be heard. */
  reportedUntil: number;
  nextAt: number;
  reported: string;
  reworded: HeardText;
  hasAllPlayedChunks: boolean;
  msPerCallSecond: number;
}

/** What counts as heard: docs/decisions/0046-what-a-call-writes.md. */
export function findHeardText(log: PlayedLog): HeardText {
  const { events, hasAllPlayedChunks } = log;
  const playback = createPlayback(log);
  const heard: HeardText = new Map();
  for (const event of events) {
    if (event.kind === 'played' || event.kind === 'interrupted') {
      if (!applyReport(playback, event)) heard.set(event, orphanText(wordsOf(event)));
    } else if (event.kind === 'customer_said' && !hasAllPlayedChunks && !isCutter(event, log)) {
      // An answer of the same millisecond comes after its prompt.
      hearUntil(playback, event.at - 1);
    }
  }
  if (!hasAllPlayedChunks) hearRest(playback, log);
  for (const track of playback.tracks)
    heard.set(track.event, playback.reworded.get(track.event) ?? heardOf(track, playback));
  return heard;
}

/** The carrier reports a key before the interruption by it. Call seconds. */
const KEY_SECONDS = 0.3;

function isCutter({ at: saidAt }: ConversationEvent, { events, msPerCallSecond }: PlayedLog): boolean {
  const until = saidAt + KEY_SECONDS * msPerCallSecond;
  return events.some(({ kind, at }) => kind === 'interrupted' && at >= saidAt && at <= until);
}

function createPlayback({ said, hasAllPlayedChunks, msPerCallSecond }: PlayedLog): Playback {
  let text = '';
  const tracks = said.map((event) => {
    const from = text.length;
    text += withoutSpaces(spokenOf(event));
    return { event, from, to: text.length };
  });
  const isHeard = Array.from({ length: text.length }, () => false);
  const start = { next: 0, reportedUntil: 0, nextAt: 0, droppedUntil: 0, reported: '' };
  return { text, tracks, isHeard, ...start, reworded: new Map(), hasAllPlayedChunks, msPerCallSecond };
}

const wordsOf = (report: Report) => (report.kind === 'played' ? report.text : report.heard);

/** Returns false if the words belong to no utterance: that of a run that has not stored it yet, or that has crashed. */
function applyReport(playback: Playback, report: Report): boolean {
  const playedChunk = withoutSpaces(wordsOf(report));
  // An interruption repeats the played chunk that was reported with it.
  const isNew = playedChunk !== '' && !(report.kind === 'interrupted' && playback.reported.endsWith(playedChunk));
  const isOwn = !isNew || markHeard(playback, playedChunk, report);
  if (isNew) playback.reported += playedChunk;
  if (report.kind === 'interrupted') {
    // Cut before the first word of a played chunk: only the time tells how many there were before it.
    const isBetween = playedChunk === '' && report.isLost !== true;
    if (isBetween && !playback.hasAllPlayedChunks) hearByTime(playback, report.at, wholeChunks);
    playback.droppedUntil = sentUntil(playback, report);
  }
  return isOwn;
}

function hearRest(playback: Playback, { events, endedAt }: PlayedLog): void {
  if (endedAt === undefined) return hearUntil(playback, Number.POSITIVE_INFINITY);
  if (!events.some(({ kind }) => kind === 'played')) hearByTime(playback, endedAt);
}

function hearUntil(playback: Playback, at: number): void {
  const end = sentUntil(playback, { at });
  const from = Math.max(playback.next, playback.droppedUntil);
  if (end <= from) return;
  playback.isHeard.fill(true, from, end);
  Object.assign(playback, { next: end, nextAt: at });
}

/** A voice may be faster than assumed: what has been played for this part of its time counts as heard. */
const FASTEST_VOICE = 0.85;

function hearByTime(playback: Playback, until: number, part = (text: string) => text): void {
  const { tracks, next, nextAt, droppedUntil, msPerCallSecond } = playback;
  let quietAt = 0;
  for (const { event, from, to } of tracks) {
    const start = Math.max(from, next, droppedUntil);
    if (start >= to || event.at > until) continue;
    const isBegun = start > from && start === next;
    const begunAt = isBegun ? nextAt : Math.max(quietAt, event.at + ONSET_SECONDS * msPerCallSecond);
    const rest = withoutFirst(spokenOf(event), start - from);
    const seconds = (until - begunAt) / msPerCallSecond;
    const length = estimateSpeechSeconds(rest);
    quietAt = begunAt + length * msPerCallSecond;
    const heard = seconds >= length * FASTEST_VOICE ? rest : part(saidWithin(rest, Math.max(0, seconds)));
    playback.isHeard.fill(true, start, start + withoutSpaces(heard).length);
    if (heard !== rest) return;
  }
}

/** The voice ends a played chunk at each clause mark. */
const wholeChunks = (text: string) => /^.*[\p{Terminal_Punctuation}…]/su.exec(text)?.[0] ?? '';

function withoutFirst(text: string, characters: number): string {
  let left = characters;
  let position = 0;
  for (; left > 0 && position < text.length; position += 1) if (!/\s/.test(text.charAt(position))) left -= 1;
  return text.slice(position);
}

function sentUntil({ tracks }: Playback, { at }: Pick<Report, 'at'>): number {
  return tracks.findLast(({ event }) => event.at <= at)?.to ?? 0;
}

function markHeard(playback: Playback, playedChunk: string, report: Report): boolean {
  const limit = sentUntil(playback, report);
  const start = findPlayedChunk(playback, playedChunk, limit);
  if (start === undefined) return markReworded(playback, report, limit);
  const { tracks, isHeard, next, droppedUntil, reportedUntil, hasAllPlayedChunks } = playback;
  const end = start + playedChunk.length;
  const isAfterDrop = start < droppedUntil;
  const track = tracks.find(({ from, to }) => from <= start && start < to);
  const begin = hasAllPlayedChunks ? (track?.from ?? start) : droppedUntil;
  // Reports may be handled in any order: an older one moves nothing.
  const from = start < next || isAfterDrop ? start : Math.max(next, begin);
  isHeard.fill(true, from, end);
  const isTooEarly = !hasAllPlayedChunks && start >= reportedUntil && end < next && !isAfterDrop;
  // The prompt that counted as the end of this text came while the text was on its way.
  if (isTooEarly) isHeard.fill(false, end, next);
  if (end > next || isTooEarly) Object.assign(playback, { next: end, nextAt: report.at });
  playback.reportedUntil = Math.max(reportedUntil, end);
  return true;
}

/** The carrier tells other words than it was sent: the utterance that it plays by now counts as heard. */
function markReworded(playback: Playback, report: Report, limit: number): boolean {
  const { tracks, isHeard, next, droppedUntil, hasAllPlayedChunks } = playback;
  const playing = tracks.find(({ from, to }) => to > Math.max(next, droppedUntil) && to <= limit && from < to);
  if (!playing) return false;
  if (!hasAllPlayedChunks && report.kind === 'interrupted') {
    playback.reworded.set(playing.event, collapseWhitespace(report.heard));
  } else {
    isHeard.fill(true, Math.max(next, playing.from), playing.to);
    playback.next = playing.to;
  }
  return true;
}

function findPlayedChunk(
  { text, tracks, next, reportedUntil, droppedUntil }: Playback,
  playedChunk: string,
  limit: number,
): number | undefined {
  const fits = (start: number) =>
    start !== -1 && start + playedChunk.length <= limit && text.startsWith(playedChunk, start);
  const begins = tracks.map(({ from }) => from);
  const fresh = Math.max(next, droppedUntil);
  const candidates = [
    fresh,
    ...begins.filter((from) => from >= fresh),
    text.indexOf(playedChunk, fresh),
    // Words that were on their way when the customer interrupted are played after it.
    next,
    text.indexOf(playedChunk, next),
    text.indexOf(playedChunk, reportedUntil),
    text.lastIndexOf(playedChunk, next),
  ];
  return candidates.find(fits);
}

/** As it is written. */
function heardOf({ event, from }: Playback['tracks'][number], { isHeard }: Playback): string {
  let position = from - 1;
  const hear = (spoken: string) =>
    spoken.replaceAll(/\S/g, (character) => {
      position += 1;
      return isHeard[position] ? character : ' ';
    });
  const heard = partsOf(event).map(({ written, spoken }) => {
    const part = hear(spoken);
    return written === spoken ? part : writtenOf(part, { written, spoken });
  });
  return collapseWhitespace(heard.join(''));
}

/** Of a number that was cut: as many of its digits as were heard. Of another form: the words that were heard. */
function writtenOf(heard: string, { written, spoken }: { written: string; spoken: string }): string {
  if (withoutSpaces(heard) === withoutSpaces(spoken)) return written;
  if (digitsOf(written).length !== digitsOf(spoken).length || heard.trim() === '') return heard;
  let left = digitsOf(heard).length;
  let end = 0;
  for (; left > 0; end += 1) if (/\p{Nd}/u.test(written.charAt(end))) left -= 1;
  return written.slice(0, end);
}

const digitsOf = (text: string): string[] => text.match(/\p{Nd}/gu) ?? [];

/** Digits that were sent as tones are reported like speech. */
const orphanText = (words: string) => (/\p{L}/u.test(words) ? collapseWhitespace(words) : '');

const collapseWhitespace = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const withoutSpaces = (text: string) => text.replaceAll(/\s+/g, '');
