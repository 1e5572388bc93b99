import type { TranscriptTurn } from '#shared/calls/call.ts';
import { type Language, languages, phrasesFor } from '#shared/catalog/languages.ts';
import { isGoodbye } from '#shared/conversations/end-call-tool.ts';
import { moodOf } from '#shared/conversations/fillers.ts';
import { createFinder, type Finder, type Tongue } from '#shared/integrations/rehearsal/find-sentence.ts';
import { dateIn } from '#shared/integrations/rehearsal/kept-values.ts';
import { rehearsalLanguage, rehearsalLanguages } from '#shared/integrations/rehearsal/languages/known-languages.ts';
import { wordSet, wordsOf } from '#shared/integrations/rehearsal/plain-words.ts';
import {
  isAboutIdentity,
  isAboutMachine,
  isAgain,
  isDone,
  isNegative,
  isNo,
  isOpen,
  isSaid,
  isYes,
  partsOf,
  type Progress,
  progressOf,
} from '#shared/integrations/rehearsal/read-conversation.ts';
import { type Condition, readPrompt, type ReadPrompt } from '#shared/integrations/rehearsal/read-prompt.ts';

export interface RehearsedReply {
  text: string;
  /** Nothing is left to ask, and the customer wants nothing more. */
  ends: boolean;
  progress: Progress[];
}

export interface RehearseInput {
  systemPrompt: string;
  locale: string;
  turns: readonly TranscriptTurn[];
}

/** The part of a question that a sentence of the prompt must cover. */
const ENOUGH = 0.52;
const ENOUGH_OF_CONDITION = 0.5;

interface Prepared {
  read: ReadPrompt;
  finder: Finder;
  call: Tongue;
  prompt: Tongue;
  both: Tongue[];
}

/** The last prompt, which the next turn has again. */
let last: { systemPrompt: string; iso2: string; prepared: Prepared } | undefined;

function prepare(systemPrompt: string, iso2: string): Prepared {
  if (last?.systemPrompt === systemPrompt && last.iso2 === iso2) return last.prepared;
  const { call, prompt } = tonguesOf(systemPrompt, iso2);
  const read = readPrompt(systemPrompt, prompt.language, call.language);
  const both = call.iso2 === prompt.iso2 ? [call] : [call, prompt];
  const prepared = { read, finder: createFinder(read.facts, both), call, prompt, both };
  last = { systemPrompt, iso2, prepared };
  return prepared;
}

export function rehearseReply({ systemPrompt, locale, turns }: RehearseInput): RehearsedReply {
  const catalogued = languages.find((known) => known.locale === locale) ?? languages[0];
  const prepared = prepare(systemPrompt, catalogued?.iso2 ?? 'en');
  const scene: Scene = {
    ...prepared,
    turns,
    catalogued,
    locale,
    said: turns.findLast(({ sender }) => sender === 'human')?.text ?? '',
    progress: progressOf(prepared.read.questions, turns, prepared.both),
  };
  if (isGoodbye(scene.said)) return { text: goodbyeIn(locale), ends: true, progress: scene.progress };
  const answer = answerOf(scene);
  return { ...goOn(answer, scene), progress: scene.progress };
}

interface Scene extends Prepared {
  turns: readonly TranscriptTurn[];
  catalogued: Language | undefined;
  locale: string;
  said: string;
  progress: Progress[];
}

/** The prompt may be in another language than the call. */
function tonguesOf(prompt: string, iso2: string): { call: Tongue; prompt: Tongue } {
  const words = wordsOf(prompt);
  const counts = rehearsalLanguages.map((known) => {
    const idle = wordSet(rehearsalLanguage(known).idle);
    return { known, count: words.filter((word) => idle.has(word)).length + (known === iso2 ? 1 : 0) };
  });
  const [first] = counts.toSorted((one, other) => other.count - one.count);
  const written = first && first.count > 0 ? first.known : iso2;
  return {
    call: { iso2, language: rehearsalLanguage(iso2) },
    prompt: { iso2: written, language: rehearsalLanguage(written) },
  };
}

