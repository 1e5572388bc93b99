import { createHash } from 'node:crypto';

/** Equal for bodies that hold the same JSON values, in whatever order their keys came. */
export function fingerprint(body: unknown): string {
  return createHash('sha256').update(canonicalJson(body)).digest('base64url');
}

type Step = { text: string } | { value: unknown };

/** JSON with sorted keys, and a comma after every item. Without recursion: how deep a body nests is for its schema to judge. */
function canonicalJson(root: unknown): string {
  const steps: Step[] = [{ value: root }];
  let json = '';
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if ('text' in step) json += step.text;
    else for (const part of partsOf(step.value).toReversed()) steps.push(part);
  }
  return json;
}

function partsOf(value: unknown): Step[] {
  if (typeof value !== 'object' || value === null) return [{ text: JSON.stringify(value) ?? 'null' }];
  if (Array.isArray(value)) {
    return [{ text: '[' }, ...value.flatMap((item: unknown) => [{ value: item }, { text: ',' }]), { text: ']' }];
  }
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const parts = entries.flatMap(([key, item]) => [{ text: `${JSON.stringify(key)}:` }, { value: item }, { text: ',' }]);
  return [{ text: '{' }, ...parts, { text: '}' }];
}
