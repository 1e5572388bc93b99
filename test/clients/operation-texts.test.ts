import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import * as module from '@ringback/client/operations';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProgram } from '#clients/cli/src/run-cli.ts';
import { createServer } from '#clients/mcp/src/server.ts';
import openapi from '#shared/openapi/openapi.json' with { type: 'json' };

const root = resolve(import.meta.dirname, '../..');
type OperationId = keyof typeof module;
const operations: Record<OperationId, { summary: string; description: string }> = { ...module };
/** An operation, and the sentences that a client adds to its text. */
type Own = readonly [operation: OperationId, ...added: string[]];

const textOf = ([operation, ...added]: Own) => [operations[operation].description, ...added].join(' ');

/** The commands that request one operation. */
const commands: Record<string, Own> = {
  me: ['getCurrentUser', `With --default-country: ${operations.setDefaultCountry.description}`],
  'assistants create': [
    'createAssistant',
    'The command fills in the first voice and model, English, and the time zone of this machine if they are left out.',
  ],
  'assistants list': ['listAssistants'],
  'assistants get': ['getAssistant', 'With --json all fields are printed.'],
  'assistants update': ['updateAssistant'],
  'assistants delete': ['deleteAssistant'],
  call: ['makeCall'],
  'calls list': ['listCalls'],
  'calls get': ['getCall'],
  'calls end': ['endCall'],
  'campaigns create': ['createCampaign'],
  'campaigns list': ['listCampaigns'],
  'campaigns update': ['updateCampaign'],
  'campaigns check': ['listMissingVariables', 'The command checks all leads.'],
  'campaigns start': ['updateCampaignStatus', 'This command starts it. The calls cost money.'],
  'campaigns stop': ['updateCampaignStatus', 'This command stops it; --hang-up sets `hang_up`.'],
  'leads list': ['listLeads'],
  sms: ['sendSms'],
  'sms list': ['listSms'],
  'sms get': ['getSms'],
  'sms webhook': ['getSmsWebhook', `With --set or --off: ${operations.setSmsWebhook.description}`],
  'tools create': ['createTool'],
  'tools delete': ['deleteTool'],
  'tools get': ['getTool'],
  'tools list': ['listTools'],
  'tools test': ['testTool'],
  'tools update': ['updateTool'],
  'webhooks list': ['listDeliveries'],
  'webhooks payload': ['getDeliveryPayload', 'This command prints the body. With --json it prints the headers, too.'],
  'webhooks replay': ['replayDelivery'],
  'webhooks secret': ['getWebhookSecret', `With --rotate: ${operations.rotateWebhookSecret.description}`],
  'webhooks test': ['sendTestWebhook'],
};
/** The others are the command line's own. */
const ownCommands = ['login', 'leads import', 'trigger', 'listen', 'api', 'completion'];
/** Lines in the list of commands, of commands for a part of an operation. */
const parts: Record<string, string> = { 'campaigns start': 'Start a campaign', 'campaigns stop': 'Stop a campaign' };

const tools: Record<string, Own> = {
  get_account: ['getCurrentUser', 'The phone numbers of the account are in the answer, too.'],
  send_sms: ['sendSms', 'An SMS cannot be taken back, so the user must agree.'],
  list_assistants: ['listAssistants', 'Only outbound assistants can make calls.'],
  get_assistant: ['getAssistant'],
  create_assistant: ['createAssistant', 'An assistant costs nothing.'],
  update_assistant: ['updateAssistant'],
  delete_assistant: ['deleteAssistant'],
  list_sms: ['listSms'],
  get_sms: ['getSms'],
  list_calls: ['listCalls', 'get_call has the conversation.'],
  get_call: ['getCall'],
  list_webhook_deliveries: ['listDeliveries'],
  replay_webhook_delivery: ['replayDelivery'],
  make_call: [
    'makeCall',
    'A call reaches a person, so the user must agree.',
    'The tool answers immediately; wait_for_call waits for the end of the call.',
  ],
  end_call: ['endCall', 'Use this tool only when the user asks for it: it cuts the customer off.'],
  list_campaigns: ['listCampaigns'],
  create_campaign: ['createCampaign', 'It calls no customer before start_campaign.'],
  check_campaign: ['listMissingVariables', 'Use this tool before start_campaign.'],
  start_campaign: ['updateCampaignStatus', 'This tool starts it. Each call costs money, so the user must agree.'],
  stop_campaign: ['updateCampaignStatus', 'This tool stops it, without `hang_up`.'],
  hang_up_campaign: [
    'updateCampaignStatus',
    'This tool stops it with `hang_up`: it cuts off customers who are talking. Ask the user first.',
  ],
  list_tools: ['listTools'],
  create_tool: ['createTool'],
  update_tool: ['updateTool'],
  delete_tool: ['deleteTool'],
  test_tool: ['testTool', 'The server of the tool may act on it, so the user must agree.'],
  list_leads: ['listLeads'],
  create_lead: ['createLead', 'Each call costs money, so the user must agree.'],
  update_lead: [
    'updateLead',
    'With the status completed the campaign does not call the lead any more.',
    'A call to a new number costs money, so the user must agree.',
  ],
};
/** They request several operations, or one again and again. */
const ownTools = ['list_lookups', 'wait_for_call'];

