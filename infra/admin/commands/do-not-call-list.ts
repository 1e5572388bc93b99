import { Command } from '@commander-js/extra-typings';
import { countArgument, userOption } from '#infra/admin/arguments.ts';
import { doNotCallRow } from '#infra/admin/do-not-call-row.ts';
import type { Session } from '#infra/admin/session.ts';
import { requireUser } from '#shared/app/require-user.ts';

const MOST = 1_000_000;
const EXAMPLES = `
Examples:
  npm run admin -- do-not-call list --user 1
  npm run --silent admin -- do-not-call list --user 1 --most 1000000 --json`;

export function doNotCallList(session: Session) {
  return new Command('list')
    .description('list the numbers that a user must not call, newest first')
    .addOption(userOption())
    .option('--most <count>', 'show so many at most', countArgument(1, MOST), 100)
    .addHelpText('after', EXAMPLES)
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
