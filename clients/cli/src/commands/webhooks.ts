import { Command } from '@commander-js/extra-typings';
import { countArgument, urlArgument } from '../arguments.ts';
import { examples } from '../examples.ts';
import { findAssistant, findCall, findDelivery } from '../find-records.ts';
import { type Session, UsageError } from '../session.ts';

export function webhooksCommands(session: Session) {
  return new Command('webhooks')
    .description('Deliveries, test events and the secret of webhooks.')
    .addCommand(listCommand(session))
    .addCommand(payloadCommand(session))
    .addCommand(replayCommand(session))
    .addCommand(secretCommand(session))
    .addCommand(testCommand(session));
}

function listCommand(session: Session) {
  return new Command('list')
    .description('Lists the deliveries of a call.')
    .argument('<call>', 'id, or latest')
    .addHelpText('after', examples('ringback webhooks list latest'))
    .action(async (wanted) => {
      const client = await session.client();
      const deliveries = await client.webhooks.deliveries(await findCall(client, wanted));
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
  return new Command('payload')
    .description('Prints the body that a delivery has posted, to the byte.')
    .argument('<delivery>', 'id, a call, or latest')
    .addHelpText('after', examples('ringback webhooks payload latest > event.json'))
    .action(async (wanted) => {
      const client = await session.client();
      const payload = await client.webhooks.payload(await findDelivery(client, wanted));
      session.print({ json: payload, sections: [{ text: payload.body }] });
    });
}

function replayCommand(session: Session) {
  return new Command('replay')
    .description('Sends a delivery again at once.')
    .argument('<delivery>', 'id, a call, or latest')
    .addHelpText('after', examples('ringback webhooks replay latest'))
    .action(async (wanted) => {
      const client = await session.client();
      const delivery = await client.webhooks.replay(await findDelivery(client, wanted));
      session.print({ json: delivery, sections: [{ text: `${delivery.id} is ${delivery.status}` }] });
    });
}

function secretCommand(session: Session) {
  return new Command('secret')
    .description('Shows the secrets that sign your webhooks; --rotate makes a new one.')
    .option('--rotate', 'make a new one; the old one signs as well for a day')
    .option('--keep <seconds>', 'with --rotate: how long the old one signs', countArgument())
    .addHelpText('after', examples('ringback webhooks secret', 'ringback webhooks secret --rotate --keep 3600'))
    .action(async ({ rotate, keep }) => {
      if (keep !== undefined && rotate !== true) throw new UsageError('--keep goes with --rotate');
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

function testCommand(session: Session) {
  return new Command('test')
    .description('Has the service post a signed test event, and prints how it was answered.')
    .option('--assistant <assistant>', 'to the webhook of this assistant, id or name')
    .option('--to <url>', 'to this address', urlArgument)
    .addHelpText('after', examples('ringback webhooks test --to http://localhost:4000/hook'))
    .action(async ({ assistant, to: url }) => {
      if (assistant === undefined && url === undefined) throw new UsageError('where to? Pass --assistant or --to');
      const client = await session.client();
      const tested = await client.webhooks.test({
        ...(assistant === undefined ? {} : { assistant_id: await findAssistant(client, assistant) }),
        ...(url === undefined ? {} : { url }),
      });
      const { status, error, duration_ms: ms } = tested;
      session.print({ json: tested, sections: [{ text: `${tested.url}: ${status ?? error} after ${ms} ms` }] });
      if (status === null || status > 299) throw new Error(`the receiver answered ${status ?? error}`);
    });
}
