/** Gives the values that CloudFormation knows only when it deploys. */
export interface Lookups {
  ref(logicalId: string): unknown;
  attribute(logicalId: string, attribute: string): unknown;
  imported(name: string): unknown;
}

/** A value of a template with its functions worked out. */
export function evaluate(value: unknown, lookups: Lookups): unknown {
  if (Array.isArray(value)) return value.map((item) => evaluate(item, lookups));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [[name, argument] = ['', undefined]] = entries;
  if (entries.length === 1 && (name === 'Ref' || name.startsWith('Fn::'))) return call(name, argument, lookups);
  return Object.fromEntries(entries.map(([key, item]) => [key, evaluate(item, lookups)]));
}

function call(name: string, argument: unknown, lookups: Lookups): unknown {
  const values = evaluate(argument, lookups);
  const [first, second]: unknown[] = Array.isArray(values) ? values : [values];
  switch (name) {
    case 'Ref':
      return lookups.ref(String(values));
    case 'Fn::GetAtt':
      return lookups.attribute(String(first), String(second));
    case 'Fn::ImportValue':
      return lookups.imported(String(values));
    case 'Fn::Sub':
      return String(values).replaceAll(/\$\{(?<id>[\w:]+)\}/g, (_, logicalId: string) =>
        String(lookups.ref(logicalId)),
      );
    case 'Fn::Join':
      return Array.isArray(second) ? second.map(String).join(String(first)) : '';
    case 'Fn::Select':
      return Array.isArray(second) ? second[Number(first)] : undefined;
    case 'Fn::Split':
      return String(second).split(String(first));
    default:
      throw new Error(`the local stack does not know ${name}`);
  }
}
