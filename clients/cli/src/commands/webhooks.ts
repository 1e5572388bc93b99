import { Option } from '@commander-js/extra-typings';
import { defined } from '@ringback/client';
import * as operations from '@ringback/client/operations';
import { smsEvents, webhookEvents } from '@ringback/client/values';
import { countArgument, urlArgument } from '../arguments.ts';
import { examples } from '../examples.ts';
import { findAssistant, findDeliveries, findDelivery } from '../find-records.ts';
import { groupCommand, operationCommand } from '../operation-command.ts';
import { type Session, UsageError } from '../session.ts';

export function webhooksCommands(session: Session) {
  return groupCommand('webhooks', 'Read and replay deliveries, send test events, manage the secret')
    .addCommand(listCommand(session))
    .addCommand(payloadCommand(session))
    .addCommand(replayCommand(session))
    .addCommand(secretCommand(session))
    .addCommand(testCommand(session));
}

const SMS = 'id, or latest, of an SMS instead of a call';

function listCommand(session: Session) {
  return operationCommand('list', operations.listDeliveries)
    .argument('<call>', 'id, or latest')
    .option('--sms', SMS)
    .addHelpText('after', examples('ringback webhooks list latest', 'ringback webhooks list latest --sms'))
    .action(async (wanted, subject) => {
      const deliveries = await findDeliveries(await session.client(), wanted, subject);
      const rows = deliveries.map(({ id, status, attempts }) => ({
        id,
        status,
        attempts: attempts.length,
        last: attempts.at(-1)?.status ?? attempts.at(-1)?.error,
      }));
      session.print({ json: deliveries, sections: [{ rows }] });
    });
}

function payloadCommand(session: Session) {
  return operationCommand('payload', operations.getDeliveryPayload, {
    more: 'This command prints the body. With --json it prints the headers, too.',
  })
    .argument('<delivery>', 'id, a call, or latest')
    .option('--sms', SMS)
    .addHelpText('after', examples('ringback webhooks payload latest > event.json'))
    .action(async (wanted, subject) => {
      const client = await session.client();
      const payload = await client.webhooks.payload(await findDelivery(client, wanted, subject));
      session.print({ json: payload, sections: [{ text: payload.body }] });
    });
}

function replayCommand(session: Session) {
  return operationCommand('replay', operations.replayDelivery)
    .argument('<delivery>', 'id, a call, or latest')
    .option('--sms', SMS)
    .addHelpText('after', examples('ringback webhooks replay latest'))
    .action(async (wanted, subject) => {
      const client = await session.client();
      const delivery = await client.webhooks.replay(await findDelivery(client, wanted, subject));
      session.print({ json: delivery, sections: [{ text: `${delivery.id} is ${delivery.status}` }] });
    });
}

function secretCommand(session: Session) {
  return operationCommand('secret', operations.getWebhookSecret, {
    more: `With --rotate: ${operations.rotateWebhookSecret.description}`,
  })
    .option('--rotate', 'make a new secret')
    .option('--keep <seconds>', '`previous_expires_in_seconds`; it needs --rotate', countArgument())
    .addHelpText('after', examples('ringback webhooks secret', 'ringback webhooks secret --rotate --keep 3600'))
    .action(async ({ rotate, keep }) => {
      if (keep !== undefined && rotate !== true) throw new UsageError('--keep needs --rotate');
      const { webhooks } = await session.client();
      const { secret, previous } = rotate === true ? await webhooks.rotateSecret(keep) : await webhooks.secret();
      const rows = [{ secret, signs: 'always' }, ...previous.map(toRow)];
      session.print({ json: { secret, previous }, sections: [{ rows }] });
    });
}

const toRow = ({ secret, expires_at }: { secret: string; expires_at: string | null }) => ({
  secret,
  signs: expires_at === null ? 'until the operator ends it' : `until ${expires_at.slice(0, 16).replace('T', ' ')}`,
});

const events = [...webhookEvents, ...smsEvents] as const;

function testCommand(session: Session) {
  return operationCommand('test', operations.sendTestWebhook)
    .option('--assistant <assistant>', 'id or name of the assistant whose webhook gets the event')
    .option('--to <url>', 'address that gets the event', urlArgument)
    .addOption(new Option('--event <event>', 'name of the event').choices(events).default('call.completed' as const))
    .addHelpText(
      'after',
      examples(
        'ringback webhooks test --to http://localhost:4000/hook',
        'ringback webhooks test --to http://localhost:4000/hook --event sms.received',
      ),
    )
    .action(async ({ assistant, to: url, event }) => {
      const hasAddress = smsEvents.some((one) => one === event);
      if (assistant === undefined && url === undefined && !hasAddress)
        throw new UsageError('name the receiver: --assistant or --to');
      const client = await session.client();
      const assistantId = assistant === undefined ? undefined : await findAssistant(client, assistant);
      const tested = await client.webhooks.test(defined({ assistant_id: assistantId, url, event }));
      const { status, error, duration_ms: ms } = tested;
      session.print({ json: tested, sections: [{ text: `${tested.url}: ${status ?? error} after ${ms} ms` }] });
      if (status === null || status > 299) throw new Error(`the receiver answered ${status ?? error}`);
    });
}
