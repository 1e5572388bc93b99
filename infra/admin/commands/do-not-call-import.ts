import { Argument, Command } from '@commander-js/extra-typings';
import { userOption } from '#infra/admin/arguments.ts';
import { importDoNotCall } from '#infra/admin/import/import-do-not-call.ts';
import { refusedSections, writeReport } from '#infra/admin/import/refused-rows.ts';
import type { Session } from '#infra/admin/session.ts';
import { requireUser } from '#shared/app/require-user.ts';

const EXAMPLES = `
The file has one number a line, and a reason beside it if there is one. Numbers that are on the list already stay as they
are, so that an import that was broken off is finished by running it again.

Example:
  npm run admin -- do-not-call import opted-out.csv --user 1`;

export function doNotCallImport(session: Session) {
  return new Command('import')
    .description('put the numbers of a file on the do-not-call list of a user')
    .addArgument(new Argument('<file>', 'file of the numbers'))
    .addOption(userOption())
    .option('--report <file>', 'write the refused rows to this file')
    .addHelpText('after', EXAMPLES)
    .action(async (file, { user: userId, report }) => {
      const deps = await session.deps();
      await requireUser(userId, deps.users);
      const { refused, ...counts } = await importDoNotCall({ file, userId }, deps, session.progress);
      if (report !== undefined) await writeReport(report, refused);
      const record = { ...counts, refused: refused.length };
      session.print({
        json: { ...record, rows: refused },
        sections: [{ record }, ...refusedSections(refused, report)],
      });
    });
}
