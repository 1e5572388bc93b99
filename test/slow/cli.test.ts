import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { verifyWebhook } from '@ringback/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const running = useLocalStack();
const SAMPLE_SECRET = 'whsec_c2FtcGxlLXNlY3JldA==';

interface Received {
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

let folder: string;
let received: Received[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (part: string) => (body += part));
  request.on('end', () => {
    received.push({ headers: request.headers, body });
    response.writeHead(204).end();
  });
});
const hook = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ringback-cli-'));
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { stack, token } = running();
  await writeFile(join(folder, 'ready.json'), JSON.stringify(stack.address));
  await writeFile(join(folder, 'token.txt'), `${token(1)}\n`);
  const { assistant_name: _, ...request } = assistantRequest();
  await writeFile(join(folder, 'assistant.json'), JSON.stringify({ ...request, assistant_name: 'From a file' }));
  await writeFile(
    join(folder, 'customers.csv'),
    'phone_number,customer_name\n+12025550110,Ada\n+12025550111,"Hopper, Grace"\nnot a number,"Says ""no"""\n',
  );
});
afterAll(async () => {
  receiver.close();
  await rm(folder, { recursive: true, force: true });
});

const environment = () => ({
  PATH: `${resolve(root, 'node_modules/.bin')}:${process.env['PATH']}`,
  HOME: folder,
  XDG_CONFIG_HOME: folder,
  TZ: 'UTC',
});

interface Outcome {
  stdout: string;
  stderr: string;
  code: number;
}

async function shell(script: string): Promise<Outcome> {
  const options = { cwd: folder, env: environment() };
  return run('bash', ['-o', 'pipefail', '-c', script], options).then(
    ({ stdout, stderr }) => ({ stdout, stderr, code: 0 }),
    ({ stdout, stderr, code }: Outcome) => ({ stdout, stderr, code }),
  );
}

/** The examples of each help page, in the order of the commands; deletions last. */
async function findExamples(): Promise<string[]> {
  const commandsOf = async (path: string): Promise<string[]> => {
    const { stdout } = await shell(`ringback ${path} --help`);
    const children = [...(stdout.split('\nCommands:\n')[1]?.split('\n\n')[0] ?? '').matchAll(/^ {2}([a-z]+) /gm)].map(
      ([, name]) => name!,
    );
    const below = children.filter((name) => name !== 'help').map((name) => commandsOf(`${path} ${name}`.trim()));
    const own = [...(stdout.split('\nExamples:\n')[1] ?? '').matchAll(/^ {2}(\S.*)$/gm)].map(([, line]) => line!);
    return [...own, ...(await Promise.all(below)).flat()];
  };
  const found = await commandsOf('');
  return found.toSorted((one, other) => Number(one.includes(' delete ')) - Number(other.includes(' delete ')));
}

/** For this test's stack, in place of the usual addresses. */
function here(example: string): string {
  const { baseUrl, token } = running();
  return example
    .replaceAll(/http:\/\/localhost:3000\/api|https:\/\/calls\.example\.com\/api/g, baseUrl)
    .replaceAll('http://localhost:4000/hook', hook())
    .replaceAll('https://example.com/slots', hook())
    .replaceAll('rb_…', token(1))
    .replace(/^READY_FILE=\S+ npm start & /, '');
}

/** Without what is new on each run: ids, times, addresses, and how fast this machine was. */
function masked(text: string): string {
  return (
    text
      .replaceAll(running().baseUrl, 'http://localhost:3000/api')
      .replaceAll(hook(), 'http://localhost:4000/hook')
      .replaceAll(folder, '~')
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '<origin>')
      .replaceAll(/(?<!\d)\d{13,16}(?!\d)/g, '<id>')
      .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+Z)?)?/g, '<time>')
      .replaceAll(
        /(balance +|cost +|seconds +|"total_balance": |"carrier_cost": |"total_cost": |"duration": )[\d.]+/g,
        '$1<n>',
      )
      .replaceAll(/(goal_reached +)\d+ +\d\d-\d\d \d\d:\d\d/g, '$1<n> <time>')
      .replaceAll(/summary: [\s\S]*?(?=\n\n)/g, 'summary: …')
      .replaceAll(/"summary": ".*"/g, '"summary": "…"')
      .replaceAll(/ended_by_(customer|assistant)/g, '<end>')
      .replaceAll(/^(reason +)(customer|assistant) .*$/gm, '$1<reason>')
      .replaceAll(/customer_hung_up|assistant_ended|silence/g, '<reason>')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<uuid>')
      .replaceAll(/\bSM[0-9a-f]{32}\b/g, '<carrier id>')
      .replaceAll(/whsec_[\w+/=]{44}/g, '<secret>')
      .replaceAll(/after \d+ ms/g, 'after <n> ms')
      .replaceAll(/(until )<time>/g, '$1<time>')
      // The first sentence is the greeting; how the talk goes on is up to the simulated customer.
      .replaceAll(
        /^((?:Assistant|.*"transcript": "Assistant): [^\n\\]*)[\s\S]*?(?=\n\$|"?,?\n {4}"|(?![\s\S]))/gm,
        '$1 …',
      )
      // Columns are as wide as what is masked.
      .replaceAll(/(?<=\S) {2,}(?=\S)/g, '  ')
  );
}

