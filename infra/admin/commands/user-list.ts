import { Command } from '@commander-js/extra-typings';
import { listPrintout, timeCell } from '#infra/admin/output.ts';
import type { Session } from '#infra/admin/session.ts';
import { toDecimal } from '#shared/domain/account/money.ts';

const EXAMPLES = `
Examples:
  npm run admin -- user list
  npm run --silent admin -- user list --json`;

export function userList(session: Session) {
  return new Command('list')
    .description('list the users and their balances')
    .addHelpText('after', EXAMPLES)
    .action(async () => {
      const { users, wallets } = await session.deps();
      const rows = [];
      for (const user of await users.list()) {
        const wallet = (await wallets.get(user.id)) ?? { balance: 0, available: 0 };
        rows.push({
          id: user.id,
          name: user.name,
          email: user.email,
          balance: toDecimal(wallet.balance),
          available: toDecimal(wallet.available),
          created_at: timeCell(user.createdAt),
        });
      }
      session.print(listPrintout(rows));
    });
}