/** Sentences of the TypeScript client behind the text of an operation. */
const inTypeScript = [
  '`wait` waits for its end.',
  '@throws ApiError with status 409 when the call is over',
  'This method starts it.',
  'This method stops it; `hangUp` is `hang_up`.',
  '@param month `2026-11`',
  '@param previousSeconds `previous_expires_in_seconds`',
];
/** Methods for no single operation. */
const ownMethods = ['wait', 'request'];

describe('the texts of operations', () => {
  it('are those of the reference, but for what it says about scopes', () => {
    const documented = Object.values(openapi.paths).flatMap((path) => Object.values(path));
    for (const [id, { summary, description }] of Object.entries(operations)) {
      const operation = documented.find(({ operationId }) => operationId === id);
      expect(operation?.summary).toBe(summary);
      expect([description, `${description} `]).toContain(operation?.description.split('A token with scopes')[0]);
      expect(description).toMatch(/\.$/);
    }
  });

  it('are the help of the commands', () => {
    const shell = { out: () => undefined, error: () => undefined, columns: 80, env: {} };
    const program = createProgram({
      ...shell,
      isTerminal: false,
      isErrorTerminal: false,
      stdin: async () => '',
      signal: new AbortController().signal,
    });
    const found = leavesOf(program).filter(({ path }) => !ownCommands.includes(path));
    expect(Object.fromEntries(found.map(({ path, command }) => [path, command.description()]))).toEqual(
      Object.fromEntries(Object.entries(commands).map(([path, own]) => [path, textOf(own)])),
    );
    for (const { path, command } of found) {
      expect(command.summary()).toBe(parts[path] ?? operations[commands[path]![0]].summary);
    }
  });

  it('describe the tools of the MCP server', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const [one, other] = InMemoryTransport.createLinkedPair();
    await createServer({ baseUrl: 'http://localhost/api', token: 'rb_test' }).connect(one);
    await client.connect(other);
    onTestFinished(() => client.close());
    const { tools: listed } = await client.listTools();
    const found = listed.filter(({ name }) => !ownTools.includes(name));
    expect(Object.fromEntries(found.map(({ name, description }) => [name, description]))).toEqual(
      Object.fromEntries(Object.entries(tools).map(([name, own]) => [name, textOf(own)])),
    );
  });

  it('are the doc comments of the TypeScript client', () => {
    const sources = globSync('clients/typescript/src/{*-operations,client}.ts', { cwd: root }).map((file) =>
      readFileSync(resolve(root, file), 'utf8'),
    );
    const methods = sources.flatMap((source) => [
      ...source.matchAll(/\n +(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s+)?(\w+)(?:<\w+>)?\((?:[^;{]*)\): [^;{]+;/g),
    ]);
    expect(methods.length).toBeGreaterThan(40);
    for (const [, comment = '', name = ''] of methods) {
      if (ownMethods.includes(name)) continue;
      const text = comment
        .replaceAll(/\n *\*/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim();
      const operation = /@operation (\w+)/.exec(text)?.[1] as OperationId;
      expect(operations, `${name} names its operation`).toHaveProperty(operation);
      const added = text
        .replace(operations[operation].description, '')
        .replace(/@operation \w+/, '')
        .trim();
      expect(['', ...inTypeScript], name).toContain(added);
    }
  });

  it('are the questions of the studio', () => {
    const requests = globSync('clients/studio/src/requests/**/*.ts', { cwd: root }).map((file) =>
      readFileSync(resolve(root, file), 'utf8'),
    );
    const abouts = requests.flatMap((source) => [...source.matchAll(/about: (.*),/g)].map(([, about]) => about));
    expect(abouts.length).toBeGreaterThan(5);
    expect(new Set(abouts)).toEqual(new Set(['operation.description']));
    const pages = globSync('clients/studio/src/**/*.tsx', { cwd: root }).map((file) => [
      file,
      readFileSync(resolve(root, file), 'utf8'),
    ]);
    // What a question says itself.
    const questions = pages.filter(([, source]) => /\bconfirm\(/.test(source!));
    const own = questions.flatMap(([, source]) =>
      [...source!.matchAll(/\btext(?: =|:) (['`][^'`]*['`])/g)].map(([, text]) => text),
    );
    expect(own.toSorted((one = '', other = '') => one.localeCompare(other))).toEqual([
      "'It becomes the newest version. No version is lost.'",
      "'The customers are cut off, and the calls are charged as far as they went.'",
      "'The models of OpenAI stop answering.'",
      '`${removeEntry.about} Do this only if the owner of the number has agreed.`',
    ]);
  });
});

interface Leaf {
  path: string;
  command: CommandUnknownOpts;
}

function leavesOf(command: CommandUnknownOpts, path = ''): Leaf[] {
  const children = command.commands.flatMap((child) => leavesOf(child, `${path} ${child.name()}`.trim()));
  // `sms` has commands, and sends an SMS itself.
  return command.commands.length === 0 || command.registeredArguments.length > 0
    ? [{ path, command }, ...children]
    : children;
}
