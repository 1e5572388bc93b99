import { globSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';
import { buildScript } from '#shared/conversations/script.ts';
import { rehearsalLanguage } from '#shared/integrations/rehearsal/languages/known-languages.ts';
import { createRehearsalLanguageModel } from '#shared/integrations/rehearsal/rehearsal-language-model.ts';
import { buildReplyRequest, readAll, textOf, turnsOf } from '#test/shared/integrations/ai-sdk/reply-request.ts';
import { buildAssistant, buildCall } from '#test/support/builders.ts';

const Pair = v.strictObject({
  ask: v.optional(v.string()),
  turns: v.optional(v.array(v.string()), []),
  says: v.optional(v.string()),
  asks: v.optional(v.string()),
  unknown: v.optional(v.boolean(), false),
});
type Pair = v.InferOutput<typeof Pair>;

const PromptFile = v.strictObject({
  locale: v.string(),
  prompt: v.string(),
  variables: v.optional(v.record(v.string(), v.union([v.string(), v.number()])), {}),
  pairs: v.array(Pair),
});

export interface Judged {
  file: string;
  asked: string;
  answer: string;
  wanted: string;
  isRight: boolean;
}

const model = createRehearsalLanguageModel();

/** What the model answers to each pair of a half, and whether this is right. */
export async function judgePairs(
  half: 'tuning' | 'held-out',
  heard: (said: string) => string = (said) => said,
): Promise<Judged[]> {
  const files = globSync(resolve(import.meta.dirname, 'prompts', half, '*.yaml')).toSorted();
  const judged = await Promise.all(files.map((path) => judgeFile(path, heard)));
  return judged.flat();
}

async function judgeFile(path: string, heard: (said: string) => string): Promise<Judged[]> {
  const file = v.parse(PromptFile, parse(readFileSync(path, 'utf8')));
  const configuration = { assistant: buildAssistant({ systemPrompt: file.prompt }), variables: file.variables };
  const { systemPrompt } = buildScript({ call: buildCall(), configuration, locale: file.locale, now: 0 });
  return Promise.all(
    file.pairs.map(async (pair) => {
      const lines = ['bot: ♪', ...pair.turns, ...(pair.ask === undefined ? [] : [`human: ${heard(pair.ask)}`])];
      const request = buildReplyRequest({ systemPrompt, locale: file.locale, turns: turnsOf(...lines) });
      const answer = textOf(await readAll(model, request));
      return {
        file: basename(path),
        asked: lines.at(-1) ?? '',
        answer,
        wanted: pair.says ?? pair.asks ?? 'unknown',
        isRight: isRight(pair, answer, file.locale),
      };
    }),
  );
}

function isRight({ says, asks, unknown }: Pair, answer: string, locale: string): boolean {
  const { unknown: unknownPhrase } = rehearsalLanguage(locale.slice(0, 2)).phrases;
  const isUnknown = answer.includes(unknownPhrase);
  if (unknown) return isUnknown;
  if (says !== undefined) return bare(answer).includes(bare(says));
  const questions = answer.match(/[^.!?。]+[?？。]/gu)?.join(' ') ?? '';
  return asks !== undefined && !isUnknown && new RegExp(asks, 'iu').test(questions);
}

const bare = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

export const rateOf = (judged: readonly Judged[]): number =>
  judged.filter(({ isRight }) => isRight).length / judged.length;
