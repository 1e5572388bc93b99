import { defined, type Ringback } from '@ringback/client';
import * as operations from '@ringback/client/operations';
import { examples } from '../examples.ts';
import { operationCommand } from '../operation-command.ts';
import { type Session, UsageError } from '../session.ts';

export function smsCommand(session: Session) {
  return operationCommand('sms', operations.sendSms)
    .argument('<number>', 'number of the recipient, +1…')
    .argument('<text>', 'text of at most 300 characters')
    .option('--from <number>', 'one of your numbers, or its id (else the oldest one)')
    .option('--key <key>', 'idempotency key: the same SMS with the same key is sent once in 24 hours')
    .addHelpText('after', examples('ringback sms +12025550100 "Your table is ready."'))
    .action(async (to, body, { from, key }) => {
      const client = await session.client();
      const sms = await client.sms.send(
        { from: await senderId(client, from), to, body },
        defined({ idempotencyKey: key }),
      );
      const { id, status, segments, total_cost } = sms;
      session.print({
        json: sms,
        sections: [{ text: `SMS ${id} is ${status}: ${segments} segment, cost ${total_cost}` }],
      });
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
