import { Command } from '@commander-js/extra-typings';
import { idArgument, userOption } from '#infra/admin/arguments.ts';
import { recordPrintout } from '#infra/admin/output.ts';
import type { Session } from '#infra/admin/session.ts';
import { revokeToken } from '#shared/app/revoke-token.ts';

const EXAMPLES = `
Example:
  npm run admin -- token revoke --user 1 6032158326784`;

export function tokenRevoke(session: Session) {
  return new Command('revoke')
    .description('end a token; it may work for another minute')
    .argument('<token-id>', 'id of the token, as token list shows it', idArgument)
    .addOption(userOption())
    .addHelpText('after', EXAMPLES)
    .action(async (tokenId, { user: userId }) => {
      await revokeToken({ userId, tokenId }, await session.deps());
      session.print(recordPrintout({ id: tokenId, user_id: userId, live: false }));
    });
}
