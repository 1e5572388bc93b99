import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { idArgument } from '#clients/cli/src/arguments.ts';
import type { Printout } from '#clients/cli/src/output.ts';
import type { Session } from '#infra/admin/deps/admin-deps.ts';
import { callPrintout } from '#infra/admin/terminal/call-printout.ts';
import { type CallTrace, traceCall } from '#infra/admin/trace/trace-call.ts';
import { timeCell } from '#infra/text/output.ts';
import { requireUser } from '#shared/accounts/users.ts';
import { showCall } from '#shared/call-life/read-calls.ts';
import type { CallKey } from '#shared/calls/call.ts';
import { OperatorError } from '#shared/platform/errors.ts';

const CALL_SHOW_EXAMPLES = `
Examples:
  npm run admin -- call show 1/6032158326784
  npm run admin -- call show --user 1 6032158326784`;

export function callShow(session: Session) {
  return new Command('show')
    .description('Show a call with its status, costs, conversation and every attempt of its webhooks')
    .argument('<call>', 'user/id of the call, or its id with --user', callArgument)
    .option('--user <id>', 'id of the user', idArgument)
    .addHelpText('after', CALL_SHOW_EXAMPLES)
    .action(async (call, { user }) => {
      const deps = await session.deps();
      const key = callKey(call, user);
      await requireUser(key.userId, deps.users);
      session.print(callPrintout(await showCall(key, deps)));
    });
}

const CALL_TRACE_EXAMPLES = `
Examples:
  npm run admin -- call trace 1/6032158326784
  npm run admin -- call trace 1/6032158326784 --transcript`;

export function callTrace(session: Session) {
  return new Command('trace')
    .description('Show the events of a call from the table and the logs, in order of time')
    .argument('<call>', 'user/id of the call, or its id with --user', callArgument)
    .option('--user <id>', 'id of the user', idArgument)
    .option('--transcript', 'include the text of the conversation')
    .addHelpText('after', CALL_TRACE_EXAMPLES)
    .action(async (call, { user, transcript }) => {
      const deps = await session.deps();
      const key = callKey(call, user);
      await requireUser(key.userId, deps.users);
      session.print(tracePrintout(await traceCall({ key, withTranscript: transcript === true }, deps)));
    });
}

function tracePrintout({ call, configuration, entries }: CallTrace): Printout {
  const { id, userId, status } = call;
  const rows = entries.map(({ at, source, what, details }) => ({ at: timeCell(at), source, what, details }));
  return {
    json: { call: { id, user_id: userId, status }, configuration, story: rows },
    sections: [
      { title: 'Call', record: { id, user_id: userId, status } },
      { title: 'Started with', record: configuration },
      { title: 'Story', rows: rows.map((row) => ({ ...row, details: formatDetails(row.details) })) },
    ],
  };
}

/** Errors without their stacks, which are in the log and in the JSON output. */
function formatDetails(details: Record<string, unknown>): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${formatValue(value)}`)
    .join(' ');
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value, (name, inner: unknown) => (name === 'stack' ? undefined : inner));
}

interface NamedCall {
  userId: number | undefined;
  callId: number;
}

/** `user/id` of a call, or its id alone. */
export function callArgument(text: string): NamedCall {
  const parts = text.split('/');
  const [first = '', second] = parts;
  if (parts.length > 2) throw new InvalidArgumentError('It must be an id, or user/id.');
  return second === undefined
    ? { userId: undefined, callId: idArgument(first) }
    : { userId: idArgument(first), callId: idArgument(second) };
}

/** The call that the argument and the option `--user` name together. */
export function callKey({ userId, callId }: NamedCall, user: number | undefined): CallKey {
  const owner = userId ?? user;
  if (owner === undefined) throw new OperatorError(`name the user: <user>/${callId}, or --user`);
  if (user !== undefined && user !== owner)
    throw new OperatorError(`the argument names user ${owner}, and --user names user ${user}`);
  return { userId: owner, callId };
}
