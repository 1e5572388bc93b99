import * as v from 'valibot';

const textOrList = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((value) => (Array.isArray(value) ? value : [value])),
);

export const Statement = v.object({
  Effect: v.literal('Allow'),
  Action: textOrList,
  Resource: textOrList,
  /** The one condition that the service uses: partitions of the table that begin like this. */
  Condition: v.optional(
    v.strictObject({ 'ForAllValues:StringLike': v.object({ 'dynamodb:LeadingKeys': textOrList }) }),
  ),
});
export type Statement = v.InferOutput<typeof Statement>;

/** One thing that a function does to one resource. */
export interface Act {
  action: string;
  resource: string;
  /** The partition of the table, if the request names one. */
  partition?: string | undefined;
}

/** Whether a role that holds these statements may do this. Stars stand for anything, as in IAM. */
export function allows(statements: readonly Statement[], { action, resource, partition = '' }: Act): boolean {
  return statements.some(
    ({ Action, Resource, Condition }) =>
      Action.some((pattern) => matches(pattern, action)) &&
      Resource.some((pattern) => matches(pattern, resource)) &&
      (Condition?.['ForAllValues:StringLike']['dynamodb:LeadingKeys'].some((pattern) => matches(pattern, partition)) ??
        true),
  );
}

export function matches(pattern: string, text: string): boolean {
  const literal = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${literal.replaceAll('*', '.*')}$`).test(text);
}
