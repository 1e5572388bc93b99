import * as v from 'valibot';

/**
 * Key-values of a client, stored as JSON text: DynamoDB's own maps go no deeper than 32 levels, and its numbers are
 * narrower than JSON's.
 */
export const JsonText = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));
