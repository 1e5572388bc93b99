import { Argument, Command } from '@commander-js/extra-typings';
import { countArgument } from '#clients/cli/src/arguments.ts';
import type { Row } from '#clients/cli/src/output.ts';
import type { Session } from '#infra/admin/deps/admin-deps.ts';
import { importDoNotCall } from '#infra/admin/import/import-do-not-call.ts';
import { refusedSections } from '#infra/admin/import/refused-sections.ts';
import { countryOption, textArgument, sheetOption, userOption } from '#infra/admin/terminal/arguments.ts';
import { recordPrintout, timeCell } from '#infra/text/output.ts';
import type { User } from '#shared/accounts/account.ts';
import { requireUser } from '#shared/accounts/users.ts';
import { waitingLeadsCloser } from '#shared/campaigns/close-waiting-leads.ts';
import { addToDoNotCall, type DoNotCallEntry } from '#shared/do-not-call/do-not-call.ts';
import { readWrittenNumber } from '#shared/platform/e164.ts';
import { OperatorError } from '#shared/platform/errors.ts';

const DO_NOT_CALL_ADD_EXAMPLES = `
Examples:
  npm run admin -- do-not-call add +12025550101 --user 1 --reason "Asked us by letter."`;

export function doNotCallAdd(session: Session) {
  return new Command('add')
    .description('Add a number to the do-not-call list of a user; its waiting leads become blacklisted')
    .addArgument(new Argument('<number>', NUMBER))
    .addOption(userOption())
    .option('--reason <text>', 'reason of the entry', textArgument)
    .addHelpText('after', DO_NOT_CALL_ADD_EXAMPLES)
    .action(async (number, { user: userId, reason = null }) => {
      const deps = await session.deps();
      const phoneNumber = numberOf(await requireUser(userId, deps.users), number);
      const entry = await addToDoNotCall(
        { userId, phoneNumber, source: 'import', reason },
        { ...deps, closeWaitingLeads: waitingLeadsCloser(deps) },
      );
      session.print(recordPrintout(doNotCallRow(entry)));
    });
}

const MOST = 1_000_000;
const DO_NOT_CALL_LIST_EXAMPLES = `
Examples:
  npm run admin -- do-not-call list --user 1
  npm run --silent admin -- do-not-call list --user 1 --most 1000000 --json`;

export function doNotCallList(session: Session) {
  return new Command('list')
    .description('List the numbers that the campaigns of a user must not call, newest first')
    .addOption(userOption())
    .option('--most <count>', 'largest number of rows', countArgument(1, MOST), 100)
    .addHelpText('after', DO_NOT_CALL_LIST_EXAMPLES)
    .action(async ({ user: userId, most }) => {
      const { users, doNotCall } = await session.deps();
      await requireUser(userId, users);
      const { rows, total } = await doNotCall.list(userId, { page: 1, perPage: most });
      const shown = rows.map(doNotCallRow);
      const more = total - shown.length;
      session.print({
        json: shown,
        sections: [{ rows: shown }, ...(more > 0 ? [{ text: `and ${more} more; --most shows them` }] : [])],
      });
    });
}

const DO_NOT_CALL_REMOVE_EXAMPLES = `
Examples:
  npm run admin -- do-not-call remove +12025550101 --user 1`;

export function doNotCallRemove(session: Session) {
  return new Command('remove')
    .description('Take a number off the do-not-call list of a user; its leads stay blacklisted')
    .addArgument(new Argument('<number>', NUMBER))
    .addOption(userOption())
    .addHelpText('after', DO_NOT_CALL_REMOVE_EXAMPLES)
    .action(async (number, { user: userId }) => {
      const { users, doNotCall } = await session.deps();
      const phoneNumber = numberOf(await requireUser(userId, users), number);
      const outcome = await doNotCall.remove(userId, phoneNumber);
      if (outcome === 'not_found') throw new OperatorError(`${phoneNumber} is not on the list of user ${userId}`);
      session.print(recordPrintout({ phone_number: phoneNumber, removed: true }));
    });
}

const DO_NOT_CALL_IMPORT_EXAMPLES = `
The file is CSV or a workbook of Excel. It has one number a line, and a reason beside it if there is one; or a heading with
phone_number, reason and country. Numbers without a plus are those of the country of their row, else of --country, else of
the default country of the user. Numbers that are on the list already stay as they are, so that an import that was broken
off is finished by running it again. clients/imports/README.md describes files.

Examples:
  npm run admin -- do-not-call import opted-out.csv --user 1
  npm run admin -- do-not-call import opted-out.csv --user 1 --country US --report refused.csv`;

export function doNotCallImport(session: Session) {
  return new Command('import')
    .description('Put the numbers of a file on the do-not-call list of a user')
    .addArgument(new Argument('<file>', 'file of the numbers'))
    .addOption(userOption())
    .option('--report <file>', 'file for the refused rows, with their data')
    .addHelpText('after', DO_NOT_CALL_IMPORT_EXAMPLES)
    .addOption(countryOption())
    .addOption(sheetOption())
    .action(async (file, { user: userId, report, country, sheet }) => {
      const deps = await session.deps();
      const { defaultCountry } = await requireUser(userId, deps.users);
      const source = { file, sheet, report, country: country ?? defaultCountry, userId };
      const { rows, format, ...record } = await importDoNotCall(source, deps, session.progress);
      session.print({
        json: { ...record, rows, format },
        sections: [{ record }, ...refusedSections({ rows, format, refused: record.refused }, report)],
      });
    });
}

const NUMBER = 'number; without a plus it is one of the default country of the user';

/** @throws OperatorError when the number cannot be understood */
function numberOf({ defaultCountry }: User, written: string): string {
  const number = readWrittenNumber(written, defaultCountry ?? '');
  if ('refused' in number) throw new OperatorError(number.refused);
  return number.phoneNumber;
}

function doNotCallRow({ phoneNumber, source, reason, createdAt }: DoNotCallEntry): Row {
  return { phone_number: phoneNumber, source, reason, created_at: timeCell(createdAt) };
}