interface Answer {
  text: string;
  /** The condition that it obeys may ask something before the next question. */
  asks?: string;
  isFull?: boolean;
  /** Says nothing by itself. */
  isPolite?: boolean;
}

function answerOf(scene: Scene): Answer {
  const { said, both, call, finder, turns } = scene;
  const { phrases } = call.language;
  const keys = /^\[pressed (.+)\]$/u.exec(said)?.[1];
  if (keys !== undefined) return { text: phrases.noted.replace('{x}', keys) };
  if (isAgain(said, both)) return { text: lastQuestion(scene) ?? '', isFull: lastQuestion(scene) !== undefined };
  const { question, statement } = partsOf(said, both);
  if (question !== '') {
    if (isAboutMachine(question, both)) return { text: phrases.machine };
    if (isAboutIdentity(question, both)) return { text: identity(scene) ?? phrases.unknown };
  }
  const match = question === '' ? undefined : finder.find(question);
  const obeyed = conditionFor(scene, (condition) => finder.covers(condition, said));
  if (match && match.score >= ENOUGH && match.score >= (obeyed?.score ?? 0)) return { text: match.text };
  if (obeyed) return { text: obeyed.condition.says ?? '', ...asksOf(obeyed.condition, turns) };
  if (question !== '' && finder.isAbout(question)) return { text: phrases.unknown };
  if (statement === '') return { text: '' };
  const choice = choiceOf(scene);
  return choice === undefined ? { text: acknowledgement(scene), isPolite: true } : { text: choice };
}

/** The day that the customer takes of those that were offered. */
function choiceOf({ read, turns, said, call }: Scene): string | undefined {
  const before = turns.findLast(({ sender }) => sender === 'bot')?.text ?? '';
  const offers = [...read.conditions.map(({ says }) => says ?? ''), ...read.questions.map(({ text }) => text)];
  const wasOffered = offers.some((offer) => dateIn(offer) !== undefined && isSaid(offer, before));
  const day = wasOffered ? dateIn(said) : undefined;
  return day === undefined ? undefined : call.language.phrases.noted.replace('{x}', () => day);
}

function asksOf({ asks }: Condition, turns: readonly TranscriptTurn[]): Pick<Answer, 'asks'> {
  const open = asks.find(({ text }) => !turns.some((turn) => turn.sender === 'bot' && isSaid(text, turn.text)));
  return open ? { asks: open.text } : {};
}

function conditionFor(
  { read, turns, said, both, progress }: Scene,
  cover: (condition: Condition) => number,
): { condition: Condition; score: number } | undefined {
  const lastAsked = progress.findLastIndex(({ question }) =>
    isSaid(question.text, turns.findLast(({ sender }) => sender === 'bot')?.text ?? ''),
  );
  const scored = read.conditions.map((condition) => ({ condition, score: scoreOf(condition) }));
  return scored.reduce<(typeof scored)[number] | undefined>(
    (best, one) => (one.score > (best?.score ?? 0) ? one : best),
    undefined,
  );

  function scoreOf(condition: Condition): number {
    const { says, when, after } = condition;
    if (says && turns.some((turn) => turn.sender === 'bot' && isSaid(says, turn.text))) return 0;
    const decision = decisionOf(when, both);
    if (decision !== undefined) {
      const isTaken = decision ? isYes(said, both) : isNo(said, both);
      return after === lastAsked + 1 && isTaken ? 1 : 0;
    }
    if (isNegative(when, both) !== isNegative(said, both)) return 0;
    const score = cover(condition);
    return score >= ENOUGH_OF_CONDITION ? score : 0;
  }
}

