import * as v from 'valibot';
import type { Act } from '#infra/local/source/service-source.ts';

const textOrList = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((value) => (Array.isArray(value) ? value : [value])),
);

export const Statement = v.object({
  Effect: v.literal('Allow'),
  Action: textOrList,
  Resource: textOrList,
  /** The one condition that the service uses: the request names partitions of the table, and all of them are like this. */
  Condition: v.optional(
    v.strictObject({
      'ForAllValues:StringLike': v.strictObject({ 'dynamodb:LeadingKeys': textOrList }),
      Null: v.strictObject({ 'dynamodb:LeadingKeys': v.literal('false') }),
    }),
  ),
});

export type Statement = v.InferOutput<typeof Statement>;

/** Whether a role that holds these statements may do this. A star stands for anything and a question mark for one character, as in IAM. */
export function allows(statements: readonly Statement[], { action, resource, partitions = [] }: Act): boolean {
  return statements.some(
    ({ Action, Resource, Condition }) =>
      Action.some((pattern) => matches(pattern, action)) &&
      Resource.some((pattern) => matches(pattern, resource)) &&
      (Condition === undefined || allAreLike(partitions, Condition['ForAllValues:StringLike']['dynamodb:LeadingKeys'])),
  );
}

function allAreLike(partitions: readonly string[], patterns: readonly string[]): boolean {
  return (
    partitions.length > 0 && partitions.every((partition) => patterns.some((pattern) => matches(pattern, partition)))
  );
}

export function matches(pattern: string, text: string): boolean {
  const literal = pattern.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${literal.replaceAll('*', '.*').replaceAll('?', '.')}$`).test(text);
}
