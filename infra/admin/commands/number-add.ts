import { Command } from '@commander-js/extra-typings';
import { choiceArgument, countryArgument, momentArgument, userOption } from '#infra/admin/arguments.ts';
import { numberRow } from '#infra/admin/number-row.ts';
import { recordPrintout } from '#infra/admin/output.ts';
import type { Session } from '#infra/admin/session.ts';
import { addNumber } from '#shared/app/add-number.ts';
import { phoneNumberTypes } from '#shared/domain/phone-number/phone-number.ts';

const EXAMPLES = `
Examples:
  npm run admin -- number add --user 1 --number +12025550001 --sms
  npm run admin -- number add --user 1 --number +442079460000 --type "Caller ID" --expires 2027-01-01`;

export function numberAdd(session: Session) {
  return new Command('add')
    .description('give a user a phone number of your carrier')
    .addOption(userOption())
    .requiredOption('--number <e164>', 'the number in E.164 format')
    .option('--type <type>', phoneNumberTypes.join(', '), choiceArgument(phoneNumberTypes), 'Normal')
    .option('--sms', 'the number can send SMS')
    .option('--expires <date>', 'UTC date or ISO time at which its subscription ends', momentArgument)
    .option('--country <code>', 'country of a number that tells none', countryArgument)
    .addHelpText('after', EXAMPLES)
    .action(async ({ user: userId, number, type, sms, expires, country }) => {
      const deps = await session.deps();
      const added = await addNumber(
        {
          userId,
          phoneNumber: number,
          type,
          smsCapable: sms === true,
          subscriptionExpiresAt: expires ?? null,
          countryCode: country,
        },
        deps,
      );
      session.print(recordPrintout(numberRow(added, deps.clock.now())));
    });
}
