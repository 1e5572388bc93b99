import * as v from 'valibot';

const textOrList = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((value) => (Array.isArray(value) ? value : [value])),
);

export const Statement = v.object({ Effect: v.literal('Allow'), Action: textOrList, Resource: textOrList });
export type Statement = v.InferOutput<typeof Statement>;

/** One thing that a function does to one resource. */
export interface Act {
  action: string;
  resource: string;
}

/** Whether a role that holds these statements may do this. Stars stand for anything, as in IAM. */
export function allows(statements: readonly Statement[], { action, resource }: Act): boolean {
  return statements.some(
    ({ Action, Resource }) =>
      Action.some((pattern) => matches(pattern, action)) && Resource.some((pattern) => matches(pattern, resource)),
  );
}

export function matches(pattern: string, text: string): boolean {
  const literal = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${literal.replaceAll('*', '.*')}$`).test(text);
}
