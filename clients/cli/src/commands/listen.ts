import { post } from './trigger.ts';
import { countArgument, urlArgument } from '../arguments.ts';
import { examples } from '../examples.ts';
import { ownCommand } from '../operation-command.ts';
import type { Session } from '../session.ts';
import { terminalText } from '../terminal-text.ts';
import { deliveredEvents, type Webhook } from '../webhook-sources.ts';

export function listenCommand(session: Session) {
  return ownCommand(
    'listen',
    'Forward the webhooks of a deployment to your machine',
    'No tunnel is needed. The posted body is forwarded to the byte, with its signature. Calls without a webhook have no ' +
      'events. Ctrl-C ends the command.',
  )
    .requiredOption('--forward-to <url>', 'address of your receiver', urlArgument)
    .option('--interval <seconds>', 'seconds between two requests for new events', countArgument(), 2)
    .option('--count <n>', 'end after this number of events', countArgument())
    .addHelpText(
      'after',
      examples(
        'ringback listen --forward-to http://localhost:4000/hook',
        'ringback listen --forward-to http://localhost:4000/hook --count 1',
      ),
    )
    .action(async ({ forwardTo, interval, count = Number.POSITIVE_INFINITY }) => {
      const client = await session.client();
      session.note(`Forwarding to ${forwardTo}`);
      const { signal } = session.shell;
      const source = deliveredEvents(client, { interval: interval * 1000, signal });
      await forward(source, { session, forwardTo, count }).catch((error: unknown) => {
        // Ctrl-C is how it ends.
        if (!signal.aborted) throw error;
      });
    });
}

async function forward(
  source: AsyncIterable<Webhook>,
  { session, forwardTo, count }: { session: Session; forwardTo: string; count: number },
): Promise<void> {
  let forwarded = 0;
  for await (const { id, body, headers } of source) {
    const status = await post(session.fetch, { url: forwardTo, body, headers }).catch((error: unknown) =>
      String(error),
    );
    session.shell.out(
      session.json()
        ? `${JSON.stringify({ id, forward_to: forwardTo, status })}\n`
        : `${terminalText(`${id}: ${status}`)}\n`,
    );
    forwarded += 1;
    if (forwarded >= count) return;
  }
}
