import { Command } from '@commander-js/extra-typings';
import { countArgument, urlArgument } from '../arguments.ts';
import { examples } from '../examples.ts';
import { terminalText } from '../output.ts';
import type { Session } from '../session.ts';
import { deliveredEvents, sinkWebhooks } from '../webhook-sources.ts';
import { post, storedSecret } from './trigger.ts';

const DEPLOYED = `Forwards events of finished calls. The API lists deliveries without their payload: events are rebuilt from the
call, with assistant_id 0, and lead and campaign null. Calls without a webhook have no events.`;
const UNSIGNED = 'Without --secret the events have no signature.';

export function listenCommand(session: Session) {
  return new Command('listen')
    .description('Forwards the webhooks of a deployment to your machine, without a tunnel. Ends with Ctrl-C.')
    .requiredOption('--forward-to <url>', 'your receiver', urlArgument)
    .option('--secret <secret>', 'whsec_… (else RINGBACK_WEBHOOK_SECRET, else that of the profile)')
    .option('--interval <seconds>', 'between two looks', countArgument, 2)
    .option('--count <n>', 'end after this number of events', countArgument)
    .addHelpText(
      'after',
      `\nA local stack keeps what it has sent to its webhook sink: listen forwards that unchanged, when you have logged in with
--ready-file. Of a deployment it forwards what its API knows of the calls.
${examples('ringback listen --forward-to http://localhost:4000/hook', 'ringback listen --forward-to http://localhost:4000/hook --count 1')}`,
    )
    .action(async ({ forwardTo, secret: given, interval, count = Number.POSITIVE_INFINITY }) => {
      const { signal } = session.shell;
      const secret = given ?? (await storedSecret(session));
      const sink = (await session.profile()).webhook_sink_url;
      const settings = { secret, interval: interval * 1000, signal };
      if (sink === undefined) session.note(secret === undefined ? `${DEPLOYED}\n${UNSIGNED}` : DEPLOYED);
      session.note(`Forwarding to ${forwardTo}`);
      const source =
        sink === undefined ? deliveredEvents(await session.client(), settings) : sinkWebhooks(sink, settings);
      let forwarded = 0;
      for await (const { id, body, headers } of source) {
        const status = await post(forwardTo, body, headers).catch((error: unknown) => String(error));
        session.shell.out(
          session.json()
            ? `${JSON.stringify({ id, forward_to: forwardTo, status })}\n`
            : `${terminalText(`${id}: ${status}`)}\n`,
        );
        forwarded += 1;
        if (forwarded >= count) return;
      }
    });
}
