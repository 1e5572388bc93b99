import { Command } from '@commander-js/extra-typings';
import { userOption } from '#infra/admin/arguments.ts';
import { numberRow } from '#infra/admin/number-row.ts';
import { listPrintout } from '#infra/admin/output.ts';
import type { Session } from '#infra/admin/session.ts';
import { requireUser } from '#shared/app/require-user.ts';

const EXAMPLES = `
Example:
  npm run admin -- number list --user 1`;

export function numberList(session: Session) {
  return new Command('list')
    .description('list the phone numbers of a user')
    .addOption(userOption())
    .addHelpText('after', EXAMPLES)
    .action(async ({ user: userId }) => {
      const { users, phoneNumbers, clock } = await session.deps();
      await requireUser(userId, users);
      const now = clock.now();
      session.print(listPrintout((await phoneNumbers.list(userId)).map((number) => numberRow(number, now))));
    });
}
