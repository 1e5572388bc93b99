import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** The names of all metrics that the functions write, read from their sources. */
export function metricNames(): string[] {
  const files = globSync(['shared/**/*.ts', 'functions/**/*.ts'], { cwd: root });
  const calls = files.flatMap((file) => [
    ...readFileSync(resolve(root, file), 'utf8').matchAll(
      /(?:metrics\.(?:count|duration)|(?:count|report)Failure)\(([^,)]*)/g,
    ),
  ]);
  const names = calls.flatMap(([, name]) => [...(name ?? '').matchAll(/'([A-Z]\w+)'/g)].map(([, text]) => text ?? ''));
  return [...new Set(names)].toSorted();
}

/** Every dimension of every metric, as the sources name them. */
export function metricDimensions(name: string): string[] {
  const files = globSync(['shared/**/*.ts', 'functions/**/*.ts'], { cwd: root });
  const pattern = new RegExp(`'${name}'[^;]*?\\{ (\\w+)[ :}]`);
  // `countFailure` names the function for all of its metrics.
  const failures = /^(?:Request|Callback|Message|Socket)Fail/.test(name) ? ['function', 'version'] : [];
  return [...failures, ...files.flatMap((file) => pattern.exec(readFileSync(resolve(root, file), 'utf8'))?.[1] ?? [])];
}
