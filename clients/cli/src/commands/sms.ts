import { Option } from '@commander-js/extra-typings';
import { defined, type Ringback } from '@ringback/client';
import { filters } from '@ringback/client/filters';
import * as operations from '@ringback/client/operations';
import { countArgument, urlArgument } from '../arguments.ts';
import { examples } from '../examples.ts';
import { findSms, take, wantedOf } from '../find-records.ts';
import { searchedNumber, typedNumber } from '../numbers.ts';
import { operationCommand } from '../operation-command.ts';
import { type Session, UsageError } from '../session.ts';

export function smsCommand(session: Session) {
  return operationCommand('sms', operations.sendSms)
    .argument('<number>', 'number of the recipient, +1…; without + it is one of your default country')
    .argument('<text>', 'text of at most 300 characters')
    .option('--from <number>', 'one of your numbers, or its id (else the oldest one)')
    .option('--key <key>', 'idempotency key: the same SMS with the same key is sent once in 24 hours')
    .addHelpText('after', examples('ringback sms +12025550100 "Your table is ready."'))
    .action(async (to, body, { from, key }) => {
      const client = await session.client();
      const sms = await client.sms.send(
        { from: await senderId(client, from), to: await typedNumber(to, client, session), body },
        defined({ idempotencyKey: key }),
      );
      const { id, status, segments, total_cost } = sms;
      session.print({
        json: sms,
        sections: [{ text: `SMS ${id} is ${status}: ${segments} segment, cost ${total_cost}` }],
      });
    })
    .addCommand(listCommand(session))
    .addCommand(getCommand(session))
    .addCommand(webhookCommand(session));
}

function listCommand(session: Session) {
  return operationCommand('list', operations.listSms)
    .addOption(new Option('--status <status>', 'SMS with this status').choices(filters.listSms.status))
    .addOption(new Option('--direction <direction>', 'SMS of this direction').choices(filters.listSms.direction))
    .option('--number <number>', 'SMS to or from this customer')
    .option('--from <date>', 'SMS since this UTC day, such as 2026-01-31')
    .option('--to <date>', 'SMS until the end of this UTC day')
    .option('--limit <n>', 'number of SMS', countArgument(), 20)
    .option('--all', 'all SMS')
    .addHelpText('after', examples('ringback sms list --direction inbound', 'ringback sms list --json'))
    .action(async ({ status, direction, number, from, to, ...counts }) => {
      const client = await session.client();
      const { limit, perPage } = wantedOf(counts);
      const days = { date_from: from, date_to: to };
      const phone_number = await searchedNumber(number, client, session);
      const wanted = defined({ status, direction, phone_number, ...days, per_page: perPage });
      const messages = await take(client.sms.list(wanted, { signal: session.shell.signal }), limit);
      const rows = messages.map((sms) => ({
        id: sms.id,
        number: sms.direction === 'inbound' ? sms.from : sms.to,
        status: sms.status,
        text: sms.body.length > SHOWN ? `${sms.body.slice(0, SHOWN - 1)}…` : sms.body,
        created: sms.created_at.slice(5, 16),
      }));
      session.print({ json: messages, sections: [{ rows }] });
    });
}

/** Characters of a text in a line of the list. */
const SHOWN = 24;

function getCommand(session: Session) {
  return operationCommand('get', operations.getSms)
    .argument('<sms>', 'id, or latest')
    .addHelpText('after', examples('ringback sms get latest'))
    .action(async (wanted) => {
      const client = await session.client();
      const sms = await client.sms.get(await findSms(client, wanted));
      const record = {
        id: sms.id,
        direction: sms.direction,
        status: sms.status,
        from: sms.from,
        to: sms.to,
        error: sms.error ?? undefined,
        opt_out: sms.opt_out ?? undefined,
        segments: sms.segments,
        cost: sms.total_cost,
        created: sms.created_at,
      };
      session.print({ json: sms, sections: [{ record }, { text: sms.body }] });
    });
}

function webhookCommand(session: Session) {
  return operationCommand('webhook', operations.getSmsWebhook, {
    more: `With --set or --off: ${operations.setSmsWebhook.description}`,
  })
    .option('--set <url>', 'post the events to this address', urlArgument)
    .option('--off', 'post no events')
    .addHelpText('after', examples('ringback sms webhook', 'ringback sms webhook --set https://crm.example.com/sms'))
    .action(async ({ set, off }) => {
      if (set !== undefined && off) throw new UsageError('--set and --off exclude each other');
      const { sms } = await session.client();
      const wanted = off ? null : set;
      if (wanted !== undefined) await sms.setWebhook(wanted);
      const url = wanted === undefined ? await sms.webhook() : wanted;
      session.print({ json: { sms_webhook_url: url }, sections: [{ text: url ?? 'No address is set.' }] });
    });
}

async function senderId(client: Ringback, wanted: string | undefined): Promise<number> {
  const numbers = await client.lookups.numbers();
  // The service lists the newest first; the oldest one is the main number.
  const found =
    wanted === undefined
      ? numbers.toSorted((one, other) => one.id - other.id)[0]
      : numbers.find(({ id, phone_number }) => phone_number === wanted || String(id) === wanted);
  if (found) return found.id;
  const owned = numbers.map(({ phone_number }) => phone_number).join(', ');
  throw new UsageError(`you have no number ${wanted ?? 'to send from'}${owned === '' ? '' : `; you have: ${owned}`}`);
}
