import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { isSupportedCountry } from 'libphonenumber-js/min';
import type { Session } from '#infra/admin/deps/admin-deps.ts';
import { amountArgument, userOption } from '#infra/admin/terminal/arguments.ts';
import { recordPrintout } from '#infra/text/output.ts';
import { toDecimal, type Micros } from '#shared/accounts/account.ts';
import { requireUser } from '#shared/accounts/users.ts';

const USER_DESTINATIONS_EXAMPLES = `
Examples:
  npm run admin -- user destinations --user 1
  npm run admin -- user destinations --user 1 --countries US,CA,GB
  npm run admin -- user destinations --user 1 --countries stage --spend-per-day 200`;

export function userDestinations(session: Session) {
  return new Command('destinations')
    .description('Show or change where a user may call and text')
    .addOption(userOption())
    .option('--countries <codes>', 'countries, such as US,CA; stage = all countries of the stage', countriesArgument)
    .option(
      '--spend-per-day <amount>',
      'most that is spent in 24 hours on destinations above an ordinary price; stage = the limit of the stage',
      spendArgument,
    )
    .addHelpText('after', USER_DESTINATIONS_EXAMPLES)
    .action(async ({ user: userId, countries, spendPerDay }) => {
      const { users, destinations } = await session.deps();
      await requireUser(userId, users);
      const change = {
        ...(countries !== undefined && { allowedCountries: countries === 'stage' ? null : countries }),
        ...(spendPerDay !== undefined && { expensivePerDay: spendPerDay === 'stage' ? null : spendPerDay }),
      };
      if (Object.keys(change).length > 0) await users.setDestinations(userId, change);
      const user = await requireUser(userId, users);
      const ofStage = `stage: ${toDecimal(destinations.rules.expensivePerDay)}`;
      session.print(
        recordPrintout({
          id: user.id,
          name: user.name,
          countries: user.allowedCountries?.join(',') ?? 'stage',
          expensive_per_day: user.expensivePerDay === null ? ofStage : toDecimal(user.expensivePerDay),
          reached_countries: [...(user.reachedCountries ?? [])].toSorted().join(','),
        }),
      );
    });
}

/** Their numbers cannot be told from those of another country. */
export const WITHOUT_NUMBERS: Readonly<Record<string, string>> = {
  AX: 'FI',
  BL: 'GP',
  CC: 'AU',
  CX: 'AU',
  EH: 'MA',
  IM: 'GB',
  MF: 'GP',
  SJ: 'NO',
  VA: 'IT',
};

function countriesArgument(text: string): string[] | 'stage' {
  if (text.trim() === 'stage') return 'stage';
  const codes = [...new Set(text.split(',').map((code) => code.trim().toUpperCase()))];
  for (const code of codes) {
    if (!isSupportedCountry(code)) throw new InvalidArgumentError(`${code} is no country: use codes such as US,CA.`);
    const other = WITHOUT_NUMBERS[code];
    if (other !== undefined) throw new InvalidArgumentError(`The numbers of ${code} count as those of ${other}.`);
  }
  return codes;
}

function spendArgument(text: string): Micros | 'stage' {
  if (text.trim() === 'stage') return 'stage';
  const amount = amountArgument(text);
  if (amount < 0) throw new InvalidArgumentError('It must not be negative.');
  return amount;
}
