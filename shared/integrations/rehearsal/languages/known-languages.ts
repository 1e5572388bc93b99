import { dutch } from '#shared/integrations/rehearsal/languages/dutch.ts';
import { english } from '#shared/integrations/rehearsal/languages/english.ts';
import { french } from '#shared/integrations/rehearsal/languages/french.ts';
import { german } from '#shared/integrations/rehearsal/languages/german.ts';
import { italian } from '#shared/integrations/rehearsal/languages/italian.ts';
import { japanese } from '#shared/integrations/rehearsal/languages/japanese.ts';
import { polish } from '#shared/integrations/rehearsal/languages/polish.ts';
import { portuguese } from '#shared/integrations/rehearsal/languages/portuguese.ts';
import type { RehearsalLanguage } from '#shared/integrations/rehearsal/languages/rehearsal-language.ts';
import { spanish } from '#shared/integrations/rehearsal/languages/spanish.ts';

const known: ReadonlyMap<string, RehearsalLanguage> = new Map([
  ['en', english],
  ['de', german],
  ['fr', french],
  ['es', spanish],
  ['it', italian],
  ['pt', portuguese],
  ['nl', dutch],
  ['pl', polish],
  ['ja', japanese],
]);

export const rehearsalLanguages = [...known.keys()];

/** English for a language that is not known here. */
export function rehearsalLanguage(iso2: string): RehearsalLanguage {
  return known.get(iso2) ?? english;
}
