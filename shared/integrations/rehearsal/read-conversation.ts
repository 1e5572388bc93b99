import type { TranscriptTurn } from '#shared/calls/call.ts';
import { kindsOf, type Tongue } from '#shared/integrations/rehearsal/find-sentence.ts';
import { valueOf } from '#shared/integrations/rehearsal/kept-values.ts';
import type { RehearsalLanguage } from '#shared/integrations/rehearsal/languages/rehearsal-language.ts';
import { patternOf, plain, similarity, wordSet, wordsOf } from '#shared/integrations/rehearsal/plain-words.ts';
import { sentencesOf } from '#shared/integrations/rehearsal/prompt-lines.ts';
import type { Question } from '#shared/integrations/rehearsal/read-questions.ts';

export interface Progress {
  question: Question;
  timesAsked: number;
  /** What the customer has answered, as it is kept. */
  value?: string;
  isAnswered: boolean;
}

/** Asked as often without an answer, a question is left. */
const MOST_TIMES = 8;

/** What was asked and answered until now, from the turns alone. @param objects whether a condition is about the words */
export function progressOf(
  questions: readonly Question[],
  turns: readonly TranscriptTurn[],
  tongues: readonly Tongue[],
  objects: (said: string) => boolean,
): Progress[] {
  const told = turns.flatMap(({ sender, text }) => (sender === 'human' ? [partsOf(text, tongues).statement] : []));
  return questions.map((question) => {
    const answers: string[] = [];
    let timesAsked = 0;
    let isAnswered = false;
    for (const [index, { sender, text }] of turns.entries()) {
      if (sender !== 'bot' || !isAsked(question, questions, text, tongues)) continue;
      timesAsked += 1;
      const reply = turns.slice(index + 1).find((turn) => turn.sender === 'human')?.text ?? '';
      const { statement } = partsOf(reply, tongues);
      if (statement === '' || isAgain(statement, tongues) || isAside(question, statement, objects)) continue;
      isAnswered = true;
      answers.push(statement);
    }
    const value = keptValue(question, answers, told);
    return {
      question,
      timesAsked,
      isAnswered: isAnswered || value !== undefined,
      ...(value !== undefined && { value }),
    };
  });
}

const LONGEST_NAME = 5;

/** What the prompt has a condition about, or is too long for a name, answers something else. */
function isAside({ slot }: Question, said: string, objects: (said: string) => boolean): boolean {
  if (slot === undefined || valueOf(slot, said, true) !== undefined) return false;
  return objects(said) || (slot === 'name' && wordsOf(said).length > LONGEST_NAME);
}

function keptValue({ slot }: Question, answers: readonly string[], told: readonly string[]): string | undefined {
  if (!slot) return undefined;
  const asked = answers.map((answer) => valueOf(slot, answer, true)).find((value) => value !== undefined);
  // A name or a day that was not asked for yet.
  return (
    asked ??
    told
      .toReversed()
      .map((text) => valueOf(slot, text, false))
      .find((value) => value !== undefined)
  );
}

export const isOpen = ({ isAnswered, timesAsked }: Progress): boolean => !isAnswered && timesAsked < MOST_TIMES;

/** In these words, or in others that are closer to no other question. */
function isAsked(
  question: Question,
  questions: readonly Question[],
  heard: string,
  tongues: readonly Tongue[],
): boolean {
  if (isSaid(question.text, heard)) return true;
  const last = sentencesOf(heard).at(-1) ?? '';
  if (!/[?？]\s*$/u.test(last) || questions.some(({ text }) => isSaid(text, heard))) return false;
  const own = closeness(question, last, tongues);
  return own >= CLOSE && questions.every((other) => other === question || closeness(other, last, tongues) < own);
}

const CLOSE = 0.5;

/** The part of the words of both that they have in common. */
function closeness({ text }: Question, heard: string, tongues: readonly Tongue[]): number {
  const isIdle = (word: string) => tongues.some(({ language }) => wordSet(language.idle).has(word));
  const [wanted, words] = [text, heard].map((sentence) => wordsOf(sentence).filter((word) => !isIdle(word)));
  if (!wanted || !words || words.length === 0) return 0;
  const common = wanted.filter((word) => words.some((one) => similarity(one, word) >= 0.75)).length;
  return common / Math.max(1, wanted.length + words.length - common);
}

/** A sentence whose end the customer has cut off was said if most of it was. */
export function isSaid(sentence: string, heard: string): boolean {
  const wanted = plain(sentence);
  const words = plain(heard);
  return wanted !== '' && (words.includes(wanted) || words.endsWith(wanted.slice(0, Math.ceil(wanted.length * 0.7))));
}

export interface Parts {
  question: string;
  statement: string;
}

/** The questions of the customer, and the other sentences. */
export function partsOf(said: string, tongues: readonly Tongue[]): Parts {
  const sentences = sentencesOf(said);
  const questions = sentences.filter((sentence) => isQuestion(sentence, tongues));
  const statements = sentences.filter((sentence) => !questions.includes(sentence));
  return { question: questions.join(' '), statement: statements.join(' ') };
}

/** With a mark or without: not every recogniser writes one. */
function isQuestion(sentence: string, tongues: readonly Tongue[]): boolean {
  if (/[?？]["”’»)]*\s*$/u.test(sentence)) return true;
  const text = plain(sentence);
  return tongues.some(
    ({ language }) =>
      patternOf(`(?<![\\p{sc=Latin}\\d])(?:${language.questionAnywhere})`, 'u').test(text) ||
      (!sentence.endsWith('!') && sentence.split(/[,;:–]\s/u).some((part) => beginsAsQuestion(part, language))),
  );
}

function beginsAsQuestion(part: string, { questionFirst }: RehearsalLanguage): boolean {
  const words = wordsOf(part);
  const first = words.find((word) => !LEADS.has(word)) ?? '';
  return words.length > 2 && wordSet(questionFirst).has(first);
}

/** Words that may stand before the word of a question: «and», «until». */
const LEADS = wordSet(
  'and und et en e so also ok okay but aber mais pero ma mas maar ale bis ab seit von for from until till since to jusqu jusque a à depuis pour de desde hasta para con até por per da fino od na dla voor tot van vanaf sinds',
);

export function isAgain(said: string, tongues: readonly Tongue[]): boolean {
  return tongues.some(({ language }) => patternOf(language.again, 'u').test(plain(said)));
}

export function isNegative(said: string, tongues: readonly Tongue[]): boolean {
  return tongues.some(({ language }) => patternOf(language.negation, 'u').test(plain(said)));
}

export function isNo(said: string, tongues: readonly Tongue[]): boolean {
  return tongues.some(({ language }) => wordSet(language.no).has(wordsOf(said)[0] ?? ''));
}

export function isYes(said: string, tongues: readonly Tongue[]): boolean {
  return tongues.some(({ language }) => wordSet(language.yes).has(wordsOf(said)[0] ?? ''));
}

export function isDone(said: string, tongues: readonly Tongue[]): boolean {
  const text = said.toLowerCase();
  return tongues.some(({ language }) => {
    const nothing = patternOf(language.nothingElse, 'u');
    return nothing.test(plain(said)) || nothing.test(text);
  });
}

export function isAboutMachine(said: string, tongues: readonly Tongue[]): boolean {
  return tongues.some(({ language }) => patternOf(language.machine, 'u').test(plain(said)));
}

export const isAboutIdentity = (said: string, tongues: readonly Tongue[]): boolean =>
  kindsOf(said, tongues).includes('identity');
