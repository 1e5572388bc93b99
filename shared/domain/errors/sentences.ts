/**
 * The sentences of validation errors, `{f}` standing for the field's path with underscores as spaces.
 * Clients compare some of these texts, so they change only with the contract.
 */
export const sentences = {
  required: 'The {f} field is required.',
  webhookUrlRequired: 'The webhook url field is required when is webhook active is true.',
  string: 'The {f} must be a string.',
  integer: 'The {f} must be an integer.',
  number: 'The {f} must be a number.',
  array: 'The {f} must be an array.',
  boolean: 'The {f} field must be true or false.',
  object: 'The {f} must be an object.',
  selected: 'The selected {f} is invalid.',
  url: 'The {f} must be a valid URL.',
  timezone: 'The {f} must be a valid timezone.',
  format: 'The {f} format is invalid.',
  date: 'The {f} does not match the format Y-m-d.',
  phone: 'The {f} must be a valid phone number in E.164 format.',
  taken: 'The {f} has already been taken.',
  setAutomatically: (value: string) => `The {f} ${value} is set automatically.`,
  maxLength: (length: number) => `The {f} must not be greater than ${length} characters.`,
  between: (least: number, most: number) => `The {f} must be between ${least} and ${most}.`,
} as const;

/** Puts the field's path into a sentence: `post_call_schema.0.name` reads `post call schema.0.name`. */
export function fillSentence(template: string, path: string): string {
  return template.replace('{f}', path.replaceAll('_', ' '));
}
