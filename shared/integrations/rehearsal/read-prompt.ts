import type { RehearsalLanguage, Slot } from '#shared/integrations/rehearsal/languages/rehearsal-language.ts';
import { slots } from '#shared/integrations/rehearsal/languages/rehearsal-language.ts';
import { patternOf, plain } from '#shared/integrations/rehearsal/plain-words.ts';
import { linesOf, type PromptLine, sentencesOf } from '#shared/integrations/rehearsal/prompt-lines.ts';

export interface Fact {
  /** As it is spoken. */
  text: string;
  /** The question and the heading that it stands under. */
  context: string;
  isAnswer: boolean;
}

export interface Question {
  text: string;
  slot?: Slot;
}

/** «If the customer says this, offer that.» */
export interface Condition {
  when: string;
  /** The number of questions before it. «If not» is about the last one. */
  after: number;
  says?: string;
  asks: Question[];
}

export interface ReadPrompt {
  facts: Fact[];
  questions: Question[];
  conditions: Condition[];
  /** «I am Ava of …» */
  role: string | undefined;
}

/** Texts of the service about variables, which no customer is told. */
const NOTES = /^Text (?:in double quotes that stands for a variable|before the mark \[).*$/gmu;
const TASKS =
  /goal|task|role|rule|style|tone|guideline|personality|identity|instruction|procedure|objective|aufgabe|ziel|regel|stil\b|rolle|objectif|règle|rôle|consigne|tâche|objetivo|reglas|tarea|estilo|compito|regole|obiettivo|ruolo|regras|tarefa|taak|doel|regels|zadanie|zasady|rola\b|cel\b/iu;
const PLACEHOLDER = /\{[^{}]*\}/u;

export function readPrompt(prompt: string, written: RehearsalLanguage, spoken: RehearsalLanguage): ReadPrompt {
  const quotes: string[] = [];
  const masked = prompt
    .replaceAll(NOTES, '')
    .replaceAll(' [given by a visitor, unverified]', '')
    // What stands in quotes is no instruction.
    .replaceAll(/"((?:[^"\\\n]|\\.)*)"/gu, (_, quote: string) => `\uE000${quotes.push(quote) - 1}\uE001`);
  const speak = (text: string) => spokenText(text, quotes);
  const read: ReadPrompt = { facts: [], questions: [], conditions: [], role: undefined };
  const parser = createParser(written, spoken, speak, read);
  for (const line of linesOf(masked)) parser(line);
  const isWhole = (text: string) => text !== '' && !PLACEHOLDER.test(text);
  return {
    ...read,
    facts: read.facts.filter(({ text }) => isWhole(text)),
    questions: read.questions.filter(({ text }, index, all) => isWhole(text) && isFirst(all, index)),
    conditions: read.conditions.filter(({ says, when }) => isWhole(when) && (says === undefined || isWhole(says))),
  };
}

function isFirst(questions: readonly Question[], index: number): boolean {
  const { slot, text } = questions[index] ?? { text: '' };
  return questions.findIndex((other) => other.text === text || (slot !== undefined && other.slot === slot)) === index;
}

