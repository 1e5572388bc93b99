import * as v from 'valibot';

/**
 * Key-values of a client, stored as JSON text: DynamoDB's own maps go no deeper than 32 levels, and its numbers are
 * narrower than JSON's. No `v.record`, which leaves out keys such as `constructor`.
 */
export const JsonText = v.pipe(
  v.string(),
  v.parseJson(),
  v.custom<Record<string, unknown>>((input) => typeof input === 'object' && input !== null && !Array.isArray(input)),
);
