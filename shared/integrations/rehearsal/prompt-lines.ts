/** A line of a prompt without its list marks, under the headings and questions that it belongs to. */
export interface PromptLine {
  text: string;
  heading: string;
  /** A list item, a row of a table or the answer to a question. */
  isItem: boolean;
  /** The question of a FAQ that the line answers. */
  question?: string;
}

const TAG = /<\/?[\p{L}_][\p{L}\d_-]*>/gu;
const BULLET = /^(?:[-*+•·–▪]\s+|[・●]\s*|\(?\d{1,2}[.)]\s+|[a-z][.)]\s+|\[[ x]?\]\s+)+/iu;
const HEADING =
  /^(?:#{1,6}\s+(.+?)#*|\*\*([^*]+)\*\*:?|__([^_]+)__:?|<\/?([\w\s-]+)>|(?:=+|-{3,})\s*(.*?)\s*(?:=+|-{3,}))$/u;
const LABEL = /^(?=.{2,60}$)([^.!?:]+):$/u;
const CAPITALS = /^(?=.*\p{Lu}{3})[^\p{Ll}]{3,50}$/u;
const QUESTION_LABEL = /^(?:q|question|f|frage|p|pregunta|pergunta|d|domanda|v|vraag|pytanie|質問)\s*\d*\s*[:：]\s*/iu;
const ANSWER_LABEL =
  /^(?:a|answer|antwort|r|respuesta|r[ée]ponse|risposta|resposta|antwoord|odpowied[źz]|o|回答)\s*\d*\s*[:：]\s*/iu;
const INLINE_ANSWER =
  /\s+(?:a|answer|antwort|r|respuesta|r[ée]ponse|risposta|resposta|antwoord|odpowied[źz])\s*[:：]\s+/iu;

export function linesOf(prompt: string): PromptLine[] {
  const lines: PromptLine[] = [];
  let heading = '';
  let question: string | undefined;
  let columns: string[] | undefined;
  for (const written of joinWrapped(prompt.replaceAll(TAG, '\n$&\n').split(/\r?\n/u))) {
    const text = written.trim();
    if (!text.startsWith('|')) columns = undefined;
    if (text === '') continue;
    if (text.startsWith('|')) {
      const cells = cellsOf(text);
      if (cells.every((cell) => /^[:\s-]*$/u.test(cell))) continue;
      if (columns) lines.push({ text: rowText(cells), heading: `${heading} ${columns.join(' ')}`, isItem: true });
      columns ??= cells;
      continue;
    }
    const title = headingOf(text);
    if (title !== undefined && !QUESTION_LABEL.test(title)) {
      question = title.endsWith('?') ? title : undefined;
      heading = question ? heading : title;
      continue;
    }
    const line = readLine(text, question);
    if (line.asks) question = line.asks;
    else {
      lines.push({ text: line.text, heading, isItem: line.isItem, ...(line.question && { question: line.question }) });
      if (line.ends) question = undefined;
    }
  }
  return withQuestions(lines);
}

interface ReadLine {
  text: string;
  isItem: boolean;
  question?: string | undefined;
  /** The line is a question that the next one answers. */
  asks?: string;
  ends?: boolean;
}

function readLine(written: string, question: string | undefined): ReadLine {
  const isItem = BULLET.test(written);
  const text = written
    .replace(BULLET, '')
    .replaceAll(/\*\*|__/gu, '')
    .trim();
  if (QUESTION_LABEL.test(text)) {
    const [asked = '', answer] = text.replace(QUESTION_LABEL, '').split(INLINE_ANSWER);
    return answer ? { text: answer, isItem: true, question: asked, ends: true } : { text: '', isItem, asks: asked };
  }
  if (ANSWER_LABEL.test(text) && question) {
    return { text: text.replace(ANSWER_LABEL, ''), isItem: true, question, ends: true };
  }
  const [, asked, answer] = /^([^.!?]{8,}\?)\s+(?:[-–→:]\s*)?(\p{Lu}.+)$/u.exec(text) ?? [];
  if (asked && answer && !answer.endsWith('?')) return { text: answer, isItem: true, question: asked };
  return { text, isItem, question: isItem ? undefined : question, ends: !isItem };
}

/** A question on a line of its own, with its answer on the next one, is a FAQ. */
function withQuestions(lines: readonly PromptLine[]): PromptLine[] {
  const isAsked = (line?: PromptLine) => line !== undefined && !line.isItem && line.text.endsWith('?');
  return lines.flatMap((line, index) => {
    const [before, next] = [lines[index - 1], lines[index + 1]];
    if (isAsked(line) && next && !next.isItem && !isAsked(next) && next.heading === line.heading) return [];
    const isAnswer = !line.isItem && !isAsked(line) && isAsked(before) && before?.heading === line.heading;
    return isAnswer && before ? [{ ...line, isItem: true, question: before.text }] : [line];
  });
}

function headingOf(text: string): string | undefined {
  const found = HEADING.exec(text);
  if (found) return (found.slice(1).find((group) => group !== undefined) ?? '').replaceAll('**', '').trim();
  if (BULLET.test(text)) return undefined;
  return LABEL.exec(text)?.[1] ?? (CAPITALS.test(text) ? text.replace(/:$/u, '') : undefined);
}

function cellsOf(row: string): string[] {
  return row
    .replaceAll(/^\||\|$/gu, '')
    .split('|')
    .map((cell) => cell.replaceAll(/\*\*|`/gu, '').trim());
}

function rowText([name = '', ...values]: string[]): string {
  return `${name}: ${values.filter((value) => value !== '').join(', ')}`;
}

/** A line that goes on in lower case belongs to the one before. */
function joinWrapped(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const before = joined.at(-1) ?? '';
    const goesOn = /^\s*\p{Ll}/u.test(line) && /[\p{L}\d,;)"]\s*$/u.test(before) && !BULLET.test(line.trim());
    if (goesOn && before.trim() !== '') joined[joined.length - 1] = `${before.trimEnd()} ${line.trim()}`;
    else joined.push(line);
  }
  return joined;
}

const ABBREVIATION =
  /(?:^|[\s(])(?:dr|dra|mr|mrs|ms|sr|sra|st|str|nr|no|prof|tel|inkl|ca|bzw|etc|approx|z\.\s?b|d\.\s?h|e\.g|i\.e|ul|al|p\.ej|b\.v|\p{L})\.$/iu;
const MONTH = /^(?:jan|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez)/iu;

export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let sentence = '';
  for (const part of text.split(/(?<=[.!?…]["”»)]?)\s+(?=[\p{Lu}\p{Lt}\p{Lo}\d"“„«¿¡\uE000])|(?<=[。！？])/u)) {
    const isOpen = ABBREVIATION.test(sentence) || (/\b\d{1,2}\.$/u.test(sentence) && MONTH.test(part));
    if (sentence === '' || isOpen) sentence = `${sentence} ${part}`.trim();
    else {
      sentences.push(sentence);
      sentence = part;
    }
  }
  return [...sentences, sentence].flatMap(withoutSemicolons).filter((one) => one.trim() !== '');
}

/** A list of facts in one sentence. */
function withoutSemicolons(sentence: string): string[] {
  const parts = sentence.split(/;\s+/u);
  return parts.length < 3 ? [sentence] : parts;
}
