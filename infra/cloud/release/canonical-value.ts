import * as v from 'valibot';

export interface Scope {
  stack: string;
  /** The text of the value of each export. */
  exports: Readonly<Record<string, string>>;
}

const Call = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((value) => Object.keys(value).length === 1),
);
const Attribute = v.tuple([v.string(), v.string()]);
const Join = v.tuple([v.string(), v.array(v.unknown())]);

/** A value of a template as text that is the same in every stack: references name the stack, and imports are what is exported. */
export function canonical(value: unknown, scope: Scope): string {
  if (typeof value === 'string') return value;
  const call = v.safeParse(Call, value);
  const [name, argument] = Object.entries(call.output ?? {})[0] ?? [];
  if (call.success && name !== undefined) return resolved(name, argument, scope) ?? nested(value, scope);
  return nested(value, scope);
}

function resolved(name: string, argument: unknown, scope: Scope): string | undefined {
  if (name === 'Ref' && typeof argument === 'string') {
    return argument.startsWith('AWS::') ? `{${argument.slice(5)}}` : `{${scope.stack}.${argument}}`;
  }
  if (name === 'Fn::ImportValue' && typeof argument === 'string') return scope.exports[argument] ?? `{${argument}}`;
  if (name === 'Fn::GetAtt' && v.is(Attribute, argument)) return `{${scope.stack}.${argument.join('.')}}`;
  if (name === 'Fn::Join' && v.is(Join, argument)) {
    const [separator, parts] = argument;
    return parts.map((part) => canonical(part, scope)).join(separator);
  }
  return undefined;
}

function nested(value: unknown, scope: Scope): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, scope)).join()}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
    return `{${entries.map(([key, item]) => `${key}:${canonical(item, scope)}`).join()}}`;
  }
  return String(value);
}