/** Rows of a file are imported eight at once, so any of them is the newest. */
function withRowsInOrder(table: string): string {
  const [heading, ...rows] = table.trimEnd().split('\n');
  return [heading, ...rows.toSorted(), ''].join('\n');
}

/** The latest call, whose webhook has arrived. */
async function makeCallWithWebhook(): Promise<void> {
  const { api } = running();
  const { body } = await api<{ data: Array<{ id: number; name: string }> }>('GET', '/user/assistants/get');
  const assistant_id = body.data.find(({ name }) => name === 'Reception')!.id;
  await api('POST', '/user/assistants/enable-webhook', { assistant_id, webhook_url: hook() });
  const made = await api<{ call_id: number }>('POST', '/user/make_call', {
    phone_number: '+12025550100',
    assistant_id,
  });
  await waitFor('its webhook', async () => {
    const path = `/user/webhooks/deliveries?call_id=${made.body.call_id}`;
    const deliveries = await api<{ data: Array<{ status: string }> }>('GET', path);
    return deliveries.body.data.some(({ status }) => status === 'delivered');
  });
}

describe('the command line', () => {
  it('prints what its help promises: every example, against the stored output', async () => {
    const examples = (await findExamples()).filter((line) => !line.includes(' listen '));
    expect(examples.length).toBeGreaterThan(20);
    const story: string[] = [];
    for (const example of examples) {
      if (example.startsWith('ringback webhooks list')) await makeCallWithWebhook();
      const { stdout, stderr, code } = await shell(here(example));
      expect(code, `${example}\n${stderr}`).toBe(0);
      const told = masked(stdout);
      story.push(`$ ${example}\n${example.includes(' leads list ') ? withRowsInOrder(told) : told}`);
      const lines = example.endsWith('--json') ? [] : stdout.replaceAll(folder, '~').split('\n');
      // A transcript has the sentences as they were said.
      for (const line of lines.filter((text) => !/^(Assistant|Customer): /.test(text))) {
        expect(line.length, line).toBeLessThanOrEqual(80);
      }
    }
    await expect(story.join('\n')).toMatchFileSnapshot('cli-examples.txt');
  });

  it('keeps tokens where only their owner reads them', async () => {
    expect((await stat(join(folder, 'ringback/config.json'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'ringback'))).mode & 0o777).toBe(0o700);
  });

  it('writes refused rows with their data: corrected, they are imported again', async () => {
    const file = join(folder, 'refused.csv');
    const text = await readFile(file, 'utf8');
    expect(text).toMatch(
      /^phone_number,customer_name,refused_line,refused_because\nnot a number,"Says ""no""",4,\S.*\n$/,
    );
    await writeFile(file, text.replace('not a number', '+12025550112'));
    const again = await shell('ringback leads import refused.csv --campaign "Spring reminders" --json');
    expect(JSON.parse(again.stdout)).toMatchObject({ created: 1, known: 0, refused: [], refused_count: 0 });
    const leads = await shell('ringback leads list --campaign "Spring reminders" --json');
    expect(JSON.parse(leads.stdout)).toContainEqual(
      expect.objectContaining({ phone_number: '+12025550112', variables: { customer_name: 'Says "no"' } }),
    );
  });

  it('skips what is there when an import runs again', async () => {
    const again = await shell('ringback leads import customers.csv --campaign "Spring reminders" --json');
    expect(JSON.parse(again.stdout)).toMatchObject({ created: 0, known: 2, refused: [{ line: 4 }] });
  });

  it('trigger signs as the service does', async () => {
    // The id of a sample is a time; those of calls are longer.
    const sample = received.find(({ headers }) => /^evt_\d{13}_/.test(String(headers['webhook-id'])))!;
    await expect(verifyWebhook(sample.headers, sample.body, SAMPLE_SECRET)).resolves.toMatchObject({
      event: 'call.completed',
      status: 'ended_by_customer',
    });
  });
});

