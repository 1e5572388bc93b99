import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { idArgument } from '#infra/admin/arguments.ts';
import { callPrintout } from '#infra/admin/call-printout.ts';
import type { Session } from '#infra/admin/session.ts';
import { showCall } from '#shared/app/show-call.ts';
import type { CallKey } from '#shared/domain/call/call.ts';
import { OpsRefusal } from '#shared/domain/errors/ops-refusal.ts';

const EXAMPLES = `
Examples:
  npm run admin -- call show 1/6032158326784
  npm run admin -- call show --user 1 6032158326784`;

export function callShow(session: Session) {
  return new Command('show')
    .description('show a call whole: status, costs, conversation, webhooks with every attempt')
    .argument('<call>', 'user/id of the call, or its id with --user', callArgument)
    .option('--user <id>', 'id of the user', idArgument)
    .addHelpText('after', EXAMPLES)
    .action(async (call, { user }) => {
      const deps = await session.deps();
      session.print(callPrintout(await showCall(callKey(call, user), deps)));
    });
}

interface NamedCall {
  userId: number | undefined;
  callId: number;
}

function callArgument(text: string): NamedCall {
  const parts = text.split('/');
  const [first = '', second] = parts;
  if (parts.length > 2) throw new InvalidArgumentError('It must be an id, or user/id.');
  return second === undefined
    ? { userId: undefined, callId: idArgument(first) }
    : { userId: idArgument(first), callId: idArgument(second) };
}

function callKey({ userId, callId }: NamedCall, user: number | undefined): CallKey {
  const owner = userId ?? user;
  if (owner === undefined) throw new OpsRefusal(`whose call is it? Use <user>/${callId} or --user`);
  if (user !== undefined && user !== owner) throw new OpsRefusal(`is it a call of user ${owner} or of user ${user}?`);
  return { userId: owner, callId };
}
