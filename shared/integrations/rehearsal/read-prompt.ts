import type { RehearsalLanguage } from '#shared/integrations/rehearsal/languages/rehearsal-language.ts';
import { patternOf } from '#shared/integrations/rehearsal/plain-words.ts';
import { linesOf, type PromptLine, sentencesOf } from '#shared/integrations/rehearsal/prompt-lines.ts';
import {
  asSentence,
  hideQuotes,
  patternsOf,
  toCustomer,
  withoutLead,
  withoutTail,
} from '#shared/integrations/rehearsal/prompt-words.ts';
import { createAsker, type Question } from '#shared/integrations/rehearsal/read-questions.ts';

export interface Fact {
  /** As it is spoken. */
  text: string;
  /** The question and the heading that it stands under. */
  context: string;
  isAnswer: boolean;
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
  /** Why the assistant calls. */
  purpose: string | undefined;
}

/** Texts of the service about variables, which no customer is told. */
const NOTES = /^Text (?:in double quotes that stands for a variable|before the mark \[).*$/gmu;
const TASKS =
  /goal|task|role|rule|style|tone|guideline|personality|identity|instruction|procedure|objective|\bstep|important|aufgabe|ziel|regel|stil\b|rolle|schritt|objectif|règle|rôle|consigne|tâche|étape|objetivo|reglas|tarea|estilo|paso\b|compito|regole|obiettivo|ruolo|regras|tarefa|passo\b|taak|doel|regels|stap\b|zadanie|zasady|rola\b|cel\b|krok\b/iu;
const FACTS =
  /^(?:key |some |wichtige |nützliche )?(?:facts?|information|info|knowledge|details|background|context|data|notes?|fakten|wissen|infos?|informations?|datos|dati|informazioni|dados|factos|fatos|informações|feiten|informatie|informacje|dane|fakty)\b/iu;
/** «When booking, ask for …» */
const BEFORE_VERB =
  /^(?:for|with|during|on|bei|beim|vor|nach|während|pour|lors|para|en|per|durante|bij|voor|przy|dla|podczas)\s/iu;
const PLACEHOLDER = /\{[^{}]*\}/u;
const BECAUSE = /\s(?:because|as|parce qu(?:e\s|')|car|porque|perché|ponieważ|bo)\s*(?<=\s|')(\p{L}.{9,})$/u;
const ARROW = /^(.{2,80}?)\s*(?:->|→|=>|⇒)\s*(.+)$/u;

export function readPrompt(prompt: string, written: RehearsalLanguage, spoken: RehearsalLanguage): ReadPrompt {
  const { hidden, speak } = hideQuotes(
    prompt.replaceAll(NOTES, '').replaceAll(' [given by a visitor, unverified]', ''),
  );
  const read: ReadPrompt = { facts: [], questions: [], conditions: [], role: undefined, purpose: undefined };
  const parser = createParser(written, spoken, speak, read);
  for (const line of linesOf(hidden)) parser(line);
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

type Action = Pick<Condition, 'says' | 'asks'>;

function createParser(
  written: RehearsalLanguage,
  spoken: RehearsalLanguage,
  speak: (text: string) => string,
  read: ReadPrompt,
): (line: PromptLine) => void {
  const { prompt } = written;
  const patterns = patternsOf(written);
  const asked = createAsker({ written, spoken, patterns, speak });
  const bare = (sentence: string) => withoutLead(sentence, patterns.lead);

  /** What an instruction makes the assistant say or ask; undefined if the sentence is none of that kind. */
  function action(sentence: string): Action | undefined {
    const text = bare(sentence);
    const object = prompt.askObject && patternOf(prompt.askObject).exec(text)?.[1];
    if (object) return { asks: asked(object) };
    if (patterns.ask.test(text)) return { asks: asked(text.replace(patterns.ask, '')) };
    if (patterns.offer.test(text)) return { says: offered(text.replace(patterns.offer, '')), asks: [] };
    const tell = patterns.tell.exec(text)?.[0] ?? '';
    const told = text.slice(tell.length);
    if (tell !== '' && told !== '') return { says: tells(tell, speak(withoutTail(told, patterns))), asks: [] };
    const later = BEFORE_VERB.test(text) ? patterns.askLater.exec(text) : null;
    if (later) return action(text.slice(later[0].length));
    const inside = patterns.askInside.exec(text);
    return inside && patterns.instruction.test(text) ? action(text.slice(inside.index + inside[0].length)) : undefined;
  }

  function tells(verb: string, told: string): string {
    const { tellThat } = written.phrases;
    const isClause = tellThat !== undefined && /(?:dass|dat)\s*$/iu.test(verb);
    return isClause ? tellThat.replace('{x}', () => told.replace(/\.$/u, '')) : asSentence(told);
  }

  /** «You call them because their check-up is due.» */
  function reason(text: string): void {
    const because = BECAUSE.exec(text)?.[1];
    if (because === undefined) return;
    const told = asSentence(speak(toCustomer(because, written)));
    read.purpose ??= told;
    read.facts.push({ text: told, context: '', isAnswer: false });
  }

  function offered(object: string): string {
    const tail = prompt.offerTail && patternOf(prompt.offerTail, 'iu');
    const whole = toCustomer(withoutTail(object.replace(/[.!]+$/u, ''), patterns), written);
    const text = speak(tail ? whole.replace(tail, '') : whole).replace(/^(?:dann|dan|stattdessen)\s+/u, '');
    const { offer, offerTo } = written.phrases;
    const to = prompt.offerTo && patternOf(prompt.offerTo, 'iu');
    if (to && offerTo && to.test(text)) return offerTo.replace('{x}', () => text.replace(to, ''));
    return offer.replace('{x}', () => text);
  }

  /** Whether the sentence is a condition. What it makes the assistant do without words is left out. */
  function condition(sentence: string): boolean {
    const text = bare(sentence);
    const [, arrowWhen, arrowAct] = ARROW.exec(text) ?? [];
    if (arrowWhen !== undefined && arrowAct !== undefined) return obey(arrowWhen.replace(patterns.when, ''), arrowAct);
    if (patterns.when.test(text)) return splits(text.replace(patterns.when, '')).some(([when, act]) => obey(when, act));
    return patterns.offer.test(text) && suffix(text);
  }

  function obey(when: string, act: string): boolean {
    const does = action(act);
    if (!does) return patterns.instruction.test(bare(act));
    const isUsual =
      does.asks.length > 0 && /interest|\bagree|\byes\b|\bja\b|\boui\b|\bsí\b|\bsim\b|\btak\b/iu.test(when);
    if (isUsual) read.questions.push(...does.asks);
    else read.conditions.push({ when: speak(when), after: read.questions.length, ...does });
    return true;
  }

  /** All the places at which the condition may end, the marks before the words. */
  function splits(text: string): Array<[when: string, act: string]> {
    const ends = [...text.matchAll(patternOf(prompt.whenTail, 'giu'))].map((found): [string, string] => [
      text.slice(0, found.index),
      text.slice(found.index + found[0].length),
    ]);
    return ends.toSorted(
      ([one], [other]) => Number(!text.startsWith(',', one.length)) - Number(!text.startsWith(',', other.length)),
    );
  }

  /** «Offer that if they say this.» */
  function suffix(text: string): boolean {
    const found = patternOf(String.raw`,?\s+(?:${prompt.when})\s+`, 'iu').exec(text);
    return (
      found !== null &&
      obey(text.slice(found.index + found[0].length).replace(/[.!]$/u, ''), text.slice(0, found.index))
    );
  }

  function add(sentence: string, line: PromptLine): void {
    const { heading, question } = line;
    if (question === undefined && isInstruction(sentence, line)) return;
    const context = `${question ?? ''} ${heading}`;
    read.facts.push({ text: asSentence(speak(sentence)), context, isAnswer: question !== undefined });
  }

  /** Obeys the sentence if it tells the assistant what to do. */
  function isInstruction(sentence: string, { heading, isItem }: PromptLine): boolean {
    if (condition(sentence)) return true;
    const text = bare(sentence);
    const does = action(sentence);
    if (does?.says !== undefined && patterns.offer.test(text)) read.questions.push({ text: does.says });
    else if (does?.says !== undefined) read.facts.push({ text: does.says, context: heading, isAnswer: false });
    if (does) read.questions.push(...does.asks);
    else if (isItem && /[?？]$/u.test(speak(text))) read.questions.push({ text: speak(text) });
    else if (patterns.confirm.test(text)) confirm(text);
    else if (isRole(text) || patterns.instruction.test(text)) reason(text);
    else if (isItem && patterns.ask.test(bare(heading))) read.questions.push(...asked(text, true));
    else return TASKS.test(heading) && !/\d/u.test(text);
    return true;
  }

  /** The last step of a list tells to sum up, which is done anyway. */
  function confirm(text: string): void {
    if (read.questions.length > 0) return;
    const object = withoutTail(text.replace(patterns.confirm, ''), patterns);
    const what = speak(toCustomer(object, written))
      .replace(/^(?:that )?you are /u, 'that I am ')
      .replace(/\.$/u, '');
    if (what !== '') read.questions.push({ text: written.phrases.confirm.replace('{x}', () => what) });
  }

  function isRole(text: string): boolean {
    const found = prompt.role.find(([from]) => patternOf(`^${from}`, 'iu').test(text));
    if (found) read.role ??= asSentence(speak(text.replace(patternOf(`^${found[0]}`, 'iu'), found[1])));
    return found !== undefined;
  }

  return (line) => {
    if (line.question !== undefined) return add(line.text, line);
    for (const sentence of sentencesOf(line.text)) {
      const [, label, rest] = /^([^:.]{2,30}):\s+(.+)$/u.exec(sentence) ?? [];
      if (label === undefined || rest === undefined) add(sentence, line);
      else if (FACTS.test(label)) add(rest, line);
      else if (TASKS.test(label) && (condition(rest) || action(rest))) add(rest, { ...line, heading: label });
      else if (condition(rest) || (action(rest)?.says !== undefined && obey(label, rest))) continue;
      else add(action(rest) ? rest : sentence, line);
    }
  };
}
