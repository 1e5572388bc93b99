import { Command } from '@commander-js/extra-typings';
import { idArgument } from '#infra/admin/arguments.ts';
import { callArgument, callKey } from '#infra/admin/call-argument.ts';
import { timeCell, type Printout } from '#infra/admin/output.ts';
import type { Session } from '#infra/admin/session.ts';
import { traceCall, type CallTrace } from '#infra/admin/trace/trace-call.ts';

const EXAMPLES = `
Examples:
  npm run admin -- call trace 1/6032158326784
  npm run admin -- call trace 1/6032158326784 --transcript`;

export function callTrace(session: Session) {
  return new Command('trace')
    .description('tell the whole story of a call, from the table and the logs, in the order of time')
    .argument('<call>', 'user/id of the call, or its id with --user', callArgument)
    .option('--user <id>', 'id of the user', idArgument)
    .option('--transcript', 'tell what was said, too')
    .addHelpText('after', EXAMPLES)
    .action(async (call, { user, transcript }) => {
      const key = callKey(call, user);
      session.print(printout(await traceCall({ key, withTranscript: transcript === true }, await session.deps())));
    });
}

function printout({ call, configuration, entries }: CallTrace): Printout {
  const { id, userId, status } = call;
  const rows = entries.map(({ at, source, what, details }) => ({ at: timeCell(at), source, what, details }));
  return {
    json: { call: { id, user_id: userId, status }, configuration, story: rows },
    sections: [
      { title: 'Call', record: { id, user_id: userId, status } },
      { title: 'Started with', record: configuration },
      { title: 'Story', rows: rows.map((row) => ({ ...row, details: inShort(row.details) })) },
    ],
  };
}

/** Of an error the name and the message: its stack is in the log, and with --json. */
function inShort(details: Record<string, unknown>): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${briefly(value)}`)
    .join(' ');
}

function briefly(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value, (name, inner: unknown) => (name === 'stack' ? undefined : inner));
}
