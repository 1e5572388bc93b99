import { Command } from '@commander-js/extra-typings';
import { idArgument } from '#clients/cli/src/arguments.ts';
import type { Row } from '#clients/cli/src/output.ts';
import type { AuditEntry } from '#infra/admin/audit/audit-log.ts';
import type { Session } from '#infra/admin/deps/admin-deps.ts';
import { monthArgument } from '#infra/admin/terminal/arguments.ts';
import { listPrintout, timeCell } from '#infra/text/output.ts';

const AUDIT_LIST_EXAMPLES = `
Examples:
  npm run admin -- audit list
  npm run --silent admin -- audit list --month 2026-11 --user 1 --json`;

export function auditList(session: Session) {
  return new Command('list')
    .description('List the commands of operators, with time, user and result')
    .option('--month <month>', 'UTC month such as 2026-11 (default: the present one)', monthArgument)
    .option('--user <id>', 'commands on this user', idArgument)
    .addHelpText('after', AUDIT_LIST_EXAMPLES)
    .action(async ({ month, user }) => {
      const { audit, clock } = await session.deps();
      const entries = await audit.ofMonth(month ?? new Date(clock.now()).toISOString().slice(0, 7));
      const ends = new Map(entries.flatMap((one) => (one.phase === 'ended' ? [[one.runId, one] as const] : [])));
      const started = entries.filter(({ phase }) => phase === 'started');
      const wanted = started.filter(({ userId }) => user === undefined || userId === user);
      session.print(listPrintout(wanted.map((one) => auditRow(one, ends.get(one.runId)))));
    });
}

/** A command that was killed, or is running, has no end. */
function auditRow({ at, actor, command, options, userId }: AuditEntry, end: AuditEntry | undefined): Row {
  return {
    at: timeCell(at),
    actor,
    command,
    user_id: userId,
    options: Object.entries(options)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
    result: end?.result ?? 'not ended',
    ended_at: timeCell(end?.at ?? null),
  };
}
