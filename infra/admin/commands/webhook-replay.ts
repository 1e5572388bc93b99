import { Command } from '@commander-js/extra-typings';
import { textArgument, userOption } from '#infra/admin/arguments.ts';
import { listPrintout } from '#infra/admin/output.ts';
import type { Session } from '#infra/admin/session.ts';
import { replayWebhook } from '#shared/app/replay-webhook.ts';

const EXAMPLES = `
Examples:
  npm run admin -- webhook replay --user 1 6032158326784
  npm run admin -- webhook replay --user 1 evt_6032158326784_call.completed`;

export function webhookReplay(session: Session) {
  return new Command('replay')
    .description('send the webhooks of a call again, or one of them')
    .argument('<delivery-or-call-id>', 'id of a delivery as call show prints it, or of a call', textArgument)
    .addOption(userOption())
    .addHelpText('after', EXAMPLES)
    .action(async (target, { user: userId }) => {
      const deliveries = await replayWebhook({ userId, target }, await session.deps());
      const rows = deliveries.map((delivery) => ({
        id: delivery.id,
        call_id: delivery.callId,
        event: delivery.event,
        url: delivery.url,
        status: delivery.status,
        attempt: delivery.attempts.length + 1,
      }));
      session.print(listPrintout(rows));
    });
}
