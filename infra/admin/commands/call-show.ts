import { Command } from '@commander-js/extra-typings';
import { idArgument } from '#infra/admin/arguments.ts';
import { callArgument, callKey } from '#infra/admin/call-argument.ts';
import { callPrintout } from '#infra/admin/call-printout.ts';
import type { Session } from '#infra/admin/session.ts';
import { showCall } from '#shared/app/show-call.ts';

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
