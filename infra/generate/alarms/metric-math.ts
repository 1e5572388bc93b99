import { runInThisContext } from 'node:vm';

/** CloudWatch's functions, of one period. A missing value is undefined. */
const functions = {
  FILL: (value: number | undefined, instead: number) => value ?? instead,
  IF: (is: boolean | number, one: number, other: number) => (is ? one : other),
};

type Values = Readonly<Record<string, number | undefined>>;

/**
 * Metric math as a function of the metrics that it names. `parts` are named, and may use each other. Returns undefined without a value.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 */
export function metricMath(
  expression: string,
  parts: Readonly<Record<string, string>> = {},
): (values: Values) => number | undefined {
  const text = inline(expression, parts);
  const metrics = [...new Set(text.match(/\b[a-z]\w*\b/g))];
  const names = Object.keys(functions);
  // The expressions are our own.
  const run: unknown = runInThisContext(`(${[...names, ...metrics].join(', ')}) => ${text}`);
  if (typeof run !== 'function') throw new TypeError(`${expression} is no expression`);
  return (values) => {
    const given = [...Object.values(functions), ...metrics.map((name) => values[name])];
    const result = Number(Reflect.apply(run, undefined, given));
    return Number.isNaN(result) ? undefined : result;
  };
}

function inline(expression: string, parts: Readonly<Record<string, string>>): string {
  return expression.replaceAll(/\b[a-z]\w*\b/g, (name) => {
    const part = parts[name];
    return part === undefined ? name : `(${inline(part, parts)})`;
  });
}