describe('a mistake', () => {
  it.each([
    ['of the command: 2, with the nearest one', 'ringback cal', 2, /unknown command 'cal'\n\(Did you mean call\?\)/],
    ['of the name: 2, with those that exist', 'ringback assistants get Nowhere', 2, /there is no assistant Nowhere/],
    [
      'that the service refuses: 1, with its sentences',
      'ringback sms +12025550100 ""',
      1,
      /body: The body field is required\./,
    ],
    ['of the token: 1', 'ringback me --token rb_wrong', 1, /Unauthorized/],
    ['of the address: 1', 'ringback me --url http://127.0.0.1:9/api --token rb_x', 1, /cannot be reached/],
    ['of the profile: 2, with those that exist', 'ringback me --profile staging', 2, /there are: local, prod, default/],
    ['of the file: 2', 'ringback leads import none.csv --campaign 1', 2, /there is no file none\.csv/],
  ])('%s', async (_case, script, code, message) => {
    const outcome = await shell(script);
    expect(outcome).toMatchObject({ code, stdout: '' });
    expect(outcome.stderr).toMatch(message);
  });

  it('with --json is JSON on standard error', async () => {
    const { stderr, code } = await shell('ringback sms +12025550100 "" --json');
    expect(code).toBe(1);
    expect(JSON.parse(stderr)).toMatchObject({
      error: { status: 422, errors: { body: ['The body field is required.'] }, request_id: expect.any(String) },
    });
  });
});

describe('the terminal', () => {
  it('may close the pipe: no failure, no message', async () => {
    const { stderr, code } = await shell('ringback assistants list --json | head -c 1 > /dev/null');
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  });

  it('gets no colours through a pipe', async () => {
    const { stdout } = await shell('FORCE_COLOR=1 ringback assistants list');
    expect(stdout).not.toContain('\u001B');
  });

  it('completes commands and options', async () => {
    await shell('ringback completion bash > completion.bash');
    const { stdout } = await shell(
      'source completion.bash; COMP_WORDS=(ringback campaigns st); COMP_CWORD=2; _ringback; echo "${COMPREPLY[@]}"',
    );
    expect(stdout).toBe('start stop\n');
  });
});

describe('listen', () => {
  /** Starts it, makes a call with a webhook, and ends it with Ctrl-C. */
  async function listenTo(profile: string): Promise<Outcome> {
    const { api } = running();
    received = [];
    const child = spawn(
      resolve(root, 'node_modules/.bin/ringback'),
      ['listen', '--forward-to', hook(), '--interval', '1', '--profile', profile],
      { env: environment() },
    );
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (part: string) => (stdout += part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => (stderr += part));
    await waitFor('the listener', () => stderr.includes('Forwarding to'));
    const created = await api<{ data: { id: number } }>('POST', '/user/assistant', {
      ...assistantRequest(),
      is_webhook_active: true,
      webhook_url: `${running().stack.address.webhook_sink_url}/cli`,
    });
    await api('POST', '/user/make_call', { phone_number: '+12025550100', assistant_id: created.body.data.id });
    await waitFor('the webhook', () => received.length > 0);
    await waitFor('its line', () => stdout !== '');
    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number];
    return { stdout, stderr, code };
  }

  it('forwards the events of a deployment as they were sent', async () => {
    const { stdout, code } = await listenTo('local');
    expect({ stdout: masked(stdout), code }).toEqual({ stdout: 'evt_<id>_call.completed: 204\n', code: 0 });
    const [{ headers, body }] = received as [Received];
    const event = await verifyWebhook(headers, body, running().users[0]!.webhook_secret);
    expect(event).toMatchObject({ event: 'call.completed', customer_phone: '+12025550100' });
    expect('transcript_turns' in event && event.transcript_turns.length).toBeGreaterThan(1);
    const sink = (await (await fetch(running().stack.address.webhook_sink_url)).json()) as Array<{
      headers: Record<string, string>;
      body: unknown;
    }>;
    const sent = sink.find((one) => one.headers['webhook-id'] === headers['webhook-id'])!;
    expect(body).toBe(JSON.stringify(sent.body));
    expect(headers['webhook-signature']).toBe(sent.headers['webhook-signature']);
    expect(headers['webhook-timestamp']).toBe(sent.headers['webhook-timestamp']);
  });
});
