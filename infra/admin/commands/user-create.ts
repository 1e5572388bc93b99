import { Command } from '@commander-js/extra-typings';
import { emailArgument, textArgument } from '#infra/admin/arguments.ts';
import { recordPrintout, timeCell } from '#infra/admin/output.ts';
import type { Session } from '#infra/admin/session.ts';
import { createUser } from '#shared/app/create-user.ts';

const EXAMPLES = `
Examples:
  npm run admin -- user create --name "Northwind Dental"
  npm run admin -- user create --name Riverside --email ops@riverside.example`;

export function userCreate(session: Session) {
  return new Command('create')
    .description('make a user with an empty wallet')
    .requiredOption('--name <name>', 'name of the user', textArgument)
    .option('--email <address>', 'e-mail address of the user', emailArgument)
    .addHelpText('after', EXAMPLES)
    .action(async ({ name, email }) => {
      const user = await createUser({ name, email }, await session.deps());
      session.print(
        recordPrintout({ id: user.id, name: user.name, email: user.email, created_at: timeCell(user.createdAt) }),
      );
    });
}
