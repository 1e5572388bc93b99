import { Command } from '@commander-js/extra-typings';
import { userOption } from '#infra/admin/arguments.ts';
import type { Session } from '#infra/admin/session.ts';
import { webhookSecretPrintout } from '#infra/admin/webhook-secret-printout.ts';
import { requireUser } from '#shared/app/require-user.ts';

const EXAMPLES = `
Example:
  npm run admin -- user webhook-secret --user 1`;

export function userWebhookSecret(session: Session) {
  return new Command('webhook-secret')
    .description('show the secrets that sign the webhooks of a user')
    .addOption(userOption())
    .addHelpText('after', EXAMPLES)
    .action(async ({ user: userId }) => {
      const { users, secrets } = await session.deps();
      const user = await requireUser(userId, users);
      session.print(webhookSecretPrintout(user, await secrets.get('webhook-signing-key')));
    });
}