function createParser(
  written: RehearsalLanguage,
  spoken: RehearsalLanguage,
  speak: (text: string) => string,
  read: ReadPrompt,
) {
  const { prompt } = written;
  const begins = (source: string) => patternOf(String.raw`^(?:${source})(?![\p{L}-])\s*`, 'iu');
  const lead = patternOf(String.raw`^(?:${prompt.lead})(?![\p{L}]),?\s+`, 'iu');
  const patterns = {
    ask: begins(prompt.ask),
    whom: begins(prompt.askWhom),
    offer: begins(prompt.offer),
    tell: patternOf(`^(?:${prompt.tell})\\s*`, 'iu'),
    when: begins(prompt.when),
    confirm: begins(prompt.confirm),
    instruction: patternOf(`^(?:${prompt.instruction})`, 'iu'),
  };
  const bare = (sentence: string) => stripLead(sentence.replace(/^[-–—\s]+/u, ''), lead);
  const asked = createAsker(written, spoken, speak, lead, patterns);

  /** What an instruction makes the assistant say or ask; undefined if the sentence is none of that kind. */
  function action(sentence: string): Pick<Condition, 'says' | 'asks'> | undefined {
    const text = bare(sentence);
    const object = prompt.askObject && patternOf(prompt.askObject, 'u').exec(text)?.[1];
    if (object) return { asks: asked(object) };
    if (patterns.ask.test(text)) return { asks: asked(text.replace(patterns.ask, '')) };
    if (patterns.offer.test(text)) return { says: offered(text.replace(patterns.offer, '')), asks: [] };
    if (patterns.tell.test(text)) return { says: asSentence(speak(text.replace(patterns.tell, ''))), asks: [] };
    return undefined;
  }

  function offered(object: string): string {
    const tail = prompt.offerTail && patternOf(prompt.offerTail, 'iu');
    const whole = toCustomer(object.replace(/[.!]+$/u, ''), written);
    const text = speak(tail ? whole.replace(tail, '') : whole).replace(/^(?:dann|dan|stattdessen)\s+/u, '');
    const { offer, offerTo } = written.phrases;
    const to = prompt.offerTo && patternOf(prompt.offerTo, 'iu');
    if (to && offerTo && to.test(text)) return offerTo.replace('{x}', () => text.replace(to, ''));
    return offer.replace('{x}', () => text);
  }

  function condition(sentence: string): boolean {
    const text = bare(sentence);
    const inner = patterns.when.test(text) ? splitCondition(text.replace(patterns.when, '')) : suffixCondition(text);
    if (!inner) return false;
    const does = action(inner.act);
    if (!does && patterns.instruction.test(bare(inner.act))) return true;
    if (!does) return false;
    read.conditions.push({ when: speak(inner.when), after: read.questions.length, ...does });
    return true;
  }

  function splitCondition(text: string) {
    const tail = patternOf(prompt.whenTail, 'iu').exec(text);
    return tail && { when: text.slice(0, tail.index), act: text.slice(tail.index + tail[0].length) };
  }

  /** «Offer that if they say this.» */
  function suffixCondition(text: string) {
    if (!patterns.offer.test(text)) return undefined;
    const found = patternOf(String.raw`,?\s+(?:${prompt.when})\s+`, 'iu').exec(text);
    return found && { when: text.slice(found.index + found[0].length), act: text.slice(0, found.index) };
  }

  function add(sentence: string, { heading, isItem, question }: PromptLine): void {
    const text = bare(sentence);
    if (question === undefined) {
      if (condition(sentence)) return;
      const does = action(sentence);
      if (does?.says !== undefined && patterns.offer.test(text)) read.questions.push({ text: does.says });
      else if (does?.says !== undefined) read.facts.push({ text: does.says, context: heading, isAnswer: false });
      if (does) return void read.questions.push(...does.asks);
      if (isItem && /[?？]$/u.test(speak(text))) return void read.questions.push({ text: speak(text) });
      if (patterns.confirm.test(text)) return confirm(text);
      if (role(text) || patterns.instruction.test(text)) return;
      if (isItem && patterns.ask.test(heading)) return void read.questions.push(...asked(text));
      if (TASKS.test(heading) && !/\d/u.test(text)) return;
    }
    const isAnswer = question !== undefined;
    read.facts.push({ text: asSentence(speak(sentence)), context: `${question ?? ''} ${heading}`, isAnswer });
  }

  function confirm(text: string): void {
    if (read.questions.length > 0) return;
    const what = speak(toCustomer(text.replace(patterns.confirm, ''), written)).replace(
      /^(?:that )?you are /u,
      'that I am ',
    );
    if (what !== '')
      read.questions.push({ text: written.phrases.confirm.replace('{x}', () => what.replace(/\.$/u, '')) });
  }

  function role(text: string): boolean {
    for (const [from, to] of prompt.role) {
      const pattern = patternOf(`^${from.replace(/^\^/, '')}`, 'iu');
      if (!pattern.test(text)) continue;
      read.role ??= asSentence(speak(text.replace(pattern, to)));
      return true;
    }
    return false;
  }

  return (line: PromptLine): void => {
    const sentences = sentencesOf(line.text);
    if (line.question !== undefined) return add(line.text, line);
    for (const sentence of sentences) {
      const [, label, rest] = /^([^:.]{2,30}):\s+(.+)$/u.exec(sentence) ?? [];
      if (label !== undefined && rest !== undefined && action(rest)) add(rest, { ...line, heading: label });
      else if (rest === undefined || !condition(rest)) add(sentence, line);
    }
  };
}

