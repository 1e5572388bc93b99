import { fillSentence, invalidFields, sentences, type AppError } from '#shared/platform/errors.ts';

/** Limit for the variables of one record, in characters of JSON: 192 KB at most in an item of 400 KB. */
export const MAX_VARIABLES_LENGTH = 65_536;

export function fitsVariablesLimit(variables: Record<string, unknown>): boolean {
  return JSON.stringify(variables).length <= MAX_VARIABLES_LENGTH;
}

/** The refusal of merged variables over the limit. */
export function tooManyVariables(): AppError {
  return invalidFields({ variables: [fillSentence(sentences.maxLength(MAX_VARIABLES_LENGTH), 'variables')] });
}
