import { Command } from '@commander-js/extra-typings';
import type { Session } from '#infra/admin/admin-deps.ts';
import { idArgument, textArgument, userOption } from '#infra/admin/arguments.ts';
import { attemptRows, deliveryRow } from '#infra/admin/call-printout.ts';
import { listPrintout, timeCell } from '#infra/admin/output.ts';
import { OperatorError } from '#shared/platform/errors.ts';
import { replayWebhook } from '#shared/webhooks/announce-call.ts';

const WEBHOOK_REPLAY_EXAMPLES = `
Examples:
  npm run admin -- webhook replay --user 1 6032158326784
  npm run admin -- webhook replay --user 1 evt_6032158326784_call.completed`;

export function webhookReplay(session: Session) {
  return new Command('replay')
    .description('send the webhooks of a call again, or one of them')
    .argument('<delivery-or-call-id>', 'id of a delivery as call show prints it, or of a call', textArgument)
    .addOption(userOption())
    .addHelpText('after', WEBHOOK_REPLAY_EXAMPLES)
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

const WEBHOOK_DELIVERIES_EXAMPLES = `
Examples:
  npm run admin -- webhook deliveries --user 1 6032158326784`;

export function webhookDeliveries(session: Session) {
  return new Command('deliveries')
    .description('list the webhooks of a call with every attempt, and when the next one is due')
    .argument('<call-id>', 'id of the call', idArgument)
    .addOption(userOption())
    .addHelpText('after', WEBHOOK_DELIVERIES_EXAMPLES)
    .action(async (callId, { user: userId }) => {
      const deps = await session.deps();
      const deliveries = await deps.deliveries.listOfCall(userId, callId);
      if (deliveries.length === 0) throw new OperatorError(`user ${userId} has no webhook delivery for ${callId}`);
      session.print({
        json: deliveries.map((delivery) => ({ ...deliveryRow(delivery), attempts: attemptRows(delivery) })),
        sections: [
          { title: 'Webhooks', rows: deliveries.map(deliveryRow) },
          ...deliveries.map((delivery) => ({ title: `Attempts of ${delivery.id}`, rows: attemptRows(delivery) })),
        ],
      });
    });
}

const WEBHOOK_ENDPOINTS_EXAMPLES = `
Examples:
  npm run admin -- webhook endpoints --user 1`;

export function webhookEndpoints(session: Session) {
  return new Command('endpoints')
    .description('list the receivers of a user: slow or quick, last success, last failure')
    .addOption(userOption())
    .addHelpText('after', WEBHOOK_ENDPOINTS_EXAMPLES)
    .action(async ({ user: userId }) => {
      const { endpoints } = await session.deps();
      const rows = (await endpoints.listOfUser(userId)).map((endpoint) => ({
        origin: endpoint.origin,
        pace: endpoint.observedAt === 0 ? 'unknown' : endpoint.pace,
        observed_at: timeCell(endpoint.observedAt || null),
        last_success_at: timeCell(endpoint.lastSuccessAt),
        failing_since: timeCell(endpoint.failingSince),
        last_failure_at: timeCell(endpoint.lastFailure?.at ?? null),
        last_failure_status: endpoint.lastFailure?.status ?? null,
        last_problem: endpoint.lastFailure?.problem ?? null,
      }));
      session.print(listPrintout(rows));
    });
}
