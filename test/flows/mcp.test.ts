import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type CallToolResult, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { strictValidator } from '#test/clients/mcp/strict-validator.ts';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';

const running = useLocalStack();
const program = resolve(import.meta.dirname, '../../clients/mcp/dist/ringback-mcp.js');

type Arguments = Record<string, unknown>;
type Content = Record<string, unknown>;

/** Lists the tools first: the SDK's client then checks each answer against the tool's output schema. */
function callerOf(client: Client) {
  return async (name: string, args: Arguments = {}): Promise<CallToolResult> => {
    const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
    return result;
  };
}
const contentOf = (result: CallToolResult): Content => {
  expect(result.isError, JSON.stringify(result.content)).not.toBe(true);
  expect(JSON.parse((result.content[0] as { text: string }).text)).toEqual(result.structuredContent);
  return result.structuredContent!;
};
const textOf = (result: CallToolResult) => (result.content[0] as { text: string }).text;

describe('over stdio, with a client that cannot ask, and knows JSON Schema 2020-12 only', () => {
  const client = new Client({ name: 'test', version: '1' }, { jsonSchemaValidator: strictValidator() });
  const call = callerOf(client);
  const used = new Set<string>();
  const use = async (name: string, args?: Arguments) => {
    used.add(name);
    return contentOf(await call(name, args));
  };

  beforeAll(async () => {
    const env = { ...process.env, RINGBACK_URL: running().baseUrl, RINGBACK_TOKEN: running().token(1) } as Record<
      string,
      string
    >;
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [program], env }));
    await client.listTools();
  });
  afterAll(async () => client.close());

  it('every tool does its work once, and answers what its schema says', async () => {
    const account = (await use('get_account')) as { phone_numbers: Array<{ id: number; phone_number: string }> };
    const { voices, models } = (await use('list_lookups')) as Record<string, Array<{ id: number; name: string }>>;
    const assistant = await use('create_assistant', {
      name: 'Reception',
      initial_message: 'Hello {customer_name}, do you have a minute?',
      system_prompt: 'You confirm an appointment.',
      language: 'English',
      voice_id: voices![0]!.id,
      llm_model: models![0]!.name,
      timezone: 'Europe/Berlin',
      other_settings: { record_call: true },
    });
    const key = { assistant_id: assistant['id'] };
    await use('update_assistant', { ...key, other_settings: { speech_speed: 1.1 } });
    expect(await use('get_assistant', key)).toMatchObject({
      name: 'Reception',
      initial_message: expect.stringContaining('Hello'),
    });
    expect(await use('list_assistants')).toMatchObject({ assistants: [{ id: assistant['id'] }] });

    const order = { phone_number: '+12025550100', ...key, variables: { customer_name: 'Ada' } };
    const started = await use('make_call', { ...order, confirm: true });
    const ended = await use('wait_for_call', { call_id: started['call_id'], timeout_seconds: 120 });
    expect(ended).toMatchObject({ finished: true, transcript: expect.stringContaining('Hello Ada') });
    const { total_cost: _, ...same } = await use('get_call', { call_id: started['call_id'] });
    expect(ended).toMatchObject({ id: same['id'], status: same['status'], outcome: 'goal_reached' });
    expect(await use('list_calls', { outcome: 'no_answer' })).toMatchObject({ total: 0 });
    expect(await use('list_calls', { outcome: 'goal_reached' })).toMatchObject({
      total: 1,
      calls: [{ id: same['id'], outcome: 'goal_reached' }],
    });
    expect(await use('list_webhook_deliveries', { call_id: started['call_id'] })).toEqual({ deliveries: [] });
    expect(await call('replay_webhook_delivery', { delivery_id: 'evt_1_call.completed' })).toMatchObject({
      isError: true,
    });
    used.add('replay_webhook_delivery');

    const again = await use('make_call', { ...order, confirm: true });
    expect(await use('end_call', { call_id: again['call_id'] })).toMatchObject({ call_id: again['call_id'] });
    // Settled: the balance stays as it is from here on.
    await use('wait_for_call', { call_id: again['call_id'], timeout_seconds: 120 });

    const campaign = await use('create_campaign', { name: 'Spring', ...key });
    const lead = await use('create_lead', { campaign_id: campaign['id'], phone_number: '+12025550101', confirm: true });
    await use('update_lead', { lead_id: lead['id'], variables: { customer_name: 'Grace' } });
    expect(await use('list_leads', { campaign_id: campaign['id'] })).toMatchObject({
      leads: [{ id: lead['id'], variables: { customer_name: expect.stringMatching(/^<(\w+)>Grace<\/\1>$/) } }],
    });
    expect(await use('list_campaigns')).toMatchObject({
      campaigns: expect.arrayContaining([expect.objectContaining({ name: 'Spring' })]),
    });
    expect(await use('check_campaign', { campaign_id: campaign['id'] })).toMatchObject({ leads: [], total: 1 });
    expect(await use('start_campaign', { campaign_id: campaign['id'], confirm: true })).toMatchObject({
      status: 'in-progress',
    });
    expect(await use('stop_campaign', { campaign_id: campaign['id'] })).toMatchObject({ status: 'stopped' });
    expect(await use('hang_up_campaign', { campaign_id: campaign['id'] })).toMatchObject({ status: 'stopped' });
    expect(await use('list_sms', { direction: 'inbound' })).toMatchObject({ total: 0, messages: [] });
    const from = account.phone_numbers.toSorted((one, other) => one.id - other.id)[0]!.id;
    const sms = await use('send_sms', { from, to: '+12025550100', body: 'Hello', confirm: true });
    expect(sms).toMatchObject({ segments: 1 });
    expect(await use('get_sms', { sms_id: sms['id'] })).toMatchObject({ direction: 'outbound', body: 'Hello' });
    expect(await use('delete_assistant', key)).toEqual({ deleted: true });

    const endpoint = `${running().stack.address.webhook_sink_url}/tool`;
    const words = { name: 'find_slots', description: 'Finds free slots.', endpoint, method: 'POST', confirm: true };
    const tool = await use('create_tool', words);
    const ofTool = { tool_id: tool['id'], confirm: true };
    await use('update_tool', { ...ofTool, timeout: 5 });
    expect(await use('list_tools')).toMatchObject({ tools: [{ id: tool['id'], name: 'find_slots' }] });
    expect(await use('test_tool', ofTool)).toMatchObject({ status: 200 });
    await use('delete_tool', ofTool);

    const { tools } = await client.listTools();
    expect([...used].toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
  });

  it('each tool says what it does to the world', async () => {
    const { tools } = await client.listTools();
    for (const { name, annotations, description, outputSchema } of tools) {
      expect(annotations?.readOnlyHint, name).toBe(/^(list|get|wait|check)_/.test(name));
      expect(description!.length, name).toBeGreaterThan(30);
      expect(outputSchema, name).toBeDefined();
    }
    const dangerous = tools.filter(({ annotations }) => annotations?.destructiveHint === true).map(({ name }) => name);
    expect(dangerous.toSorted()).toEqual([
      'create_lead',
      'delete_assistant',
      'delete_tool',
      'end_call',
      'hang_up_campaign',
      'make_call',
      'send_sms',
      'start_campaign',
    ]);
  });

  it.each<[string, Arguments]>([
    ['make_call', { phone_number: '+12025550100', assistant_id: 1 }],
    ['send_sms', { from: 1, to: '+12025550100', body: 'Hello' }],
    ['start_campaign', { campaign_id: 1 }],
    ['create_lead', { campaign_id: 1, phone_number: '+12025550100' }],
  ])('%s does nothing without confirm', async (name, args) => {
    const before = await call('get_account');
    for (const refused of [args, { ...args, confirm: false }]) {
      const result = await call(name, refused);
      expect(result.isError).toBe(true);
      expect(textOf(result)).toMatch(
        /^Nothing was done\. .*costs money\. Ask the user, then call again with confirm: true\.$/,
      );
    }
    expect(await call('get_account')).toEqual(before);
  });

  it('a refusal is an answer that a model can act on', async () => {
    const result = await call('make_call', { phone_number: 'unknown', assistant_id: 1, confirm: true });
    expect(result).toMatchObject({ isError: true });
    expect(textOf(result)).toMatch(
      /^The service refused with status 400: Invalid phone number\nSee http:\S+openapi\.json#\/paths\/~1user~1make_call\/post$/,
    );
  });
});

