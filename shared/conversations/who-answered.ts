import type { AnsweredBy } from '#shared/calls/call-items.ts';
import type { TranscriptTurn } from '#shared/calls/call.ts';
import { CERTAIN, classifyFirstWords, offersHelp, opensConversation } from '#shared/conversations/first-words.ts';
import type { FirstWords, FirstWordsKind } from '#shared/conversations/first-words.ts';
import { normalWords, saidOf, type Said } from '#shared/conversations/phrase-patterns.ts';

/** On the record, `screening`, `menu` and `hold` are `unknown`: no person has spoken yet. */
export type Answerer = 'human' | 'machine' | 'screening' | 'menu' | 'hold' | 'unknown';

export interface Utterance {
  text: string;
  words: FirstWords;
  /** Epoch milliseconds. */
  at: number;
  /** The assistant had asked, this came next, and it is no announcement that is heard again. */
  answersQuestion: boolean;
}

export interface AnswerEvidence {
  /** The carrier's. */
  verdict?: AnsweredBy | undefined;
  utterances: readonly Utterance[];
  /** How often the callee has pressed keys. */
  keysPressed: number;
}

const REPLIES_OF_A_HUMAN = 2;
/** Screening and menus have turns, too, but few of them. */
const REPLIES_BEHIND_A_SYSTEM = 4;

/** All that the turns of a call tell so far. Those behind the second reply that fits change nothing. */
export function evidenceOf(
  turns: ReadonlyArray<Pick<TranscriptTurn, 'sender' | 'text' | 'timestamp'>>,
  verdict?: AnsweredBy,
): AnswerEvidence {
  const utterances: Utterance[] = [];
  const heard: Array<ReadonlySet<string>> = [];
  let keysPressed = 0;
  for (const [index, { sender, text, timestamp: at }] of turns.entries()) {
    if (sender === 'bot') continue;
    const before = turns[index - 1];
    const spoken = text.replaceAll(/\[pressed [^\]]*\]/g, ' ').trim();
    if (spoken !== text.trim()) keysPressed += 1;
    const isAsked = before?.sender === 'bot' && asksForReply(before.text);
    const pairs = longPairsOf(spoken);
    const answersQuestion = isAsked && !hasNearRepeat(pairs, heard);
    if (spoken !== '') utterances.push({ text: spoken, words: classifyFirstWords(spoken), at, answersQuestion });
    heard.push(pairs);
    if (hasReplied({ utterances, keysPressed })) break;
  }
  return { verdict, utterances, keysPressed };
}

/** Decided from all that is known. Later evidence may correct it, until the call ends. */
export function whoAnswered(evidence: AnswerEvidence): Answerer {
  const { verdict = 'unknown', utterances } = evidence;
  if (hasReplied(evidence)) return 'human';
  const system = utterances.findLast(isSystem);
  if (!system) return byVerdict(verdict, utterances);
  if (isPersonBehindSystem(utterances)) return 'human';
  const machine = utterances.filter(({ words }) => words.kind === 'machine');
  if (machine.length === 0) return stateOf[system.words.kind];
  const isSaid = machine.some(({ words }) => words.certainty >= CERTAIN);
  return isSaid || verdict !== 'human' ? 'machine' : 'unknown';
}

/** Before any words of a machine. */
function hasReplied({ utterances, keysPressed }: Pick<AnswerEvidence, 'utterances' | 'keysPressed'>): boolean {
  const first = utterances.findIndex(isSystem);
  const own = first < 0 ? utterances : utterances.slice(0, first);
  return repliesIn(own) + keysPressed >= REPLIES_OF_A_HUMAN;
}

/** Another assistant leads its caller like a menu. */
const stateOf: Record<FirstWordsKind, Answerer> = {
  human: 'human',
  machine: 'machine',
  screening: 'screening',
  menu: 'menu',
  assistant: 'menu',
  hold: 'hold',
  unknown: 'unknown',
};

const isSystem = ({ words: { kind } }: Utterance) => kind !== 'human' && kind !== 'unknown';

