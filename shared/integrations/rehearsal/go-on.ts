import { languages, phrasesFor } from '#shared/catalog/languages.ts';
import { isDone, isNo, isOpen, isSaid } from '#shared/integrations/rehearsal/read-conversation.ts';
import type { Scene } from '#shared/integrations/rehearsal/scene.ts';

export interface Answer {
  text: string;
  /** The condition that it obeys may ask something before the next question. */
  asks?: string;
  isFull?: boolean;
  /** Says nothing by itself. */
  isPolite?: boolean;
}

export interface NextWords {
  text: string;
  /** Nothing is left to ask, and the customer wants nothing more. */
  ends: boolean;
}

/** The answer, and the next question of the prompt. */
export function goOn(answer: Answer, scene: Scene): NextWords {
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

export function goodbyeIn(locale: string): string {
  return phrasesFor(languages.find((known) => known.locale === locale)?.id ?? 1).goodbye;
}
