import {
  type RehearsalLanguage,
  type Slot,
  slots,
} from '#shared/integrations/rehearsal/languages/rehearsal-language.ts';
import { patternOf, plain } from '#shared/integrations/rehearsal/plain-words.ts';
import {
  asSentence,
  type PromptPatterns,
  toCustomer,
  withoutLead,
} from '#shared/integrations/rehearsal/prompt-words.ts';

export interface Question {
  text: string;
  slot?: Slot;
}

const WHETHER = /^(?:whether|if|ob|si|s|se|of|czy) /u;
const SHORT_JOIN =
  /\s*,\s*(?:(?:and|und|et|y|e|en|i|then|dann|puis|luego|poi|depois)\s+)?|(?<!-)\s+(?:and|und|sowie|et|y|e|en|i|oraz)\s+/iu;
const DETERMINER =
  /^(?:the|an?|their|your|his|her|its|any|some|de[rmns]|die|das|eine?[mnrs]?|ihre?[mnrs]?|seine?[mnrs]?|les?|la|une?|votre|vos|son|sa|ses|leurs?|el|los|las|sus?|il|lo|gli|i|uno|os?|as?|uma?|seus?|suas?|het|een|zijn|haar|uw|o)(?=\s)|^l['’]/iu;

interface AskerInput {
  written: RehearsalLanguage;
  spoken: RehearsalLanguage;
  patterns: PromptPatterns;
  speak: (text: string) => string;
}

/** Turns «the name, then how they heard of us» into questions. */
export function createAsker({
  written,
  spoken,
  patterns,
  speak,
}: AskerInput): (object: string, isListed?: boolean) => Question[] {
  const { prompt, phrases } = written;
  const { ask, whom, lead, clause, instruction } = patterns;
  const join = patternOf(prompt.join, 'iu');
  const askFor = prompt.askFor === undefined ? undefined : patternOf(String.raw`^(?:${prompt.askFor})\s+`, 'iu');

  return (text, isListed = false) => {
    const object = text.replace(/[.!。]+$/u, '').replace(/^[\s,:]+/u, '');
    if (/[?？]$/u.test(speak(object))) return [{ text: speak(object) }];
    return partsOf(object).flatMap((part) => {
      const verbless = withoutLead(withoutLead(part, lead).replace(ask, ''), lead);
      const rest = verbless.replace(whom, '').replace(/^[\s,]+|[\s,]+$/gu, '');
      const item = askFor ? rest.replace(askFor, '') : rest;
      const isInstruction = !clause.test(item) && (instruction.test(item) || patterns.offer.test(item));
      return item.trim() === '' || isInstruction
        ? []
        : [toQuestion(item, isListed ? phrases.askBare : frameOf(item, item !== rest))];
    });
  };

  /** Short things, with or without an article, or what the conjunctions of the language part. */
  function partsOf(object: string): string[] {
    const short = object.split(SHORT_JOIN);
    return short.length > 2 && short.every((part) => part.split(/\s+/u).length <= 5) ? short : object.split(join);
  }

  function frameOf(item: string, isFor: boolean): string {
    if (isFor && phrases.askFor) return phrases.askFor;
    const isBare = item.split(/\s+/u).length <= 3 && !DETERMINER.test(item);
    return isBare ? phrases.askBare : phrases.askNoun;
  }

  function toQuestion(item: string, frame: string): Question {
    const own = speak(toCustomer(item, written)).replace(/\.$/u, '');
    const slot = slotOf(plain(speak(item)), clause.test(item)) ?? slotOf(plain(own), clause.test(item));
    // «May I ask which day suits you?» is closer to the prompt than a question about days in general.
    const isOwn = clause.test(item) && written === spoken;
    if (slot && !isOwn) return { slot, text: spoken.questions[slot].replace('{x}', () => own) };
    const first = clause.test(item) ? own.charAt(0).toLocaleLowerCase() + own.slice(1) : own;
    return {
      ...(slot && { slot }),
      text: asSentence((clause.test(item) ? phrases.askClause : frame).replace('{x}', () => first)),
    };
  }

  /** «Whether they want an email» asks for no address. */
  function slotOf(wanted: string, isClause: boolean): Slot | undefined {
    if (wanted.split(' ').length > 8 || (isClause && WHETHER.test(wanted))) return undefined;
    const found = slots.find((slot) => patternOf(written.slots[slot], 'iu').test(wanted));
    const isFit = !isClause || found === 'date' || found === 'people' || found === 'name' || found === 'reason';
    return isFit ? found : undefined;
  }
}
