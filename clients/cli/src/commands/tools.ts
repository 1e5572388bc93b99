import { Option } from '@commander-js/extra-typings';
import * as operations from '@ringback/client/operations';
import { fieldValues, pairArgument } from '../arguments.ts';
import { examples } from '../examples.ts';
import { findTool } from '../find-records.ts';
import { groupCommand, operationCommand } from '../operation-command.ts';
import type { Session } from '../session.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export function toolCommands(session: Session) {
  return groupCommand('tools', 'Create, list, change, test and delete the tools that models call')
    .addCommand(createCommand(session))
    .addCommand(listCommand(session))
    .addCommand(getCommand(session))
    .addCommand(updateCommand(session))
    .addCommand(testCommand(session))
    .addCommand(deleteCommand(session));
}

function createCommand(session: Session) {
  return operationCommand('create', operations.createTool)
    .requiredOption('--name <text>', 'lowercase letters and underscores')
    .requiredOption('--description <text>', 'when the model should use the tool')
    .requiredOption('--endpoint <url>', 'URL; the path and the query may contain {parameter} and {{variable}}')
    .addOption(new Option('--method <method>', 'method of HTTP').choices(METHODS).default('GET' as const))
    .option('--header <name=value>', 'header, once or more', pairArgument)
    .option('--set <field=value>', 'field of the API, once or more: timeout=5', pairArgument)
    .addHelpText(
      'after',
      examples(
        `ringback tools create --name find_slots --description "Finds free slots." --endpoint https://example.com/slots --set 'schema=[{"name":"day","type":"string","description":"The day."}]'`,
      ),
    )
    .action(async ({ set = {}, header = {}, ...fields }) => {
      const headers = Object.entries(header).map(([name, value]) => ({ name, value }));
      const tool = await (await session.client()).tools.create({ headers, ...fieldValues(set), ...fields });
      session.print({ json: tool, sections: [{ text: `Created ${tool.name}, ${tool.id}` }] });
    });
}

function listCommand(session: Session) {
  return operationCommand('list', operations.listTools)
    .addHelpText('after', examples('ringback tools list'))
    .action(async () => {
      const tools = await (await session.client()).tools.list();
      const rows = tools.map(({ id, name, method, endpoint, timeout }) => ({ id, name, method, endpoint, timeout }));
      session.print({ json: tools, sections: [{ rows }] });
    });
}

function getCommand(session: Session) {
  return operationCommand('get', operations.getTool)
    .argument('<tool>', 'id or name')
    .addHelpText('after', examples('ringback tools get find_slots'))
    .action(async (wanted) => {
      const client = await session.client();
      const tool = await client.tools.get(await findTool(client, wanted));
      session.print({ json: tool, sections: [{ text: JSON.stringify(tool, null, 2) }] });
    });
}

function updateCommand(session: Session) {
  return operationCommand('update', operations.updateTool)
    .argument('<tool>', 'id or name')
    .requiredOption('--set <field=value>', 'field of the API, once or more: timeout=5', pairArgument)
    .addHelpText('after', examples('ringback tools update find_slots --set timeout=5'))
    .action(async (wanted, { set }) => {
      const client = await session.client();
      const tool = await client.tools.update(await findTool(client, wanted), fieldValues(set));
      session.print({ json: tool, sections: [{ text: `Changed ${tool.name}, ${tool.id}` }] });
    });
}

function testCommand(session: Session) {
  return operationCommand('test', operations.testTool)
    .argument('<tool>', 'id or name')
    .option('--argument <name=value>', 'argument of the tool, once or more', pairArgument)
    .option('--variable <name=value>', 'variable of the call, once or more', pairArgument)
    .addHelpText('after', examples('ringback tools test find_slots --argument day=Tuesday'))
    .action(async (wanted, { argument = {}, variable = {} }) => {
      const client = await session.client();
      const test = { arguments: fieldValues(argument), variables: fieldValues(variable) };
      const tested = await client.tools.test(await findTool(client, wanted), test);
      const { status, problem, duration_ms: ms, result } = tested;
      const text = `${status ?? problem} after ${ms} ms\n${result}`;
      session.print({ json: tested, sections: [{ text }] });
      if (status === null || status > 299) throw new Error(`the receiver answered ${status ?? problem}`);
    });
}

function deleteCommand(session: Session) {
  return operationCommand('delete', operations.deleteTool)
    .argument('<tool>', 'id or name')
    .addHelpText('after', examples('ringback tools delete find_slots'))
    .action(async (wanted) => {
      const client = await session.client();
      const id = await findTool(client, wanted);
      await client.tools.delete(id);
      session.print({ json: { id }, sections: [{ text: `Deleted ${id}` }] });
    });
}
