import { Command } from '@commander-js/extra-typings';
import { userOption } from '#infra/admin/arguments.ts';
import type { Session } from '#infra/admin/session.ts';
import { webhookSecretPrintout } from '#infra/admin/webhook-secret-printout.ts';
import { rotateWebhookSecret } from '#shared/app/rotate-webhook-secret.ts';

const EXAMPLES = `
Examples:
  npm run admin -- user rotate-webhook-secret --user 1
  npm run admin -- user rotate-webhook-secret --user 1 --finish`;

export function userRotateWebhookSecret(session: Session) {
  return new Command('rotate-webhook-secret')
    .description(
      'make a new webhook secret; webhooks are signed by the new and the last one until the rotation is finished',
    )
    .addOption(userOption())
    .option('--finish', 'end the rotation: keep only the newest secret')
    .addHelpText('after', EXAMPLES)
    .action(async ({ user: userId, finish }) => {
      const { users, secrets } = await session.deps();
      // Read before the rotation, so that an operator who cannot read it has changed nothing.
      const signingKey = await secrets.get('webhook-signing-key');
      session.print(
        webhookSecretPrintout(await rotateWebhookSecret({ userId, finish: finish === true }, { users }), signingKey),
      );
    });
}
