import type { RehearsalLanguage } from '#shared/integrations/rehearsal/languages/rehearsal-language.ts';
import { patternOf } from '#shared/integrations/rehearsal/plain-words.ts';
import {
  asSentence,
  type PromptPatterns,
  patternsOf,
  toCustomer,
  withoutLead,
  withoutTail,
} from '#shared/integrations/rehearsal/prompt-words.ts';
import { createAsker, type Question } from '#shared/integrations/rehearsal/read-questions.ts';

/** What an instruction makes the assistant say or ask. */
export interface Action {
  says?: string;
  asks: Question[];
}

/** What the reading of sentences needs: the languages, and the quotes of the prompt. */
export interface Reading {
  written: RehearsalLanguage;
  patterns: PromptPatterns;
  /** A part of the prompt, as it is spoken. */
  speak: (text: string) => string;
  asked: (object: string, isListed?: boolean) => Question[];
}

export function createReading(
  written: RehearsalLanguage,
  spoken: RehearsalLanguage,
  speak: (text: string) => string,
): Reading {
  const patterns = patternsOf(written);
  return { written, patterns, speak, asked: createAsker({ written, spoken, patterns, speak }) };
}

/** «When booking, ask for …» */
const BEFORE_VERB =
  /^(?:for|with|during|on|bei|beim|vor|nach|während|pour|lors|para|en|per|durante|bij|voor|przy|dla|podczas)\s/iu;

/** Undefined if the sentence tells neither to ask nor to offer nor to say something. */
export function actionOf(sentence: string, reading: Reading): Action | undefined {
  const { written, patterns, speak, asked } = reading;
  const text = withoutLead(sentence, patterns.lead);
  const { askObject } = written.prompt;
  const object = askObject && patternOf(askObject).exec(text)?.[1];
  if (object) return { asks: asked(object) };
  if (patterns.ask.test(text)) return { asks: asked(text.replace(patterns.ask, '')) };
  if (patterns.offer.test(text)) return { says: offer(text.replace(patterns.offer, ''), reading), asks: [] };
  const verb = patterns.tell.exec(text)?.[0] ?? '';
  const told = text.slice(verb.length);
  if (verb !== '' && told !== '') {
    return { says: tell(verb, speak(withoutTail(told, patterns)), written), asks: [] };
  }
  const later = BEFORE_VERB.test(text) ? patterns.askLater.exec(text) : null;
  if (later) return actionOf(text.slice(later[0].length), reading);
  const inside = patterns.instruction.test(text) ? patterns.askInside.exec(text) : null;
  return inside ? actionOf(text.slice(inside.index + inside[0].length), reading) : undefined;
}

function tell(verb: string, told: string, { phrases }: RehearsalLanguage): string {
  const that = /(?:dass|dat)\s*$/iu.test(verb) ? phrases.tellThat : undefined;
  return that ? that.replace('{x}', () => told.replace(/\.$/u, '')) : asSentence(told);
}

function offer(object: string, { written, patterns, speak }: Reading): string {
  const { prompt, phrases } = written;
  const whole = toCustomer(withoutTail(object.replace(/[.!]+$/u, ''), patterns), written);
  const own = prompt.offerTail === undefined ? whole : whole.replace(patternOf(prompt.offerTail, 'iu'), '');
  const text = speak(own).replace(/^(?:dann|dan|stattdessen)\s+/u, '');
  const to = prompt.offerTo === undefined ? undefined : patternOf(prompt.offerTo, 'iu');
  if (to?.test(text) && phrases.offerTo) return phrases.offerTo.replace('{x}', () => text.replace(to, ''));
  return phrases.offer.replace('{x}', () => text);
}
