import { fillSentence, invalidFields, sentences, type AppError } from '#shared/platform/errors.ts';

/** Characters of JSON that the variables of one record may have: 192 KB at most, and DynamoDB takes items of 400 KB. */
export const MAX_VARIABLES_LENGTH = 65_536;

export function fitsVariablesLimit(variables: Record<string, unknown>): boolean {
  return JSON.stringify(variables).length <= MAX_VARIABLES_LENGTH;
}

/** The refusal of variables that grow too large when they are merged. */
export function tooManyVariables(): AppError {
  return invalidFields({ variables: [fillSentence(sentences.maxLength(MAX_VARIABLES_LENGTH), 'variables')] });
}
