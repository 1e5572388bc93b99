import { Command } from '@commander-js/extra-typings';
import { amountArgument, textArgument, userOption } from '#infra/admin/arguments.ts';
import { recordPrintout } from '#infra/admin/output.ts';
import type { Session } from '#infra/admin/session.ts';
import { topUp } from '#shared/app/top-up.ts';
import { toDecimal } from '#shared/domain/account/money.ts';

const EXAMPLES = `
Examples:
  npm run admin -- balance add --user 1 --amount 25 --note "invoice 1042"
  npm run admin -- balance add --user 1 --amount -5 --note "booked twice"`;

export function balanceAdd(session: Session) {
  return new Command('add')
    .description('book money into the balance of a user, or out of it')
    .addOption(userOption())
    .requiredOption('--amount <amount>', 'such as 25 or 12.50; negative for a correction', amountArgument)
    .option('--note <text>', 'kept in the ledger', textArgument, 'booked by an operator')
    .addHelpText('after', EXAMPLES)
    .action(async ({ user: userId, amount, note }) => {
      const { entry, wallet } = await topUp({ userId, amount, note }, await session.deps());
      session.print(
        recordPrintout({
          user_id: userId,
          ledger_entry_id: entry.id,
          kind: entry.kind,
          amount: toDecimal(entry.amount),
          balance: toDecimal(wallet.balance),
          available: toDecimal(wallet.available),
        }),
      );
    });
}