/** Whether a condition is about yes or no, such as «if they answer no». */
function decisionOf(when: string, tongues: readonly Tongue[]): boolean | undefined {
  const words = wordsOf(when);
  const ends = words.length <= 4 ? [words[0] ?? '', words.at(-1) ?? ''] : [];
  if (ends.some((word) => isNo(word, tongues))) return false;
  return ends.some((word) => isYes(word, tongues)) ? true : undefined;
}

function identity({ read, turns }: Scene): string | undefined {
  if (read.role) return read.purpose === undefined ? read.role : `${read.role} ${read.purpose}`;
  return turns.find(({ sender }) => sender === 'bot')?.text.split(/(?<=[.!?])\s/u)[0];
}

function lastQuestion({ turns }: Scene): string | undefined {
  const last = turns.findLast(({ sender }) => sender === 'bot')?.text;
  return last
    ?.match(/[^.!?。]+[.!?。]?/gu)
    ?.at(-1)
    ?.trim();
}

function acknowledgement({ said, catalogued }: Scene): string {
  const { fillers } = phrasesFor(catalogued?.id ?? 1);
  const mood = moodOf(said);
  return (
    (mood === 'negative' ? fillers.negative[0] : mood === 'positive' ? fillers.positive[0] : fillers.neutral[0]) ?? ''
  );
}

export function goodbyeIn(locale: string): string {
  return phrasesFor(languages.find((known) => known.locale === locale)?.id ?? 1).goodbye;
}

/** The answer, and the next question of the prompt. */
function goOn(answer: Answer, scene: Scene): Pick<RehearsedReply, 'text' | 'ends'> {
  const { turns, both, call, locale, said, progress } = scene;
  if (answer.isFull) return { text: answer.text, ends: false };
  if (answer.asks) return { text: joined(answer.text, answer.asks), ends: false };
  const opening = openingOf(scene);
  const text = opening !== '' && answer.isPolite ? '' : answer.text;
  const next = progress.find(isOpen);
  if (next) return { text: joined(opening, text, next.question.text), ends: false };
  const { anythingElse, help } = call.language.phrases;
  const before = turns.findLast(({ sender }) => sender === 'bot')?.text ?? '';
  const isRefused = isSaid(anythingElse, before) && isNo(said, both);
  if (isDone(said, both) || isRefused) return { text: goodbyeIn(locale), ends: true };
  const isNew = progress.length === 0 && (answer.isPolite || answer.text === '') && isFirstTurn(scene);
  return { text: joined(opening, text, summaryOf(scene), isNew ? help : anythingElse), ends: false };
}

/** Who calls, if the customer speaks first, and why. */
function openingOf({ read, turns, call, prompt }: Scene): string {
  if (turns.filter(({ sender }) => sender === 'human').length > 1 || call.iso2 !== prompt.iso2) return '';
  const said = turns.flatMap(({ sender, text }) => (sender === 'bot' ? [text] : [])).join(' ');
  const purpose = read.purpose !== undefined && !isSaid(read.purpose, said) ? read.purpose : undefined;
  return joined(said === '' ? read.role : undefined, purpose);
}

function isFirstTurn({ turns }: Scene): boolean {
  return turns.filter(({ sender }) => sender === 'human').length <= 1;
}

/** What was kept, once. */
function summaryOf({ progress, turns, call }: Scene): string | undefined {
  const { noted, people } = call.language.phrases;
  const values = progress.flatMap(({ value, question }) => {
    if (value === undefined) return [];
    return question.slot === 'people' ? people.replace('{x}', value) : value;
  });
  const summary = noted.replace('{x}', () => values.join(', '));
  const isTold = values.length === 0 || turns.some(({ sender, text }) => sender === 'bot' && isSaid(summary, text));
  return isTold ? undefined : summary;
}

function joined(...parts: Array<string | undefined>): string {
  return parts
    .filter(Boolean)
    .join(' ')
    .replaceAll(/(?<=[。？！]) /gu, '');
}
