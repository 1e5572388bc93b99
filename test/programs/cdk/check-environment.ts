import type { ManifestRow } from '#shared/manifest/manifest-row.ts';
import { environment } from '#shared/platform/environment.ts';
import { queueNames } from '#shared/platform/queue/watch-queues.ts';
import { functionOf, type Deployed } from '#test/programs/cdk/cfn-template.ts';
import { settings } from '#test/programs/cdk/environment-readers.ts';

/** What only a developer's machine sets; functions in AWS do without. */
const LEFT_OUT = new Set([
  'SECRETS_FILE',
  'TWILIO_API_URL',
  'WEB_CALL_URL',
  'OPENAI_REALTIME_URL',
  'OPENAI_KEY_SECRET',
  'LOCAL_MODELS',
  'WEBHOOK_ALLOW_LOOPBACK',
  'TIME_SCALE',
  'AWS_ENDPOINT_URL',
  'AWS_ENDPOINT_URL_S3',
  'AWS_ENDPOINT_URL_DYNAMODB',
]);
/** What a stage may leave out. */
const OPTIONAL = new Set([
  'SMS_WAITING_AT_ONCE',
  'WEBHOOK_ONE_WAITS',
  'OPENAI_SIP_HOST',
  'MACHINE_DETECTION',
  'CARRIER_ACCOUNTS',
  'DESTINATIONS',
  'BEDROCK_REGION',
  'OPENAI_BASE_URL',
  'OPENAI_MODEL',
  'FAST_REQUESTS',
]);

/** Every variable that a function can come to read is set, and it is given none that it does not read. */
export const environmentProblems = (
  rows: readonly ManifestRow[],
  readers: ReadonlyMap<string, string[]>,
  deployed: Deployed,
): string[] =>
  rows.flatMap((row) => {
    const [, fn] = functionOf(row.id, deployed) ?? [];
    const given = Object.keys(fn?.Properties['Environment']?.Variables ?? {});
    const read = (readers.get(row.id) ?? []).flatMap((reader) => variablesRead(reader, row));
    const lacked = read.filter((name) => !given.includes(name) && !LEFT_OUT.has(name) && !OPTIONAL.has(name));
    const surplus = given.filter(
      (name) => LEFT_OUT.has(name) || (!read.includes(name) && !isOfAnotherAccount(name, row)),
    );
    return [
      ...lacked.map((name) => `${row.id} lacks ${name}`),
      ...surplus.map((name) => `${row.id} must not have ${name}`),
    ];
  });

/** The functions of a carrier are given every account, and read those of their kind. */
const isOfAnotherAccount = (name: string, { kind, id, uses }: ManifestRow): boolean =>
  name === 'TWILIO_ACCOUNT_SID' &&
  kind === 'carrier' &&
  !id.startsWith('carrier/twilio-') &&
  uses.includes('secret:twilio-auth-token');

/** The variables that a reader asks for, found out by letting it ask. */
function variablesRead(reader: string, row: ManifestRow): string[] {
  const asked = new Set<string>();
  const readers = { ...environment, ...settings };
  const real = process.env;
  process.env = new Proxy<NodeJS.ProcessEnv>({}, { has: (_, name) => Boolean(asked.add(String(name))) && false });
  try {
    for (const queue of queuesFor(reader, row)) {
      try {
        (readers[reader as keyof typeof readers] as (queue: string) => unknown)(queue);
      } catch {
        // It says that the variable is missing; which one, is known by now.
      }
    }
  } finally {
    process.env = real;
  }
  return [...asked];
}

function queuesFor(reader: string, row: ManifestRow): string[] {
  if (/queueUrl$/i.test(reader) && row.uses.includes('queue-depths')) return [...queueNames];
  const own = row.kind === 'queue' ? [row.queue] : [];
  const used = row.uses.filter((use) => use.startsWith('queue:')).map((use) => use.slice(6));
  if (reader === 'queueUrl') return [...own, ...used];
  return reader === 'deadLetterQueueUrl' ? own : [''];
}
