import type { RehearsalLanguage } from '#shared/integrations/rehearsal/languages/rehearsal-language.ts';
import { patternOf } from '#shared/integrations/rehearsal/plain-words.ts';
import { linesOf, type PromptLine, sentencesOf } from '#shared/integrations/rehearsal/prompt-lines.ts';
import {
  asSentence,
  hideQuotes,
  toCustomer,
  withoutLead,
  withoutTail,
} from '#shared/integrations/rehearsal/prompt-words.ts';
import { type Action, actionOf, createReading, type Reading } from '#shared/integrations/rehearsal/read-actions.ts';
import type { Question } from '#shared/integrations/rehearsal/read-questions.ts';

export interface Fact {
  /** As it is spoken. */
  text: string;
  /** The question and the heading that it stands under. */
  context: string;
  isAnswer: boolean;
}

/** «If the customer says this, offer that.» */
export interface Condition extends Action {
  when: string;
  /** The number of questions before it. «If not» is about the last one. */
  after: number;
}

export interface ReadPrompt {
  facts: Fact[];
  questions: Question[];
  conditions: Condition[];
  /** «I am Ava of …» */
  role?: string;
  /** Why the assistant calls. */
  purpose?: string;
}

/** Texts of the service about variables, which no customer is told. */
const NOTES = /^Text (?:in double quotes that stands for a variable|before the mark \[).*$/gmu;
const TASKS =
  /goal|task|role|rule|style|tone|guideline|personality|identity|instruction|procedure|objective|\bstep|important|aufgabe|ziel|regel|stil\b|rolle|schritt|objectif|règle|rôle|consigne|tâche|étape|objetivo|reglas|tarea|estilo|paso\b|compito|regole|obiettivo|ruolo|regras|tarefa|passo\b|taak|doel|regels|stap\b|zadanie|zasady|rola\b|cel\b|krok\b/iu;
const FACTS =
  /^(?:key |some |wichtige |nützliche )?(?:facts?|information|info|knowledge|details|background|context|data|notes?|fakten|wissen|infos?|informations?|datos|dati|informazioni|dados|factos|fatos|informações|feiten|informatie|informacje|dane|fakty)\b/iu;
const PLACEHOLDER = /\{[^{}]*\}/u;
const LABELLED = /^([^:.]{2,30}):\s+(.+)$/u;
const ARROW = /^(.{2,80}?)\s*(?:->|→|=>|⇒)\s*(.+)$/u;
const BECAUSE = /\s(?:because|as|parce qu(?:e\s|')|car|porque|perché|ponieważ|bo)\s*(?<=\s|')(\p{L}.{9,})$/u;
const USUAL =
  /interest|\bbook|\border|appointment|buchung|termin|bestell|réserv|rendez|reserv|cita\b|prenot|marcaç|afspraak|rezerw|\bagree|\byes\b|\bja\b|\boui\b|\bsí\b|\bsim\b|\btak\b/iu;

export function readPrompt(prompt: string, written: RehearsalLanguage, spoken: RehearsalLanguage): ReadPrompt {
  const { hidden, speak } = hideQuotes(
    prompt.replaceAll(NOTES, '').replaceAll(' [given by a visitor, unverified]', ''),
  );
  const reading = createReading(written, spoken, speak);
  const read: ReadPrompt = { facts: [], questions: [], conditions: [] };
  for (const line of linesOf(hidden)) readLine(line, read, reading);
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

function readLine(line: PromptLine, read: ReadPrompt, reading: Reading): void {
  if (line.question !== undefined) return addFact(line.text, line, read, reading);
  for (const sentence of sentencesOf(line.text)) {
    const [, label, rest] = LABELLED.exec(sentence) ?? [];
    if (label === undefined || rest === undefined) readSentence(sentence, line, read, reading);
    else if (FACTS.test(label)) readSentence(rest, line, read, reading);
    else readLabelled(sentence, [label, rest], line, read, reading);
  }
}

/** «Goal: ask for …», «Objections: offer …», «Opening hours: …» */
function readLabelled(
  sentence: string,
  [label, rest]: readonly [label: string, rest: string],
  line: PromptLine,
  read: ReadPrompt,
  reading: Reading,
): void {
  if (isCondition(rest, read, reading)) return;
  const does = actionOf(rest, reading);
  if (does && TASKS.test(label)) return readSentence(rest, { ...line, heading: label }, read, reading);
  if (does?.says !== undefined && obey(label, rest, read, reading)) return;
  readSentence(does ? rest : sentence, line, read, reading);
}

function readSentence(sentence: string, line: PromptLine, read: ReadPrompt, reading: Reading): void {
  if (!isInstruction(sentence, line, read, reading)) addFact(sentence, line, read, reading);
}

function addFact(sentence: string, { question, heading }: PromptLine, read: ReadPrompt, { speak }: Reading): void {
  const context = `${question ?? ''} ${heading}`;
  read.facts.push({ text: asSentence(speak(sentence)), context, isAnswer: question !== undefined });
}

/** Keeps what the sentence tells the assistant to do, if it does. */
function isInstruction(sentence: string, { heading, isItem }: PromptLine, read: ReadPrompt, reading: Reading): boolean {
  if (isCondition(sentence, read, reading)) return true;
  const { patterns, speak, asked } = reading;
  const text = withoutLead(sentence, patterns.lead);
  const does = actionOf(sentence, reading);
  if (does?.says !== undefined && patterns.offer.test(text)) read.questions.push({ text: does.says });
  else if (does?.says !== undefined) read.facts.push({ text: does.says, context: heading, isAnswer: false });
  if (does) read.questions.push(...does.asks);
  else if (isItem && /[?？]$/u.test(speak(text))) read.questions.push({ text: speak(text) });
  else if (patterns.confirm.test(text)) addConfirmation(text, read, reading);
  else if (isRole(text, read, reading) || patterns.instruction.test(text)) addPurpose(text, read, reading);
  else if (isItem && patterns.ask.test(withoutLead(heading, patterns.lead))) read.questions.push(...asked(text, true));
  else return TASKS.test(heading) && !/\d/u.test(text);
  return true;
}

/** Whether the sentence is a condition. One that makes the assistant say nothing is left out. */
function isCondition(sentence: string, read: ReadPrompt, reading: Reading): boolean {
  const { written, patterns } = reading;
  const text = withoutLead(sentence, patterns.lead);
  const [, when, act] = ARROW.exec(text) ?? [];
  if (when !== undefined && act !== undefined) return obey(when.replace(patterns.when, ''), act, read, reading);
  if (patterns.when.test(text)) {
    const ends = splitsOf(text.replace(patterns.when, ''), written);
    return ends.some(([condition, rest]) => obey(condition, rest, read, reading));
  }
  // «Offer that if they say this.»
  const found = patterns.offer.test(text) && patternOf(String.raw`,?\s+(?:${written.prompt.when})\s+`, 'iu').exec(text);
  if (!found) return false;
  const condition = text.slice(found.index + found[0].length).replace(/[.!]$/u, '');
  return obey(condition, text.slice(0, found.index), read, reading);
}

/** All the places at which the condition may end, the marks before the words. */
function splitsOf(text: string, { prompt }: RehearsalLanguage): Array<[when: string, act: string]> {
  const ends = [...text.matchAll(patternOf(prompt.whenTail, 'giu'))].map((found): [string, string] => [
    text.slice(0, found.index),
    text.slice(found.index + found[0].length),
  ]);
  const isMark = ([when]: [string, string]) => text.startsWith(',', when.length);
  return ends.toSorted((one, other) => Number(isMark(other)) - Number(isMark(one)));
}

function obey(when: string, act: string, read: ReadPrompt, reading: Reading): boolean {
  const { patterns, speak } = reading;
  const does = actionOf(act, reading);
  if (!does) return patterns.instruction.test(withoutLead(act, patterns.lead));
  // What usually happens is a step like the others.
  if (does.asks.length > 1 || (does.asks.length > 0 && USUAL.test(when))) read.questions.push(...does.asks);
  else read.conditions.push({ when: speak(when), after: read.questions.length, ...does });
  return true;
}

/** The last step of a list tells to sum up, which is done anyway. */
function addConfirmation(text: string, read: ReadPrompt, { written, patterns, speak }: Reading): void {
  if (read.questions.length > 0) return;
  const object = toCustomer(withoutTail(text.replace(patterns.confirm, ''), patterns), written);
  const what = speak(object)
    .replace(/^(?:that )?you are /u, 'that I am ')
    .replace(/\.$/u, '');
  if (what !== '') read.questions.push({ text: written.phrases.confirm.replace('{x}', () => what) });
}

function isRole(text: string, read: ReadPrompt, { written, speak }: Reading): boolean {
  const found = written.prompt.role.find(([from]) => patternOf(`^${from}`, 'iu').test(text));
  if (found) read.role ??= asSentence(speak(text.replace(patternOf(`^${found[0]}`, 'iu'), found[1])));
  return found !== undefined;
}

/** «You call them because their check-up is due.» */
function addPurpose(text: string, read: ReadPrompt, { written, speak }: Reading): void {
  const because = BECAUSE.exec(text)?.[1];
  if (because === undefined) return;
  const told = asSentence(speak(toCustomer(because, written)));
  read.purpose ??= told;
  read.facts.push({ text: told, context: '', isAnswer: false });
}
