import type { RehearsalLanguage } from '#shared/integrations/rehearsal/languages/rehearsal-language.ts';
import { patternOf } from '#shared/integrations/rehearsal/plain-words.ts';

/** The patterns of a language for the sentences of a prompt, each from the beginning. */
export interface PromptPatterns {
  ask: RegExp;
  askInside: RegExp;
  askLater: RegExp;
  whom: RegExp;
  offer: RegExp;
  tell: RegExp;
  when: RegExp;
  confirm: RegExp;
  instruction: RegExp;
  lead: RegExp;
  clause: RegExp;
}

const AND = String.raw`(?:,|;|\s)\s*(?:and|und|et|y|e|en|i|then|dann|puis|luego|poi|depois)\s+`;

export function patternsOf({ prompt }: RehearsalLanguage): PromptPatterns {
  const begins = (source: string) => patternOf(String.raw`^(?:${source})(?![\p{L}-])\s*`, 'iu');
  return {
    ask: begins(prompt.ask),
    askInside: patternOf(String.raw`${AND}(?=(?:${prompt.ask})(?![\p{L}-]))`, 'iu'),
    askLater: patternOf(String.raw`^.{3,50}?[\s,](?=(?:${prompt.ask})(?![\p{L}-]))`, 'iu'),
    whom: begins(prompt.askWhom),
    offer: begins(prompt.offer),
    tell: patternOf(String.raw`^(?:${prompt.tell})\s*`, 'iu'),
    when: begins(prompt.when),
    confirm: begins(prompt.confirm),
    instruction: patternOf(`^(?:${prompt.instruction})`, 'iu'),
    lead: patternOf(String.raw`^(?:${prompt.lead})(?!\p{L}),?\s+`, 'iu'),
    clause: patternOf(String.raw`^(?:${prompt.clause})(?!\p{L})`, 'iu'),
  };
}

export function withoutLead(text: string, lead: RegExp): string {
  let rest = text.replace(/^[-–—\s]+/u, '').trim();
  while (lead.test(rest)) rest = rest.replace(lead, '');
  return rest;
}

/** «Offer nine o'clock, and confirm the time» without what is not said. */
export function withoutTail(text: string, { instruction, ask, confirm, lead }: PromptPatterns): string {
  const parts = text.split(patternOf(`(${AND})`, 'iu'));
  const end = parts.findIndex((part, index) => {
    const rest = withoutLead(part, lead);
    return index > 0 && index % 2 === 0 && (instruction.test(rest) || ask.test(rest) || confirm.test(rest));
  });
  return (end < 0 ? parts : parts.slice(0, end - 1)).join('');
}

/** The third person of the prompt becomes the second one of the call. */
export function toCustomer(text: string, { prompt }: RehearsalLanguage): string {
  return prompt.you.reduce((said, [from, to]) => said.replaceAll(patternOf(from, 'giu'), to), text);
}

/** What stands in quotes is no instruction: it is hidden until it is spoken. */
export function hideQuotes(text: string): { hidden: string; speak: (text: string) => string } {
  const quotes: string[] = [];
  const hide = (_: string, quote: string) => `\uE000${quotes.push(quote) - 1}\uE001`;
  const hidden = text.replaceAll(/"((?:[^"\\\n]|\\.)*)"/gu, hide).replaceAll(/[“„«]([^“”„«»\n]*)[”“»]/gu, hide);
  return { hidden, speak: (part) => spokenText(part, quotes) };
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

/** Begins with a capital and ends with a mark. */
export function asSentence(text: string): string {
  const whole = text.charAt(0).toLocaleUpperCase() + text.slice(1);
  if (whole === '' || /[.!?。！？…]$/u.test(whole)) return whole;
  const isUnspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(whole);
  return `${whole.replace(/[:;,]$/u, '')}${isUnspaced ? '。' : '.'}`;
}
