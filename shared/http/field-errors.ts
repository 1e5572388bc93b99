import * as v from 'valibot';
import { fillSentence, sentences } from '#shared/domain/errors/sentences.ts';
import type { FieldErrors } from '#shared/domain/errors/app-error.ts';

/** Turns the issues of a schema into the contract's `errors`: path as sent → sentences, each once. */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? 'body';
    const sentence = fillSentence(templateOf(issue), path);
    const known = (errors[path] ??= []);
    if (!known.includes(sentence)) known.push(sentence);
  }
  return errors;
}

function templateOf(issue: v.BaseIssue<unknown>): string {
  if (isMissingKey(issue)) return sentences.required;
  return issue.type === 'object' ? sentences.object : issue.message;
}

/** valibot reports a missing key as an issue of the object, with the quoted key as what it expected. */
function isMissingKey(issue: v.BaseIssue<unknown>): boolean {
  return issue.type === 'object' && issue.received === 'undefined' && issue.expected?.startsWith('"') === true;
}
