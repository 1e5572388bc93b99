import { Argument, Command } from '@commander-js/extra-typings';
import { phoneArgument, userOption } from '#infra/admin/arguments.ts';
import { recordPrintout } from '#infra/admin/output.ts';
import type { Session } from '#infra/admin/session.ts';
import { OpsRefusal } from '#shared/domain/errors/ops-refusal.ts';

const EXAMPLES = `
Example:
  npm run admin -- do-not-call remove +12025550101 --user 1`;

export function doNotCallRemove(session: Session) {
  return new Command('remove')
    .description('take a number off the do-not-call list of a user; its leads stay blacklisted')
    .addArgument(new Argument('<number>', 'the number in E.164 format').argParser(phoneArgument))
    .addOption(userOption())
    .addHelpText('after', EXAMPLES)
    .action(async (phoneNumber, { user: userId }) => {
      const { doNotCall } = await session.deps();
      const outcome = await doNotCall.remove(userId, phoneNumber);
      if (outcome === 'not_found') throw new OpsRefusal(`${phoneNumber} is not on the list of user ${userId}`);
      session.print(recordPrintout({ phone_number: phoneNumber, removed: true }));
    });
}
