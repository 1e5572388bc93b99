import * as v from 'valibot';

/**
 * A client's key-values, stored as JSON text: DynamoDB maps have at most 32 levels, and its numbers a smaller range than
 * JSON's. Not `v.record`, which drops keys such as `constructor`.
 */
export const JsonText = v.pipe(
  v.string(),
  v.parseJson(),
  v.custom<Record<string, unknown>>((input) => typeof input === 'object' && input !== null && !Array.isArray(input)),
);
