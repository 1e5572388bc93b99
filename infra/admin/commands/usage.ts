import { Command } from '@commander-js/extra-typings';
import { idArgument } from '#clients/cli/src/arguments.ts';
import type { Row } from '#clients/cli/src/output.ts';
import type { Session } from '#infra/admin/deps/admin-deps.ts';
import { monthArgument } from '#infra/admin/terminal/arguments.ts';
import { csvLine } from '#infra/text/safe-text.ts';
import { toUsageRecord } from '#shared/accounts/usage.ts';
import { requireKnownUser } from '#shared/accounts/users.ts';

const USAGE_SHOW_EXAMPLES = `
Examples:
  npm run admin -- usage show --month 2026-11
  npm run --silent admin -- usage --month 2026-11 --csv
  npm run admin -- usage show --user 1`;

/** The names of columns never change: spreadsheets refer to them. */
export function usageShow(session: Session) {
  return new Command('show')
    .description('Show the charges of users in a month, as their ledgers have them')
    .option('--month <month>', 'UTC month such as 2026-11 (default: the present one)', monthArgument)
    .option('--user <id>', 'id of the user (else all users)', idArgument)
    .option('--csv', 'print CSV instead of a table')
    .addHelpText('after', USAGE_SHOW_EXAMPLES)
    .action(async ({ month, user, csv }) => {
      const { users, usage, clock } = await session.deps();
      const wanted = month ?? new Date(clock.now()).toISOString().slice(0, 7);
      if (user !== undefined) await requireKnownUser(user, users);
      const rows: Row[] = [];
      const all = (await users.list()).filter(({ id }) => user === undefined || id === user);
      for (const [index, { id, name }] of all.entries()) {
        const { calls, sms } = toUsageRecord(wanted, await usage.ofMonth(id, wanted));
        rows.push({
          month: wanted,
          user_id: id,
          name,
          calls: calls.count,
          seconds: calls.seconds,
          calls_cost: calls.cost,
          sms: sms.count,
          segments: sms.segments,
          sms_cost: sms.cost,
        });
        session.progress.show((index + 1) / all.length, `${index + 1} users`);
      }
      session.progress.clear();
      session.print({ json: rows, sections: [csv ? { text: toCsv(rows) } : { rows }] });
    });
}

const COLUMNS = ['month', 'user_id', 'name', 'calls', 'seconds', 'calls_cost', 'sms', 'segments', 'sms_cost'];

function toCsv(rows: readonly Row[]): string {
  const cell = (value: Row[string] | undefined) =>
    typeof value === 'number' ? String(value) : csvLine([String(value ?? '')]);
  return [COLUMNS.join(','), ...rows.map((row) => COLUMNS.map((name) => cell(row[name])).join(','))].join('\n');
}
