import type { ManifestRow } from '#shared/manifest/manifest-row.ts';
import { environment } from '#shared/runtime/environment.ts';
import { functionOf, type Deployed } from '#test/support/cdk/cfn-template.ts';

/** What only a developer's machine or an operator's taste sets; functions in AWS do without. */
const LEFT_OUT = new Set([
  'SECRETS_FILE',
  'TWILIO_API_URL',
  'OPENAI_BASE_URL',
  'OPENAI_REALTIME_URL',
  'BEDROCK_REGION',
  'WEBHOOK_ALLOW_LOOPBACK',
  'CALL_TIME_SPEED',
]);
const OF_THE_RUNTIME = new Set(['NODE_OPTIONS']);

/** Every variable that a function can come to read is set, and it is given none that nobody reads. */
export function environmentProblems(
  rows: readonly ManifestRow[],
  readers: ReadonlyMap<string, string[]>,
  deployed: Deployed,
): string[] {
  const known = new Set(Object.keys(environment).flatMap((reader) => variablesRead(reader, rows)));
  return rows.flatMap((row) => {
    const [, fn] = functionOf(row.id, deployed) ?? [];
    const given = Object.keys(fn?.Properties['Environment']?.Variables ?? {});
    const needed = (readers.get(row.id) ?? []).flatMap((reader) => variablesRead(reader, [row]));
    return [
      ...needed.filter((name) => !given.includes(name) && !LEFT_OUT.has(name)).map((name) => `${row.id} lacks ${name}`),
      ...given
        .filter(
          (name) => !OF_THE_RUNTIME.has(name) && (LEFT_OUT.has(name) ? name !== 'BEDROCK_REGION' : !known.has(name)),
        )
        .map((name) => `${row.id} must not have ${name}`),
    ];
  });
}

/** The variables that a reader asks for, found out by letting it ask. */
function variablesRead(reader: string, rows: readonly ManifestRow[]): string[] {
  const asked = new Set<string>();
  const real = process.env;
  process.env = new Proxy<NodeJS.ProcessEnv>({}, { has: (_, name) => Boolean(asked.add(String(name))) && false });
  try {
    for (const queue of queuesFor(reader, rows)) {
      try {
        (environment[reader as keyof typeof environment] as (queue: string) => unknown)(queue);
      } catch {
        // It says that the variable is missing; which one, is known by now.
      }
    }
  } finally {
    process.env = real;
  }
  return [...asked];
}

function queuesFor(reader: string, rows: readonly ManifestRow[]): string[] {
  const own = rows.flatMap((row) => (row.kind === 'queue' ? [row.queue] : []));
  const used = rows.flatMap(({ uses }) => uses.filter((use) => use.startsWith('queue:')).map((use) => use.slice(6)));
  if (reader === 'queueUrl') return [...own, ...used];
  return reader === 'deadLetterQueueUrl' ? own : [''];
}