interface AskPatterns {
  ask: RegExp;
  whom: RegExp;
  instruction: RegExp;
}

/** Turns «the name, then how they heard of us» into questions. */
function createAsker(
  written: RehearsalLanguage,
  spoken: RehearsalLanguage,
  speak: (text: string) => string,
  lead: RegExp,
  { ask, whom, instruction }: AskPatterns,
) {
  const { prompt } = written;
  const join = patternOf(prompt.join, 'iu');
  const askFor = prompt.askFor && patternOf(String.raw`^(?:${prompt.askFor})\s+`, 'iu');
  const clause = patternOf(String.raw`^(?:${prompt.clause})(?![\p{L}])`, 'iu');
  const known = slots.map((slot) => [slot, patternOf(written.slots[slot], 'iu')] as const);

  return (text: string): Question[] => {
    const object = text.replace(/[.!。]+$/u, '').replace(/^[\s,:]+/u, '');
    if (/\?\s*\uE001?$/u.test(object) || /[?？]$/u.test(speak(object))) return [{ text: speak(object) }];
    return object.split(join).flatMap((part) => {
      const stripped = stripLead(stripLead(part, lead).replace(ask, ''), lead)
        .replace(whom, '')
        .replace(/^[\s,]+/u, '');
      const isFor = askFor ? askFor.test(stripped) : false;
      const item = askFor ? stripped.replace(askFor, '') : stripped;
      if (item.trim() === '' || (!clause.test(item) && instruction.test(item))) return [];
      return [toQuestion(item, isFor)];
    });
  };

  function toQuestion(item: string, isFor: boolean): Question {
    const own = toCustomer(item, written).trim();
    const wanted = plain(speak(own).replace(/\.$/u, ''));
    const slot = known.find(([, pattern]) => pattern.test(wanted))?.[0];
    if (slot && isPlainSlot(slot, wanted, own)) {
      return { slot, text: spoken.questions[slot].replace('{x}', () => speak(own)) };
    }
    const { phrases } = written;
    const noun = isFor ? (phrases.askFor ?? phrases.askNoun) : phrases.askNoun;
    const frame = clause.test(item) ? phrases.askClause : noun;
    return { text: asSentence(frame.replace('{x}', () => speak(own).replace(/\.$/u, ''))) };
  }

  /** «Whether they want an email» asks for no address. */
  function isPlainSlot(slot: Slot, wanted: string, own: string): boolean {
    const isClause = clause.test(own);
    return isClause
      ? slot === 'date' || slot === 'people' || slot === 'name' || slot === 'reason'
      : wanted.split(' ').length <= 7;
  }
}

function stripLead(text: string, lead: RegExp): string {
  let rest = text.trim();
  while (lead.test(rest)) rest = rest.replace(lead, '');
  return rest;
}

function toCustomer(text: string, { prompt }: RehearsalLanguage): string {
  return prompt.you.reduce((said, [from, to]) => said.replaceAll(patternOf(from, 'giu'), to), text);
}

function spokenText(text: string, quotes: readonly string[]): string {
  return text
    .replaceAll(/\uE000(\d+)\uE001/gu, (_, index: string) => (quotes[Number(index)] ?? '').replaceAll('\\"', '"'))
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replaceAll(/[*`_#~]{1,3}(?=\S)|(?<=\S)[*`_~]{1,3}/gu, '')
    .replaceAll(/\p{Extended_Pictographic}/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** Begins large and ends with a mark. */
function asSentence(text: string): string {
  const whole = text.charAt(0).toLocaleUpperCase() + text.slice(1);
  const ends = /[.!?。！？…:]$/u.test(whole) || whole === '';
  return ends ? whole : `${whole}${/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(whole) ? '。' : '.'}`;
}
