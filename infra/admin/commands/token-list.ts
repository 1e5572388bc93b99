import { Command } from '@commander-js/extra-typings';
import { userOption } from '#infra/admin/arguments.ts';
import { listPrintout, timeCell } from '#infra/admin/output.ts';
import type { Session } from '#infra/admin/session.ts';
import { requireUser } from '#shared/app/require-user.ts';
import { isTokenLive } from '#shared/domain/account/access-token.ts';

const EXAMPLES = `
Example:
  npm run admin -- token list --user 1`;

export function tokenList(session: Session) {
  return new Command('list')
    .description('list the tokens of a user, without the tokens themselves')
    .addOption(userOption())
    .addHelpText('after', EXAMPLES)
    .action(async ({ user: userId }) => {
      const { users, tokens, clock } = await session.deps();
      await requireUser(userId, users);
      const now = clock.now();
      const rows = (await tokens.list(userId)).map((token) => ({
        id: token.id,
        name: token.name,
        begins_with: token.hint,
        live: isTokenLive(token, now),
        expires_at: timeCell(token.expiresAt),
        revoked_at: timeCell(token.revokedAt),
        created_at: timeCell(token.createdAt),
      }));
      session.print(listPrintout(rows));
    });
}
