import { Command } from '@commander-js/extra-typings';
import type { Session } from '#infra/admin/deps/admin-deps.ts';
import { userOption } from '#infra/admin/terminal/arguments.ts';
import { listPrintout } from '#infra/text/output.ts';
import { isTokenLive, MOST_DEAD_TOKENS, MOST_LIVE_TOKENS } from '#shared/accounts/access-tokens.ts';
import { requireUser } from '#shared/accounts/users.ts';
import { kilobytesOf, mostAssistants } from '#shared/assistants/assistant-lists.ts';
import { MOST_CAMPAIGNS } from '#shared/campaigns/dynamodb-campaign-stores.ts';
import { MOST_VOICES } from '#shared/catalog/voices.ts';
import { MOST_NUMBERS } from '#shared/numbers/manage-numbers.ts';

const USER_LIMITS_EXAMPLES = `
Examples:
  npm run admin -- user limits --user 1`;

/** Counted anew, from the lists themselves. */
export function userLimits(session: Session) {
  return new Command('limits')
    .description('Show how much of the limits of its lists a user has in use')
    .addOption(userOption())
    .addHelpText('after', USER_LIMITS_EXAMPLES)
    .action(async ({ user: userId }) => {
      const { users, assistants, campaigns, tokens, phoneNumbers, voices, clock } = await session.deps();
      await requireUser(userId, users);
      const ofUser = await assistants.listAll(userId);
      const ownTokens = await tokens.list(userId);
      const live = ownTokens.filter((token) => isTokenLive(token, clock.now())).length;
      const kilobytes = ofUser.reduce((sum, assistant) => sum + kilobytesOf(assistant), 0);
      session.print(
        listPrintout([
          { list: 'assistants', used: ofUser.length, most: mostAssistants.records },
          { list: 'assistants, kilobytes', used: kilobytes, most: mostAssistants.kilobytes },
          { list: 'campaigns', used: (await campaigns.list(userId)).length, most: MOST_CAMPAIGNS },
          { list: 'tokens, live', used: live, most: MOST_LIVE_TOKENS },
          { list: 'tokens, expired or revoked', used: ownTokens.length - live, most: MOST_DEAD_TOKENS },
          { list: 'numbers', used: (await phoneNumbers.list(userId)).length, most: MOST_NUMBERS },
          { list: 'voices', used: (await voices.list(userId)).length, most: MOST_VOICES },
        ]),
      );
    });
}
