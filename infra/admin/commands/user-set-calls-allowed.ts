import { Command } from '@commander-js/extra-typings';
import { countArgument, userOption } from '#infra/admin/arguments.ts';
import { recordPrintout } from '#infra/admin/output.ts';
import type { Session } from '#infra/admin/session.ts';
import { requireUser } from '#shared/app/require-user.ts';

const MOST_CALLS = 10_000;
const EXAMPLES = `
Example:
  npm run admin -- user set-calls-allowed --user 1 --calls 50`;

export function userSetCallsAllowed(session: Session) {
  return new Command('set-calls-allowed')
    .description('set how many calls of a user may run at once')
    .addOption(userOption())
    .requiredOption('--calls <count>', 'calls at once', countArgument(1, MOST_CALLS))
    .addHelpText('after', EXAMPLES)
    .action(async ({ user: userId, calls }) => {
      const { users } = await session.deps();
      const user = await requireUser(userId, users);
      await users.setCallsAllowed(userId, calls);
      session.print(recordPrintout({ id: user.id, name: user.name, calls_allowed: calls }));
    });
}
