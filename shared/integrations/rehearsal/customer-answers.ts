import type { PostCallField } from '#shared/assistants/call-settings.ts';
import type { TranscriptTurn } from '#shared/calls/call.ts';
import { isGoodbye } from '#shared/conversations/end-call-tool.ts';
import { valueOf } from '#shared/integrations/rehearsal/kept-values.ts';
import { rehearsalLanguage, rehearsalLanguages } from '#shared/integrations/rehearsal/languages/known-languages.ts';
import type { Slot } from '#shared/integrations/rehearsal/languages/rehearsal-language.ts';
import { plain } from '#shared/integrations/rehearsal/plain-words.ts';
import { partsOf } from '#shared/integrations/rehearsal/read-conversation.ts';
import { findNumber } from '#shared/integrations/rehearsal/spoken-number.ts';

const YES = wordPattern(
  'yes yeah yep sure okay ok agreed perfect great absolutely correct ja gerne klar si sí claro oui sim certo tak',
);
const NO = wordPattern("no not nope never don't doesn't can't won't isn't nein nicht kein non não nie");
const HARMLESS_NO = /\bno (problem|worries)\b|\bwhy not\b/giu;
const SUMMARY = /summar|overview|zusammenfass|resum|riassun|samenvat/iu;
const IDLE_WORDS = new Set(
  'the a an of is was what which who whether did does do if for to and or in on customer caller client user person their his her they'.split(
    ' ',
  ),
);

const FIELD_SLOTS: ReadonlyArray<readonly [Slot, RegExp]> = [
  ['email', /\be ?mail\b/u],
  ['phone', /\b(phone|telephone|telefon)/u],
  ['name', /\bname\b|\bnombre\b|\bnom\b|\bnome\b|\bnaam\b/u],
  ['date', /\b(date|day|time|appointment|termin|datum|when)\b/u],
];
const ALL_TONGUES = rehearsalLanguages.map((iso2) => ({ iso2, language: rehearsalLanguage(iso2) }));

interface Answer {
  text: string;
  question: string;
}

export function findValue(field: PostCallField, turns: readonly TranscriptTurn[]): string | number | boolean | null {
  const answers = listAnswers(turns);
  if (answers.length === 0) return null;
  if (field.type === 'bool') return findDecision(answers);
  if (field.type === 'number') return firstNumber(answers);
  return SUMMARY.test(`${field.name} ${field.description}`) ? summarise(answers) : bestSentence(field, answers);
}

function listAnswers(turns: readonly TranscriptTurn[]): Answer[] {
  const answers: Answer[] = [];
  let question = '';
  for (const { sender, text } of turns) {
    if (sender === 'bot') question = text;
    else if (text.trim() !== '') answers.push({ text: text.trim(), question });
  }
  return answers;
}

/** The last clear yes or no counts: customers change their minds. */
function findDecision(answers: readonly Answer[]): boolean | null {
  for (const { text } of answers.toReversed()) {
    if (NO.test(text.replaceAll('’', "'").replaceAll(HARMLESS_NO, ''))) return false;
    if (YES.test(text) || /\bthat (sounds|would be|is) (good|right|great)\b|would be good/iu.test(text)) return true;
  }
  return null;
}

function firstNumber(answers: readonly Answer[]): number | null {
  for (const { text } of answers) {
    const number = findNumber(text);
    if (number !== undefined) return number;
  }
  return null;
}

function summarise(answers: readonly Answer[]): string {
  const told = answers
    .filter(({ text }) => !isGoodbye(text))
    .map(({ text }) => partsOf(text, ALL_TONGUES))
    .map(({ question, statement }) => ({ question, statement: statement.replace(/[\s.,;:!?…]+$/u, '') }));
  if (told.length === 0) return 'The customer said goodbye.';
  const statements = told.map(({ statement }) => statement).filter((text) => text !== '');
  const questions = told.map(({ question }) => question).filter((text) => text !== '');
  return [
    ...(statements.length > 0 ? [`The customer said: ${statements.join('; ')}.`] : []),
    ...(questions.length > 0 ? [`The customer asked: ${questions.join(' ')}`] : []),
  ].join(' ');
}

function bestSentence(field: PostCallField, answers: readonly Answer[]): string | null {
  const { name, description } = field;
  const wanted = new Set([...contentWords(name), ...contentWords(description)]);
  const score = (text: string) => contentWords(text).filter((word) => wanted.has(word)).length;
  let best: (Answer & { score: number }) | undefined;
  for (const { text, question } of answers) {
    const points = score(text) * 2 + score(question);
    if (points > (best?.score ?? 0)) best = { text, question, score: points };
  }
  return best === undefined ? null : keptText(field, best);
}

/** The name, the day or the address of a field of that name, and else the sentence. */
function keptText({ name, description }: PostCallField, { text }: Answer): string {
  const wanted = plain(name.replaceAll('_', ' '));
  const about = plain(description);
  const slot =
    FIELD_SLOTS.find(([, pattern]) => pattern.test(wanted)) ?? FIELD_SLOTS.find(([, pattern]) => pattern.test(about));
  return (slot && valueOf(slot[0], text, true)) ?? text;
}

function contentWords(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
  return [...new Set(words.filter((word) => !IDLE_WORDS.has(word)))];
}

function wordPattern(words: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words.replaceAll(' ', '|')})(?!\\p{L})`, 'iu');
}