describe('over streamable HTTP, with a client that can ask', () => {
  let child: ChildProcess;
  let address: URL;
  let agreed: 'accept' | 'decline' = 'decline';
  const asked: string[] = [];

  beforeAll(async () => {
    child = spawn(process.execPath, [program, '--http', '0'], {
      env: { ...process.env, RINGBACK_URL: running().baseUrl },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let told = '';
    child.stderr!.setEncoding('utf8').on('data', (part: string) => (told += part));
    address = new URL(await waitFor('the server', () => /http\S+/.exec(told)?.[0]));
  });
  afterAll(() => child.kill());

  const connect = async (token: string | undefined) => {
    const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      asked.push(params.message);
      return agreed === 'accept' ? { action: 'accept', content: { confirm: true } } : { action: 'decline' };
    });
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
    return client;
  };

  it('asks the user, whatever the model says, and does only what they agree to', async () => {
    const client = await connect(running().token(1));
    const call = callerOf(client);
    await client.listTools();
    const from = running().users[0]!.phone_numbers[0]!.id;
    const sms = { from, to: '+12025550100', body: 'Your table is ready.', confirm: true };
    expect(textOf(await call('send_sms', sms))).toContain('the user has not agreed');
    agreed = 'accept';
    expect(contentOf(await call('send_sms', sms))).toMatchObject({ segments: 1 });
    expect(asked).toEqual(
      Array.from({ length: 2 }, () => 'Send to +12025550100: "Your table is ready."? It costs money.'),
    );
    await client.close();
  });

  it('each client works with its own token; a session is not another one’s', async () => {
    const [one, two] = [await connect(running().token(1)), await connect(running().token(2))];
    const names = await Promise.all(
      [one, two].map(async (client) => contentOf(await callerOf(client)('get_account'))['name']),
    );
    expect(new Set(names).size).toBe(2);
    const session = (one.transport as StreamableHTTPClientTransport).sessionId!;
    const stolen = await fetch(address, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${running().token(2)}`,
        'mcp-session-id': session,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    expect(stolen.status).toBe(404);
    await Promise.all([one.close(), two.close()]);
  });

  it.each([
    ['without a token: 401', {}, 401],
    ['with an empty token: 401', { authorization: 'Bearer ' }, 401],
    ['with another scheme: 401', { authorization: 'Basic YTpi' }, 401],
    ['under a name of a web page: 421', { host: 'evil.example.com', authorization: 'Bearer x' }, 421],
    ['of a web page: 403', { origin: 'https://evil.example.com', authorization: 'Bearer x' }, 403],
    ['of a page without an origin: 403', { 'sec-fetch-site': 'cross-site', authorization: 'Bearer x' }, 403],
  ])('refuses a request %s', async (_case, headers: Record<string, string>, status) => {
    const { request } = await import('node:http');
    const answered = await new Promise<number | undefined>((done, fail) => {
      const sent = request(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      });
      sent.once('error', fail).once('response', (response) => {
        response.resume();
        done(response.statusCode);
      });
      sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }));
    });
    expect(answered).toBe(status);
  });
});

describe('over streamable HTTP, with a token of the server itself', () => {
  const secret = 'a-secret-of-this-server';

  /** Resolves with the address, and what the server prints. */
  async function serve(environment: Record<string, string>) {
    const env = { ...process.env, RINGBACK_URL: running().baseUrl, RINGBACK_TOKEN: running().token(1), ...environment };
    const server = spawn(process.execPath, [program, '--http', '0'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    onTestFinished(() => void server.kill());
    let told = '';
    server.stderr.setEncoding('utf8').on('data', (part: string) => (told += part));
    const address = new URL(await waitFor('the server', () => /http\S+/.exec(told)?.[0]));
    return { address, told: () => told };
  }

  const open = async (address: URL, authorization?: string) => {
    const { status, headers } = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(authorization === undefined ? {} : { authorization }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }),
    });
    return { status, challenge: headers.get('www-authenticate') };
  };

  async function nameOf(address: URL, bearer: string) {
    const client = new Client({ name: 'test', version: '1' });
    const headers = { authorization: `Bearer ${bearer}` };
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
    const account = await callerOf(client)('get_account');
    await client.close();
    return account.isError ? textOf(account) : contentOf(account)['name'];
  }

  it('works with it only for clients that send the secret', async () => {
    const { address, told } = await serve({ RINGBACK_MCP_SECRET: secret });
    expect(await open(address)).toEqual({ status: 401, challenge: 'Bearer' });
    for (const other of [secret.slice(0, -1), `${secret}x`, secret.toUpperCase(), 'undefined'])
      expect(await nameOf(address, other)).toMatch(/status 401/);
    expect(await nameOf(address, secret)).toBe('Northwind Dental');
    expect(await nameOf(address, running().token(2))).toBe('Riverside Motors');
    expect(told()).not.toContain(secret);
  });

  it('prints a secret at each start, unless one is given', async () => {
    const [one, two] = await Promise.all([serve({}), serve({})]);
    const secretOf = ({ told }: typeof one) =>
      waitFor('the secret', () => /^Clients send Authorization: Bearer (mcp_[\w-]{32})$/m.exec(told())?.[1]);
    const [first, second] = await Promise.all([secretOf(one), secretOf(two)]);
    expect(first).not.toBe(second);
    expect(await nameOf(one.address, first)).toBe('Northwind Dental');
    expect(await nameOf(two.address, first)).toMatch(/status 401/);
    expect((await open(one.address)).status).toBe(401);
  });
});