function byVerdict(verdict: AnsweredBy, utterances: readonly Utterance[]): Answerer {
  if (verdict === 'human') return 'human';
  const humans = utterances.filter(({ words }) => words.kind === 'human');
  const isLikely = humans.some(({ words, answersQuestion }) => answersQuestion || words.certainty >= CERTAIN);
  if (verdict === 'unknown') return isLikely ? 'human' : 'unknown';
  // Carriers take the long greeting of a business for a mailbox.
  if (humans.some(({ text }) => offersHelp(text))) return 'human';
  return isLikely ? 'unknown' : 'machine';
}

function isPersonBehindSystem(utterances: readonly Utterance[]): boolean {
  const last = utterances.findLastIndex(isSystem);
  const kind = utterances[last]?.words.kind;
  const since = utterances.slice(last + 1);
  const isAssistant = utterances.some(({ words }) => words.kind === 'assistant');
  if (kind === 'machine') return !isAssistant && repliesIn(since) >= REPLIES_OF_A_HUMAN;
  const hasOpened = since.some(
    ({ text, words }) =>
      words.kind === 'human' && (opensConversation(text) || (kind === 'hold' && words.certainty >= CERTAIN)),
  );
  return hasOpened || (!isAssistant && repliesIn(since) >= REPLIES_BEHIND_A_SYSTEM);
}

const repliesIn = (utterances: readonly Utterance[]) =>
  utterances.filter((one) => one.answersQuestion && !isSystem(one)).length;

/** As `normalWords` writes them. */
const REQUESTS =
  / (?:please|let me know|tell me|bitte|sagen sie|nennen sie|veuillez|dites moi|merci de|sil vous plait|por favor|digame|per favore|mi dica|alstublieft|prosze|lutfen|пожалуиста|скажите|будь ласка|कृपया|من فضلك|silakan|vui long) |ください|お願い|ますか|でしょうか|請|请|吗|嗎|呢|주세요|까요|ไหม|กรุณา/u;

/** Whether the words end with a question, or ask for something. */
export function asksForReply(text: string): boolean {
  const last = text
    .trim()
    .split(/(?<=[.!?…。！？؟;])(?=[\s"'”»)])\s*|(?<=[。！？])/u)
    .slice(-2);
  return last.some(
    (sentence) =>
      /(?:[?？؟]|\p{sc=Greek};)\s*["'”»)]*$/u.test(sentence.trim()) ||
      REQUESTS.test(` ${normalWords(sentence).join(' ')} `),
  );
}

const SAME = 0.8;
/** "Yes" and "yes" are two replies. */
const FEWEST_WORDS = 4;
const FEWEST_CHARACTERS = 10;

export function isNearRepeat(text: string, earlier: readonly string[]): boolean {
  return hasNearRepeat(longPairsOf(text), earlier.map(longPairsOf));
}

function hasNearRepeat(pairs: ReadonlySet<string>, earlier: ReadonlyArray<ReadonlySet<string>>): boolean {
  return earlier.some((others) => shareOf(pairs, others) >= SAME);
}

/** 0 to 1: the share of pairs of neighbouring words that both texts have. */
export function similarity(one: string, other: string): number {
  return shareOf(pairsOf(unitsOf(one)), pairsOf(unitsOf(other)));
}

function shareOf(pairs: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const all = pairs.size + others.size;
  return all === 0 ? 0 : (2 * pairs.intersection(others).size) / all;
}

/** None of a text that humans may say twice. */
function longPairsOf(text: string): Set<string> {
  const units = unitsOf(text);
  const isLong = units.words.length >= FEWEST_WORDS || units.characters.length >= FEWEST_CHARACTERS;
  return isLong ? pairsOf(units) : new Set();
}

function unitsOf(text: string): Said {
  const { words, characters } = saidOf(normalWords(text));
  return { words: words.slice(1, -1), characters: characters.slice(1, -1) };
}

/** Of characters in scripts without spaces. */
function pairsOf({ words, characters }: Said): Set<string> {
  const units = characters.length > 0 ? characters : words;
  return new Set(units.slice(1).map((unit, index) => `${units[index] ?? ''} ${unit}`));
}
