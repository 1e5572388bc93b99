import { Command } from '@commander-js/extra-typings';
import { userOption } from '#infra/admin/arguments.ts';
import { listPrintout, timeCell } from '#infra/admin/output.ts';
import type { Session } from '#infra/admin/session.ts';
import { requireUser } from '#shared/app/require-user.ts';
import { toDecimal } from '#shared/domain/account/money.ts';

const EXAMPLES = `
Example:
  npm run admin -- ledger list --user 1`;

export function ledgerList(session: Session) {
  return new Command('list')
    .description('list every change of a balance, oldest first')
    .addOption(userOption())
    .addHelpText('after', EXAMPLES)
    .action(async ({ user: userId }) => {
      const { users, wallets } = await session.deps();
      await requireUser(userId, users);
      let balance = 0;
      const rows = (await wallets.ledger(userId)).map((entry) => {
        balance += entry.amount;
        return {
          id: entry.id,
          created_at: timeCell(entry.createdAt),
          kind: entry.kind,
          reference: entry.reference,
          amount: toDecimal(entry.amount),
          balance: toDecimal(balance),
        };
      });
      session.print(listPrintout(rows));
    });
}
