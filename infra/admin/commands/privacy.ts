import { Argument, Command } from '@commander-js/extra-typings';
import { countArgument, idArgument } from '#clients/cli/src/arguments.ts';
import type { Session } from '#infra/admin/deps/admin-deps.ts';
import { deleteUser, GRACE_SECONDS } from '#infra/admin/erase/delete-user.ts';
import { eraseNumber } from '#infra/admin/erase/erase-number.ts';
import type { ErasureDeps } from '#infra/admin/erase/erasure-deps.ts';
import { exportUser } from '#infra/admin/erase/export-user.ts';
import { phoneArgument, textArgument, userOption } from '#infra/admin/terminal/arguments.ts';
import { recordPrintout } from '#infra/text/output.ts';
import { requireUser } from '#shared/accounts/users.ts';
import { OperatorError } from '#shared/platform/errors.ts';

const DAY_SECONDS = 86_400;
const WAIT_SECONDS = 120;
const waitOption = ['--wait <seconds>', 'seconds to wait for calls that are still open'] as const;
const confirmOption = ['--yes', 'confirm the command, which cannot be undone'] as const;

const USER_EXPORT_EXAMPLES = `
Writes records.ndjson and the recordings. Reads the whole table once.

Examples:
  npm run admin -- user export --user 1 --to export-1`;

export function userExport(session: Session) {
  return new Command('export')
    .description('Write all stored data of a user, with the recordings, to a folder')
    .addOption(userOption())
    .requiredOption('--to <folder>', 'folder for the data', textArgument)
    .addHelpText('after', USER_EXPORT_EXAMPLES)
    .action(async ({ user: userId, to }) => {
      const { erasure } = await session.deps();
      const { folder, records, recordings } = await exportUser({ userId, folder: to }, erasure(), session.progress);
      session.progress.clear();
      session.print({
        json: { user_id: userId, folder, records, recordings },
        sections: [{ record: { user_id: userId, folder, ...records, recordings } }],
      });
    });
}

const USER_DELETE_EXAMPLES = `
Revokes the tokens, stops the campaigns, ends the calls, then removes everything but wallet, ledger and usage. A run that is
broken off is finished by the same command. What stays, and for how long: docs/runbooks/erasure.md.

Examples:
  npm run admin -- user delete --user 1 --yes
  npm run admin -- user delete --user 1 --yes --wait 600`;

export function userDelete(session: Session) {
  return new Command('delete')
    .description('Delete a user with all calls, recordings, leads, messages and assistants; the ledger stays')
    .addOption(userOption())
    .option(...confirmOption)
    .option(...waitOption, countArgument(0, DAY_SECONDS), WAIT_SECONDS)
    .option(
      '--grace <seconds>',
      'seconds from the revocation of the tokens to the removal; requests may come in until then',
      countArgument(0, DAY_SECONDS),
      GRACE_SECONDS,
    )
    .addHelpText('after', USER_DELETE_EXAMPLES)
    .action(async ({ user: userId, yes, wait, grace }) => {
      const deps = (await session.deps()).erasure();
      refuseUnconfirmed(yes, deps);
      const input = { userId, waitSeconds: wait, graceSeconds: grace };
      const { items, recordings } = await deleteUser(input, deps, session.progress);
      session.progress.clear();
      session.print(
        recordPrintout({ user_id: userId, items_removed: items, recordings_removed: recordings, kept: 'ledger' }),
      );
    });
}

const ERASE_NUMBER_EXAMPLES = `
Removes the calls with the number, their transcripts, recordings and webhooks, its leads, messages and requests, and takes the
number out of other texts. A number on a do-not-call list stays refused: only a keyed hash of it is kept.

Examples:
  npm run admin -- erase number +12025550100 --user 1 --yes
  npm run admin -- erase number +12025550100 --all-users --yes`;

export function eraseNumberCommand(session: Session) {
  return new Command('number')
    .description('Erase a customer who has this phone number')
    .addArgument(new Argument('<number>', 'number in E.164 format').argParser(phoneArgument))
    .option('--user <id>', 'id of the user whose customer is erased', idArgument)
    .option('--all-users', 'erase the customer of every user')
    .option(...confirmOption)
    .option(...waitOption, countArgument(0, DAY_SECONDS), WAIT_SECONDS)
    .addHelpText('after', ERASE_NUMBER_EXAMPLES)
    .action(async (phoneNumber, { user: userId, allUsers, yes, wait }) => {
      if ((userId === undefined) === (allUsers !== true)) throw new OperatorError('name a user, or use --all-users');
      const { erasure, users } = await session.deps();
      if (userId !== undefined) await requireUser(userId, users);
      const deps = erasure();
      refuseUnconfirmed(yes, deps);
      const report = await eraseNumber({ phoneNumber, userId, waitSeconds: wait }, deps, session.progress);
      session.progress.clear();
      const { left, ...counts } = report;
      session.print({
        json: report,
        sections: [
          { record: counts },
          ...(left.length > 0 ? [{ title: 'Left to their users', rows: left.map((item) => ({ item })) }] : []),
        ],
      });
    });
}

function refuseUnconfirmed(yes: true | undefined, { table, bucket }: Pick<ErasureDeps, 'table' | 'bucket'>): void {
  if (yes === true) return;
  throw new OperatorError(`this cannot be undone in the table ${table.tableName} and the bucket ${bucket}: add --yes`);
}
