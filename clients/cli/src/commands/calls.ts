import { Option } from '@commander-js/extra-typings';
import { type CallDetail, defined } from '@ringback/client';
import { filters } from '@ringback/client/filters';
import * as operations from '@ringback/client/operations';
import { countArgument, pairArgument } from '../arguments.ts';
import { examples } from '../examples.ts';
import { findAssistant, findCall, findCampaign, take, wantedOf } from '../find-records.ts';
import { searchedNumber, typedNumber } from '../numbers.ts';
import { groupCommand, operationCommand } from '../operation-command.ts';
import type { Printout } from '../output.ts';
import type { Session } from '../session.ts';

export function callCommand(session: Session) {
  return operationCommand('call', operations.makeCall)
    .argument('<number>', 'number of the customer, +1…; without + it is one of your default country')
    .requiredOption('--assistant <assistant>', 'id or name of an outbound assistant')
    .option('--var <name=value>', 'variable of the call, as text; once or more', pairArgument)
    .option('--key <key>', 'idempotency key: the same call with the same key is made once in 24 hours')
    .option('--allow-parallel', 'dial although another call to the number is in progress')
    .option('--watch', 'wait for the end of the call, and print the conversation')
    .addHelpText('after', examples('ringback call +12025550100 --assistant Reception --var customer_name=Ada --watch'))
    .action(async (number, { assistant, var: variables = {}, key, allowParallel, watch }) => {
      const client = await session.client();
      const { signal } = session.shell;
      const started = await client.calls.make(
        {
          phone_number: await typedNumber(number, client, session),
          assistant_id: await findAssistant(client, assistant),
          variables,
          ...defined({ allow_parallel: allowParallel }),
        },
        { signal, ...defined({ idempotencyKey: key }) },
      );
      if (!watch) {
        session.print({ json: started, sections: [{ text: `Call ${started.call_id} is ${started.status}` }] });
        return;
      }
      const onStatus = ({ status }: CallDetail) => session.note(status);
      session.print(callPrintout(await client.waitForCall(started.call_id, { signal, onStatus, interval: 500 })));
    });
}

export function callsCommands(session: Session) {
  return groupCommand('calls', 'List, read and end calls')
    .addCommand(listCommand(session))
    .addCommand(getCommand(session))
    .addCommand(endCommand(session));
}

function listCommand(session: Session) {
  return operationCommand('list', operations.listCalls)
    .addOption(new Option('--status <status>', 'calls with this status').choices(filters.listCalls.status))
    .addOption(new Option('--type <type>', 'calls of this type').choices(filters.listCalls.type))
    .addOption(new Option('--outcome <outcome>', 'calls with this outcome').choices(filters.listCalls.outcome))
    .option('--number <number>', 'calls with this customer')
    .option('--assistant <assistant>', 'calls of this assistant, id or name')
    .option('--campaign <campaign>', 'calls of this campaign, id or name')
    .option('--from <date>', 'calls since this UTC day, such as 2026-01-31')
    .option('--to <date>', 'calls until the end of this UTC day')
    .option('--limit <n>', 'number of calls', countArgument(), 20)
    .option('--all', 'all calls')
    .addHelpText('after', examples('ringback calls list --type outbound --limit 5', 'ringback calls list --json'))
    .action(async (options) => {
      const client = await session.client();
      const { number, assistant, campaign, from, to, type, status, outcome } = options;
      const { limit, perPage } = wantedOf(options);
      const wanted = defined({
        status,
        type,
        outcome,
        phone_number: await searchedNumber(number, client, session),
        assistant_id: assistant === undefined ? undefined : await findAssistant(client, assistant),
        campaign_id: campaign === undefined ? undefined : await findCampaign(client, campaign),
        date_from: from,
        date_to: to,
        include: 'outcome' as const,
        per_page: perPage,
      });
      const calls = await take(client.calls.list(wanted, { signal: session.shell.signal }), limit);
      const rows = calls.map((call) => ({
        id: call.id,
        customer: call.client_phone_number,
        assistant: call.assistant_name,
        // Both would make lines of more than 80 characters.
        outcome: call.outcome ?? call.status,
        s: call.duration,
        created: call.created_at.slice(5, 16),
      }));
      session.print({ json: calls, sections: [{ rows }] });
    });
}

function getCommand(session: Session) {
  return operationCommand('get', operations.getCall)
    .argument('<call>', 'id, or latest')
    .addHelpText('after', examples('ringback calls get latest'))
    .action(async (wanted) => {
      const client = await session.client();
      session.print(callPrintout(await client.calls.get(await findCall(client, wanted))));
    });
}

function endCommand(session: Session) {
  return operationCommand('end', operations.endCall)
    .argument('<call>', 'id, or latest')
    .addHelpText('after', examples('ringback call +12025550100 --assistant Reception && ringback calls end latest'))
    .action(async (wanted) => {
      const client = await session.client();
      const ended = await client.calls.end(await findCall(client, wanted));
      session.print({ json: ended, sections: [{ text: `Call ${ended.id} is ended` }] });
    });
}

function callPrintout(call: CallDetail): Printout {
  const evaluation = Object.entries(call.evaluation).map(([name, value]) => `${name}: ${String(value)}`);
  const record = {
    id: call.id,
    type: call.type,
    status: call.status,
    outcome: call.outcome,
    end_reason: call.end_reason,
    reason: call.reason === null ? undefined : `${call.reason.by} ${call.reason.code}: ${call.reason.text}`,
    assistant: call.assistant_name,
    model: call.model ? `${call.model.name}${call.model.simulated ? ', simulated' : ''}` : undefined,
    customer: call.client_phone_number,
    from: call.assistant_phone_number,
    seconds: call.duration,
    answered_by: call.answered_by,
    cost: call.total_cost,
    created: call.created_at,
    recording_url: call.recording_url,
    evaluation: evaluation.join('\n'),
  };
  return { json: call, sections: [{ record }, ...(call.transcript === '' ? [] : [{ text: call.transcript }])] };
}
