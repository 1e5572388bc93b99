import { Command } from '@commander-js/extra-typings';
import { countArgument, idArgument } from '#clients/cli/src/arguments.ts';
import type { Row } from '#clients/cli/src/output.ts';
import { callArgument, callKey } from '#infra/admin/commands/calls.ts';
import type { Session } from '#infra/admin/deps/admin-deps.ts';
import { choiceArgument, phoneArgument, userOption } from '#infra/admin/terminal/arguments.ts';
import { listPrintout, recordPrintout, timeCell } from '#infra/text/output.ts';
import { toDecimal } from '#shared/accounts/account.ts';
import { requireUser } from '#shared/accounts/users.ts';
import { endCall } from '#shared/call-life/end-call.ts';
import { endReasonOf } from '#shared/calls/call-end.ts';
import { callOutcomes } from '#shared/calls/call-reasons.ts';
import { callStatuses } from '#shared/calls/call-status.ts';
import { isSettled, type Call } from '#shared/calls/call.ts';
import { OperatorError } from '#shared/platform/errors.ts';

const MOST = 100;
const CALL_LIST_EXAMPLES = `
Examples:
  npm run admin -- call list --user 1
  npm run admin -- call list --user 1 --status in-progress
  npm run admin -- call list --user 1 --number +12025550100 --most 5`;

export function callList(session: Session) {
  return new Command('list')
    .description('List the calls of a user, newest first')
    .addOption(userOption())
    .option('--status <status>', callStatuses.join(', '), choiceArgument(callStatuses))
    .option('--outcome <outcome>', callOutcomes.join(', '), choiceArgument(callOutcomes))
    .option('--number <e164>', 'number of the customer', phoneArgument)
    .option('--most <count>', 'largest number of rows', countArgument(1, MOST), 20)
    .addHelpText('after', CALL_LIST_EXAMPLES)
    .action(async ({ user: userId, status, outcome, number, most }) => {
      const deps = await session.deps();
      await requireUser(userId, deps.users);
      const byNumber = number !== undefined && { phoneNumber: number };
      const filter = { ...(status && { status }), ...(outcome && { outcome }), ...byNumber };
      const page = { page: 1, perPage: most };
      const { rows, total } = await deps.callList.list(userId, filter, page, { outcome: true });
      const shown = rows.map(({ call }): Row => ({
        id: call.id,
        created_at: timeCell(call.createdAt),
        type: call.type,
        status: call.status,
        outcome: call.outcome ?? null,
        assistant: call.assistantName,
        customer: call.clientPhoneNumber,
        seconds: call.durationSeconds,
        cost: toDecimal(call.totalCost),
      }));
      const more = total - shown.length;
      session.print({
        json: shown,
        sections: [{ rows: shown }, ...(more > 0 ? [{ text: `and ${more} more; --most shows up to ${MOST}` }] : [])],
      });
    });
}

const LOOK_EVERY_MS = 500;
const HOUR_SECONDS = 3600;
const CALL_WATCH_EXAMPLES = `
Examples:
  npm run admin -- call watch 1/6032158326784`;

export function callWatch(session: Session) {
  return new Command('watch')
    .description('Wait until a call is settled, and show each status')
    .argument('<call>', 'user/id of the call, or its id with --user', callArgument)
    .option('--user <id>', 'id of the user', idArgument)
    .option('--wait <seconds>', 'give up after this time', countArgument(1, HOUR_SECONDS), HOUR_SECONDS)
    .addHelpText('after', CALL_WATCH_EXAMPLES)
    .action(async (named, { user, wait }) => {
      const deps = await session.deps();
      const key = callKey(named, user);
      await requireUser(key.userId, deps.users);
      const until = deps.clock.now() + wait * 1000;
      const story: Row[] = [];
      for (;;) {
        const call = await deps.calls.get(key);
        if (!call) throw new OperatorError(`user ${key.userId} has no call ${key.callId}`);
        if (story.at(-1)?.['status'] !== call.status) {
          story.push({ at: timeCell(deps.clock.now()), status: call.status });
          session.progress.show(0, call.status);
        }
        if (isSettled(call)) break;
        if (deps.clock.now() >= until) throw new OperatorError(`the call is still ${call.status} after ${wait} s`);
        await deps.pause(LOOK_EVERY_MS);
      }
      session.progress.clear();
      session.print(listPrintout(story));
    });
}

const CALL_END_EXAMPLES = `
Examples:
  npm run admin -- call end 1/6032158326784`;

export function callEnd(session: Session) {
  return new Command('end')
    .description('Hang up a call, or cancel one that waits')
    .argument('<call>', 'user/id of the call, or its id with --user', callArgument)
    .option('--user <id>', 'id of the user', idArgument)
    .addHelpText('after', CALL_END_EXAMPLES)
    .action(async (named, { user }) => {
      const deps = await session.deps();
      const call: Call = await endCall(callKey(named, user), deps.ending());
      session.print(
        recordPrintout({ id: call.id, user_id: call.userId, status: call.status, end_reason: endReasonOf(call) }),
      );
    });
}
