import type { TranscriptTurn } from '#shared/calls/call.ts';
import { phrasesFor } from '#shared/catalog/languages.ts';
import { isGoodbye } from '#shared/conversations/end-call-tool.ts';
import { moodOf } from '#shared/conversations/fillers.ts';
import type { Tongue } from '#shared/integrations/rehearsal/find-sentence.ts';
import { type Answer, goodbyeIn, goOn, type NextWords } from '#shared/integrations/rehearsal/go-on.ts';
import { dateIn } from '#shared/integrations/rehearsal/kept-values.ts';
import { wordsOf } from '#shared/integrations/rehearsal/plain-words.ts';
import {
  isAboutIdentity,
  isAboutMachine,
  isAgain,
  isNegative,
  isNo,
  isSaid,
  isYes,
  partsOf,
  type Progress,
} from '#shared/integrations/rehearsal/read-conversation.ts';
import type { Condition } from '#shared/integrations/rehearsal/read-prompt.ts';
import { type RehearseInput, type Scene, sceneOf } from '#shared/integrations/rehearsal/scene.ts';

export interface RehearsedReply extends NextWords {
  progress: Progress[];
}

/** The part of a question that a sentence of the prompt must cover. */
const ENOUGH = 0.52;
/** Of a question about an amount, a time or a place, which the sentence has. */
const ENOUGH_OF_KIND = 0.42;
const ENOUGH_OF_CONDITION = 0.5;

export function rehearseReply(input: RehearseInput): RehearsedReply {
  const scene = sceneOf(input);
  const { progress, said, locale } = scene;
  if (isGoodbye(said)) return { text: goodbyeIn(locale), ends: true, progress };
  return { ...goOn(answerOf(scene), scene), progress };
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
  const isFit = match !== undefined && match.score >= (match.isOfKind ? ENOUGH_OF_KIND : ENOUGH);
  if (isFit && match.score >= (obeyed?.score ?? 0)) return { text: match.text };
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
