import { Command } from '@commander-js/extra-typings';
import { userOption } from '#infra/admin/arguments.ts';
import { listPrintout, timeCell } from '#infra/admin/output.ts';
import type { Session } from '#infra/admin/session.ts';
import { requireUser } from '#shared/app/require-user.ts';

const EXAMPLES = `
Example:
  npm run admin -- campaign list --user 1`;

export function campaignList(session: Session) {
  return new Command('list')
    .description('list the campaigns of a user')
    .addOption(userOption())
    .addHelpText('after', EXAMPLES)
    .action(async ({ user: userId }) => {
      const { users, campaigns } = await session.deps();
      await requireUser(userId, users);
      const rows = (await campaigns.list(userId)).map(({ id, name, createdAt }) => ({
        id,
        name,
        created_at: timeCell(createdAt),
      }));
      session.print(listPrintout(rows));
    });
}
