import type { TranscriptTurn } from '#shared/calls/call.ts';
import { type Language, languages } from '#shared/catalog/languages.ts';
import { createFinder, type Finder, type Tongue } from '#shared/integrations/rehearsal/find-sentence.ts';
import { rehearsalLanguage, rehearsalLanguages } from '#shared/integrations/rehearsal/languages/known-languages.ts';
import { wordSet, wordsOf } from '#shared/integrations/rehearsal/plain-words.ts';
import { type Progress, progressOf } from '#shared/integrations/rehearsal/read-conversation.ts';
import { readPrompt, type ReadPrompt } from '#shared/integrations/rehearsal/read-prompt.ts';

export interface RehearseInput {
  systemPrompt: string;
  locale: string;
  turns: readonly TranscriptTurn[];
}

interface Prepared {
  read: ReadPrompt;
  finder: Finder;
  call: Tongue;
  prompt: Tongue;
  both: Tongue[];
}

/** The last prompt, which the next turn has again. */
let last: { systemPrompt: string; iso2: string; prepared: Prepared } | undefined;

function prepare(systemPrompt: string, iso2: string): Prepared {
  if (last?.systemPrompt === systemPrompt && last.iso2 === iso2) return last.prepared;
  const { call, prompt } = tonguesOf(systemPrompt, iso2);
  const read = readPrompt(systemPrompt, prompt.language, call.language);
  const both = call.iso2 === prompt.iso2 ? [call] : [call, prompt];
  const prepared = { read, finder: createFinder(read.facts, both), call, prompt, both };
  last = { systemPrompt, iso2, prepared };
  return prepared;
}

/** The part of a condition that an objection has. */
const OBJECTION = 0.6;

/** What an answer depends on. */
export interface Scene extends Prepared {
  turns: readonly TranscriptTurn[];
  catalogued: Language | undefined;
  locale: string;
  said: string;
  progress: Progress[];
}

/** The prompt may be in another language than the call. */
function tonguesOf(prompt: string, iso2: string): { call: Tongue; prompt: Tongue } {
  const words = wordsOf(prompt);
  const counts = rehearsalLanguages.map((known) => {
    const idle = wordSet(rehearsalLanguage(known).idle);
    return { known, count: words.filter((word) => idle.has(word)).length + (known === iso2 ? 1 : 0) };
  });
  const [first] = counts.toSorted((one, other) => other.count - one.count);
  const written = first && first.count > 0 ? first.known : iso2;
  return {
    call: { iso2, language: rehearsalLanguage(iso2) },
    prompt: { iso2: written, language: rehearsalLanguage(written) },
  };
}

export function sceneOf({ systemPrompt, locale, turns }: RehearseInput): Scene {
  const catalogued = languages.find((known) => known.locale === locale) ?? languages[0];
  const prepared = prepare(systemPrompt, catalogued?.iso2 ?? 'en');
  const said = turns.findLast(({ sender }) => sender === 'human')?.text ?? '';
  const { read, finder, both } = prepared;
  const objects = (text: string) => read.conditions.some((condition) => finder.covers(condition, text) >= OBJECTION);
  const progress = progressOf(read.questions, turns, both, objects);
  return { ...prepared, turns, catalogued, locale, said, progress };
}
