import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { idArgument } from '#clients/cli/src/arguments.ts';
import type { Session } from '#infra/admin/deps/admin-deps.ts';
import { momentArgument, textArgument, userOption } from '#infra/admin/terminal/arguments.ts';
import { listPrintout, recordPrintout, timeCell } from '#infra/text/output.ts';
import { issueToken, isTokenLive } from '#shared/accounts/access-tokens.ts';
import { revokeAllTokens, revokeToken } from '#shared/accounts/revoke-tokens.ts';
import { requireKnownUser, requireUser } from '#shared/accounts/users.ts';
import { tokenScopes, type TokenScope } from '#shared/platform/http/http.ts';

const TOKEN_ISSUE_EXAMPLES = `
Examples:
  npm run admin -- token issue --user 1 --name ci
  npm run admin -- token issue --user 1 --name ci --expires 2027-01-01
  npm run admin -- token issue --user 1 --name dashboard --scopes read
  npm run admin -- token issue --user 1 --name dialler --scopes read,calls,sms
  TOKEN=$(npm run --silent admin -- token issue --user 1 --name ci --quiet)`;

export function tokenIssue(session: Session) {
  return new Command('issue')
    .description('Create an access token for a user, and show it this once')
    .addOption(userOption())
    .requiredOption('--name <name>', 'purpose of the token', textArgument)
    .option('--expires <date>', 'UTC date or ISO time at which it stops working', momentArgument)
    .option(
      '--scopes <scopes>',
      `rights of the token: some of ${tokenScopes.join(', ')} (default: all)`,
      scopesArgument,
    )
    .option('--quiet', 'print the token and nothing else, for scripts')
    .addHelpText('after', TOKEN_ISSUE_EXAMPLES)
    .action(async ({ user, name, expires, scopes, quiet }) => {
      const { token, stored } = await issueToken(
        { userId: user, name, scopes: scopes ?? null, expiresAt: expires ?? null },
        await session.deps(),
      );
      const record = {
        id: stored.id,
        user_id: stored.userId,
        name: stored.name,
        token,
        scopes: scopesCell(stored.scopes),
        expires_at: timeCell(stored.expiresAt),
        created_at: timeCell(stored.createdAt),
      };
      if (quiet) session.print({ json: token, sections: [{ text: token }] });
      else session.print(recordPrintout(record, 'Keep the token now: only its hash is stored.'));
    });
}

const scopesCell = (scopes: readonly TokenScope[] | null) => scopes?.join(' ') ?? 'all';

function scopesArgument(text: string): TokenScope[] {
  const names = text.split(',');
  const known = tokenScopes.filter((scope) => names.some((name) => name.trim() === scope));
  if (known.length < new Set(names).size) {
    throw new InvalidArgumentError(`It must be some of ${tokenScopes.join(', ')}, with commas between.`);
  }
  return known;
}

const TOKEN_LIST_EXAMPLES = `
Examples:
  npm run admin -- token list --user 1`;

export function tokenList(session: Session) {
  return new Command('list')
    .description('List the tokens of a user, without the tokens themselves')
    .addOption(userOption())
    .addHelpText('after', TOKEN_LIST_EXAMPLES)
    .action(async ({ user: userId }) => {
      const { users, tokens, clock } = await session.deps();
      await requireUser(userId, users);
      const now = clock.now();
      const uses = new Map((await tokens.uses(userId)).map((use) => [use.tokenId, use]));
      const rows = (await tokens.list(userId)).map((token) => ({
        id: token.id,
        name: token.name,
        begins_with: token.hint,
        live: isTokenLive(token, now),
        scopes: scopesCell(token.scopes),
        created_by: token.ancestors.at(-1) ?? 'operator',
        last_used_at: timeCell(uses.get(token.id)?.at ?? null),
        last_used_address: uses.get(token.id)?.address ?? null,
        last_used_agent: uses.get(token.id)?.userAgent ?? null,
        expires_at: timeCell(token.expiresAt),
        revoked_at: timeCell(token.revokedAt),
        created_at: timeCell(token.createdAt),
      }));
      session.print(listPrintout(rows));
    });
}

const TOKEN_REVOKE_EXAMPLES = `
Examples:
  npm run admin -- token revoke --user 1 6032158326784
  npm run admin -- token revoke --user 1 6032158326784 --no-cascade`;

export function tokenRevoke(session: Session) {
  return new Command('revoke')
    .description('Revoke a token and those that it has created, which may be accepted for another 60 seconds')
    .argument('<token-id>', 'id of the token, as token list shows it', idArgument)
    .addOption(userOption())
    .option('--no-cascade', 'leave the tokens that it has created')
    .addHelpText('after', TOKEN_REVOKE_EXAMPLES)
    .action(async (tokenId, { user: userId, cascade }) => {
      const revoked = await revokeToken({ userId, tokenId, cascade }, await session.deps());
      session.print(recordPrintout({ id: tokenId, user_id: userId, live: false, revoked: revoked.join(' ') }));
    });
}

const TOKEN_REVOKE_ALL_EXAMPLES = `
Examples:
  npm run admin -- token revoke-all --user 1
  npm run admin -- token revoke-all --user 1 --except 6032158326784`;

export function tokenRevokeAll(session: Session) {
  return new Command('revoke-all')
    .description('Revoke all tokens of a user, which may be accepted for another 60 seconds')
    .addOption(userOption())
    .option('--except <token-id>', 'token that stays', idArgument)
    .addHelpText('after', TOKEN_REVOKE_ALL_EXAMPLES)
    .action(async ({ user: userId, except }) => {
      const deps = await session.deps();
      await requireKnownUser(userId, deps.users);
      const revoked = await revokeAllTokens({ userId, except }, deps);
      session.print(recordPrintout({ user_id: userId, revoked: revoked.join(' ') }));
    });
}
