import type { FieldErrors } from '#shared/domain/errors/app-error.ts';
import { fillSentence, sentences } from '#shared/domain/errors/sentences.ts';

/** The secondary contacts that repeat the main number or an earlier contact: a lead has each number once. */
export function repeatedNumbers(main: string | undefined, contacts: ReadonlyArray<string | undefined>): FieldErrors {
  const seen = new Set([main]);
  const errors: FieldErrors = {};
  for (const [index, number] of contacts.entries()) {
    if (number === undefined) continue;
    const path = `secondary_contacts.${index}.phone_number`;
    if (seen.has(number)) errors[path] = [fillSentence(sentences.taken, path)];
    seen.add(number);
  }
  return errors;
}
