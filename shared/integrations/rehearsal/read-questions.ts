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
    return object.split(join).flatMap((part) => {
      const verbless = withoutLead(withoutLead(part, lead).replace(ask, ''), lead);
      const rest = verbless.replace(whom, '').replace(/^[\s,]+/u, '');
      const item = askFor ? rest.replace(askFor, '') : rest;
      const isInstruction = !clause.test(item) && (instruction.test(item) || patterns.offer.test(item));
      return item.trim() === '' || isInstruction
        ? []
        : [
            toQuestion(
              item,
              isListed ? phrases.askBare : item === rest ? phrases.askNoun : (phrases.askFor ?? phrases.askNoun),
            ),
          ];
    });
  };

  function toQuestion(item: string, frame: string): Question {
    const own = speak(toCustomer(item, written)).replace(/\.$/u, '');
    const slot = slotOf(plain(speak(item)), clause.test(item)) ?? slotOf(plain(own), clause.test(item));
    if (slot) return { slot, text: spoken.questions[slot].replace('{x}', () => own) };
    const first = clause.test(item) ? own.charAt(0).toLocaleLowerCase() + own.slice(1) : own;
    return { text: asSentence((clause.test(item) ? phrases.askClause : frame).replace('{x}', () => first)) };
  }

  /** «Whether they want an email» asks for no address. */
  function slotOf(wanted: string, isClause: boolean): Slot | undefined {
    if (wanted.split(' ').length > 8) return undefined;
    const found = slots.find((slot) => patternOf(written.slots[slot], 'iu').test(wanted));
    const isFit = !isClause || found === 'date' || found === 'people' || found === 'name' || found === 'reason';
    return isFit ? found : undefined;
  }
}
