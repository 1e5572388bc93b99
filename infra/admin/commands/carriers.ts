import { Command } from '@commander-js/extra-typings';
import type { Session } from '#infra/admin/deps/admin-deps.ts';
import { listPrintout } from '#infra/text/output.ts';
import type { DestinationRules } from '#shared/destinations/destination-rules.ts';
import type { DialingPermission } from '#shared/numbers/carrier-account.ts';
import { DEFAULT_CARRIER_ACCOUNT } from '#shared/platform/environment.ts';
import { OperatorError } from '#shared/platform/errors.ts';

const CARRIER_CHECK_EXAMPLES = `
Examples:
  npm run admin -- carrier check
  TWILIO_ACCOUNT_SID=AC… npm run admin -- carrier check --table ringback-production --account second`;

export function carrierCheck(session: Session) {
  return new Command('check')
    .description('List what a carrier account may call and this stage does not, and the other way round')
    .option('--account <name>', 'carrier account', DEFAULT_CARRIER_ACCOUNT)
    .addHelpText('after', CARRIER_CHECK_EXAMPLES)
    .action(async ({ account }) => {
      const { carrierAccounts, carrierPermissions, destinations } = await session.deps();
      if (!carrierAccounts().includes(account)) throw new OperatorError(`the stage has no carrier account ${account}`);
      const permissions = await carrierPermissions(account).list();
      session.print(listPrintout(differences(permissions, destinations.rules)));
    });
}

/** Without the permission, the carrier refuses what passes the checks of this service: it is the second wall. */
export function differences(permissions: readonly DialingPermission[], { countries, kinds }: DestinationRules) {
  const isCalled = (country: string) => countries === undefined || countries.has(country);
  return permissions.flatMap(({ country, name, ordinary, special, highRisk }) => {
    const found = [
      ...(ordinary && !isCalled(country) ? ['the account may call it, this stage does not: switch it off'] : []),
      ...(!ordinary && countries?.has(country) ? ['this stage calls it, the account may not: calls fail'] : []),
      ...(special && (kinds.size === 0 || !isCalled(country))
        ? ['the account may call premium and shared-cost numbers, this stage does not: switch them off']
        : []),
      ...(highRisk ? ['the account may call ranges that Twilio knows from fraud: switch them off'] : []),
    ];
    return found.map((difference) => ({ country, name, difference }));
  });
}
