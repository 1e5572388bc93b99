import { Command } from '@commander-js/extra-typings';
import { countArgument, idArgument } from '#clients/cli/src/arguments.ts';
import type { Session } from '#infra/admin/deps/admin-deps.ts';
import { choiceArgument, textArgument, userOption } from '#infra/admin/terminal/arguments.ts';
import { attemptRows, deliveryRow } from '#infra/admin/terminal/call-printout.ts';
import { listPrintout, recordPrintout, timeCell } from '#infra/text/output.ts';
import { requireUser } from '#shared/accounts/users.ts';
import { rotateWebhookSecretOf, showWebhookSecret } from '#shared/accounts/webhook-secrets.ts';
import { OperatorError } from '#shared/platform/errors.ts';
import { replayWebhook } from '#shared/webhooks/announce-call.ts';
import { testWebhook } from '#shared/webhooks/test-webhook.ts';
import { deliveryStatuses, lastUrl } from '#shared/webhooks/webhook.ts';

const WEBHOOK_REPLAY_EXAMPLES = `
Examples:
  npm run admin -- webhook replay --user 1 6032158326784
  npm run admin -- webhook replay --user 1 evt_6032158326784_call.completed`;

export function webhookReplay(session: Session) {
  return new Command('replay')
    .description('Send the webhooks of a call again, or one of them')
    .argument('<delivery-or-call-id>', 'id of a delivery as call show prints it, or of a call', textArgument)
    .addOption(userOption())
    .addHelpText('after', WEBHOOK_REPLAY_EXAMPLES)
    .action(async (target, { user: userId }) => {
      const deps = await session.deps();
      await requireUser(userId, deps.users);
      const deliveries = await replayWebhook({ userId, target }, deps);
      const rows = deliveries.map((delivery) => ({
        id: delivery.id,
        call_id: delivery.callId,
        event: delivery.event,
        url: lastUrl(delivery),
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
    .description('List the webhooks of a call with every attempt and the time of the next one')
    .argument('<call-id>', 'id of the call', idArgument)
    .addOption(userOption())
    .addHelpText('after', WEBHOOK_DELIVERIES_EXAMPLES)
    .action(async (callId, { user: userId }) => {
      const deps = await session.deps();
      await requireUser(userId, deps.users);
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
    .description('List the receivers of a user with their speed, last success and last failure')
    .addOption(userOption())
    .addHelpText('after', WEBHOOK_ENDPOINTS_EXAMPLES)
    .action(async ({ user: userId }) => {
      const { users, endpoints } = await session.deps();
      await requireUser(userId, users);
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

const MOST_CALLS = 100;
const WEBHOOK_LIST_EXAMPLES = `
Examples:
  npm run admin -- webhook list --user 1
  npm run admin -- webhook list --user 1 --calls 100 --status exhausted`;

export function webhookList(session: Session) {
  return new Command('list')
    .description('List the webhooks of the newest calls of a user')
    .addOption(userOption())
    .option('--calls <count>', 'number of calls to read', countArgument(1, MOST_CALLS), 20)
    .option('--status <status>', deliveryStatuses.join(', '), choiceArgument(deliveryStatuses))
    .addHelpText('after', WEBHOOK_LIST_EXAMPLES)
    .action(async ({ user: userId, calls, status }) => {
      const { users, callList, deliveries } = await session.deps();
      await requireUser(userId, users);
      const { rows } = await callList.list(userId, {}, { page: 1, perPage: calls });
      const found = await Promise.all(rows.map(({ call }) => deliveries.listOfCall(userId, call.id)));
      const wanted = found.flat().filter((one) => status === undefined || one.status === status);
      session.print(listPrintout(wanted.map((one) => ({ ...deliveryRow(one), attempts: one.attempts.length }))));
    });
}

const WEBHOOK_TEST_EXAMPLES = `
Examples:
  npm run admin -- webhook test --user 1 --url https://crm.example.com/hooks/calls
  npm run admin -- webhook test --user 1 --assistant 6032158326784`;

export function webhookTest(session: Session) {
  return new Command('test')
    .description('Send a signed test event to a URL, or to the webhook of an assistant, and show the answer')
    .addOption(userOption())
    .option('--url <url>', 'address that gets the event', textArgument)
    .option('--assistant <id>', 'id of the assistant', idArgument)
    .addHelpText('after', WEBHOOK_TEST_EXAMPLES)
    .action(async ({ user: userId, url, assistant: assistantId }) => {
      if ((url === undefined) === (assistantId === undefined)) throw new OperatorError('name a URL or an assistant');
      const deps = await session.deps();
      await requireUser(userId, deps.users);
      const input = { userId, url, assistantId, event: 'call.completed' } as const;
      session.print(recordPrintout(await testWebhook(input, { ...deps, random: Math.random })));
    });
}

const WEBHOOK_SECRET_EXAMPLES = `
Examples:
  npm run admin -- webhook secret --user 1
  npm run admin -- webhook secret --user 1 --rotate 86400`;

const WEEK_SECONDS = 7 * 86_400;

export function webhookSecretCommand(session: Session) {
  return new Command('secret')
    .description('Show the secrets that sign the webhooks of a user, or make a new one')
    .addOption(userOption())
    .option(
      '--rotate <seconds>',
      'make a new one; the present one signs for this time, too',
      countArgument(0, WEEK_SECONDS),
    )
    .addHelpText('after', WEBHOOK_SECRET_EXAMPLES)
    .action(async ({ user: userId, rotate }) => {
      const deps = await session.deps();
      await requireUser(userId, deps.users);
      const { secret, previous } =
        rotate === undefined
          ? await showWebhookSecret(userId, deps)
          : await rotateWebhookSecretOf({ userId, previousSeconds: rotate }, deps);
      const newest = { role: 'newest', secret, expires_at: null };
      session.print(listPrintout([newest, ...previous.map((one) => ({ role: 'previous', ...one }))]));
    });
}
