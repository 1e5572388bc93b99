import { Command } from '@commander-js/extra-typings';
import type { Session } from '#infra/admin/deps/admin-deps.ts';
import { amountArgument, textArgument, userOption } from '#infra/admin/terminal/arguments.ts';
import { listPrintout, recordPrintout, timeCell } from '#infra/text/output.ts';
import { toDecimal } from '#shared/accounts/account.ts';
import { requireKnownUser, topUp } from '#shared/accounts/users.ts';

const BALANCE_ADD_EXAMPLES = `
Examples:
  npm run admin -- balance add --user 1 --amount 25 --note "invoice 1042"
  npm run admin -- balance add --user 1 --amount -5 --note "booked twice"`;

export function balanceAdd(session: Session) {
  return new Command('add')
    .description('Book money into the balance of a user, or out of it')
    .addOption(userOption())
    .requiredOption('--amount <amount>', 'amount such as 25 or 12.50; negative for a correction', amountArgument)
    .option('--note <text>', 'note in the ledger', textArgument, 'booked by an operator')
    .addHelpText('after', BALANCE_ADD_EXAMPLES)
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

const LEDGER_LIST_EXAMPLES = `
Examples:
  npm run admin -- ledger list --user 1`;

export function ledgerList(session: Session) {
  return new Command('list')
    .description('List every change of a balance, oldest first; also that of a deleted user')
    .addOption(userOption())
    .addHelpText('after', LEDGER_LIST_EXAMPLES)
    .action(async ({ user: userId }) => {
      const { users, wallets } = await session.deps();
      await requireKnownUser(userId, users);
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
