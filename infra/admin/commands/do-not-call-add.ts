import { Argument, Command } from '@commander-js/extra-typings';
import { phoneArgument, textArgument, userOption } from '#infra/admin/arguments.ts';
import { doNotCallRow } from '#infra/admin/do-not-call-row.ts';
import { recordPrintout } from '#infra/admin/output.ts';
import type { Session } from '#infra/admin/session.ts';
import { blacklistNumber } from '#shared/app/blacklist-number.ts';
import { requireUser } from '#shared/app/require-user.ts';

const EXAMPLES = `
Example:
  npm run admin -- do-not-call add +12025550101 --user 1 --reason "Asked us by letter."`;

export function doNotCallAdd(session: Session) {
  return new Command('add')
    .description('put a number on the do-not-call list of a user; its waiting leads become blacklisted')
    .addArgument(new Argument('<number>', 'the number in E.164 format').argParser(phoneArgument))
    .addOption(userOption())
    .option('--reason <text>', 'why', textArgument)
    .addHelpText('after', EXAMPLES)
    .action(async (phoneNumber, { user: userId, reason = null }) => {
      const deps = await session.deps();
      await requireUser(userId, deps.users);
      const entry = await blacklistNumber({ userId, phoneNumber, source: 'import', reason }, deps);
      session.print(recordPrintout(doNotCallRow(entry)));
    });
}
