import { Command } from '@commander-js/extra-typings';
import { momentArgument, textArgument, userOption } from '#infra/admin/arguments.ts';
import { recordPrintout, timeCell } from '#infra/admin/output.ts';
import type { Session } from '#infra/admin/session.ts';
import { issueToken } from '#shared/app/issue-token.ts';

const EXAMPLES = `
Examples:
  npm run admin -- token issue --user 1 --name ci
  npm run admin -- token issue --user 1 --name ci --expires 2027-01-01
  TOKEN=$(npm run --silent admin -- token issue --user 1 --name ci --quiet)`;

export function tokenIssue(session: Session) {
  return new Command('issue')
    .description('give a user a bearer token; it is shown this once')
    .addOption(userOption())
    .requiredOption('--name <name>', 'what the token is for', textArgument)
    .option('--expires <date>', 'UTC date or ISO time at which it stops working', momentArgument)
    .option('--quiet', 'print the token and nothing else, for scripts')
    .addHelpText('after', EXAMPLES)
    .action(async ({ user, name, expires, quiet }) => {
      const { token, stored } = await issueToken(
        { userId: user, name, expiresAt: expires ?? null },
        await session.deps(),
      );
      const record = {
        id: stored.id,
        user_id: stored.userId,
        name: stored.name,
        token,
        expires_at: timeCell(stored.expiresAt),
        created_at: timeCell(stored.createdAt),
      };
      if (quiet) session.print({ json: token, sections: [{ text: token }] });
      else session.print(recordPrintout(record, 'Keep the token now: only its hash is stored.'));
    });
}
