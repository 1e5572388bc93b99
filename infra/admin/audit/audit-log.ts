import * as v from 'valibot';
import { absent } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, type Table } from '#shared/platform/table/table.ts';
import { put } from '#shared/platform/table/write.ts';

const AuditItem = v.object({
  runId: v.string(),
  /** Epoch milliseconds. */
  at: v.number(),
  /** `started` is written before the command does anything, `ended` after it. */
  phase: v.picklist(['started', 'ended']),
  /** The AWS identity and the user of the operator's machine. */
  actor: v.string(),
  /** `user delete` */
  command: v.string(),
  /** The options, with values that are ids, numbers, dates or switches. No text, as it may name a customer; of an erased number its keyed hash. */
  options: v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
  userId: v.nullable(v.number()),
  /** `done`, or the kind of the failure with the number of items written. Its message is left out, as it may name a customer. */
  result: v.nullable(v.string()),
});
export type AuditEntry = v.InferOutput<typeof AuditItem>;

/** What operators did. Entries are appended, and no command changes or removes one. */
export interface AuditLog {
  append(entry: AuditEntry): Promise<void>;
  /** The entries of a month (`2026-11`), oldest first. */
  ofMonth(month: string): Promise<AuditEntry[]>;
}

export function createAuditLog(table: Table): AuditLog {
  return {
    async append(entry) {
      const time = new Date(entry.at).toISOString();
      const key = keys.audit.entry(time.slice(0, 7), `${time}#${entry.runId}#${entry.phase}`);
      await put(table, { ...key, ...entry }, absent);
    },
    ofMonth: (month) => query(table, { partition: keys.audit.partition(month) }, AuditItem),
  };
}

const SAFE_TEXT = /^(?:evt_\d+_[a-z_.]+|\d{4}-\d{2}(?:-\d{2})?|stage)$/;
const CallArgument = v.object({ userId: v.optional(v.number()), callId: v.number() });
const Value = v.union([v.number(), v.boolean(), v.pipe(v.string(), v.regex(SAFE_TEXT))]);
/** Stands for a value that is not recorded. */
const GIVEN = 'given';

/** What the log may record of a command line: names of all options, values of those that name no customer. */
export function auditedOptions(
  options: Record<string, unknown>,
  parameters: readonly unknown[],
): { options: AuditEntry['options']; userId: number | null } {
  const named = Object.entries(options).filter(([, value]) => value !== undefined);
  const calls = parameters.flatMap((one) => (v.is(CallArgument, one) ? [one] : []));
  const ids = parameters.flatMap((one) => (typeof one === 'number' ? [one] : []));
  const { user } = options;
  const [call] = calls;
  return {
    options: {
      ...Object.fromEntries(named.map(([name, value]) => [name, v.is(Value, value) ? value : GIVEN])),
      ...(ids[0] !== undefined && { id: ids[0] }),
      ...(call && { call: call.callId }),
    },
    userId: typeof user === 'number' ? user : (call?.userId ?? null),
  };
}
