import { Argument } from '@commander-js/extra-typings';
import { type Fetch, signWebhook } from '@ringback/client';
import { webhookEvents } from '@ringback/client/values';
import { urlArgument } from '../arguments.ts';
import { examples } from '../examples.ts';
import { ownCommand } from '../operation-command.ts';
import { sampleEvent } from '../sample-event.ts';
import { type Session, UsageError } from '../session.ts';

export function triggerCommand(session: Session) {
  return ownCommand(
    'trigger',
    'Post a signed sample event to a URL',
    'The request is like one of the service, but no deployment sends it.',
  )
    .addArgument(new Argument('<event>', 'name of the event').choices(webhookEvents))
    .requiredOption('--to <url>', 'address of your receiver', urlArgument)
    .option('--secret <secret>', 'secret that signs, whsec_… (else RINGBACK_WEBHOOK_SECRET, else that of the profile)')
    .addHelpText(
      'after',
      examples('ringback trigger call.completed --to http://localhost:4000/hook --secret whsec_c2FtcGxlLXNlY3JldA=='),
    )
    .action(async (event, { to, secret: given }) => {
      const secret = given ?? (await storedSecret(session));
      if (secret === undefined) throw new UsageError('there is no secret: pass --secret whsec_…');
      const payload = sampleEvent(event);
      const body = JSON.stringify(payload);
      const status = await post(session.fetch, {
        url: to,
        body,
        headers: await signWebhook({ id: `evt_${payload.id}_${event}`, body, secret }),
      });
      session.print({ json: { event, to, status }, sections: [{ text: `${event} to ${to}: ${status}` }] });
      if (status < 200 || status > 299) throw new Error(`the receiver answered ${status}: the service would try again`);
    });
}

/** The secret of the environment, else of the profile. */
export async function storedSecret(session: Session): Promise<string | undefined> {
  const fromEnvironment = session.shell.env['RINGBACK_WEBHOOK_SECRET'];
  if (fromEnvironment !== undefined) return fromEnvironment;
  return (await session.profile().catch(() => undefined))?.webhook_secret;
}

const LONGEST_ANSWER_MS = 15_000;

/** Posts a webhook under the rules of the service: 15 s, no redirects. Returns the status of the answer. */
export async function post(
  fetch: Fetch,
  { url, body, headers }: { url: string; body: string; headers: Record<string, string> },
): Promise<number> {
  try {
    const response = await fetch(new URL(url), {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(LONGEST_ANSWER_MS),
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
    throw new Error(`${url} does not answer: ${reason}`, { cause: error });
  }
}
