import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  countTypes,
  generateClients,
  installGenerators,
  MODULES,
  runTool,
} from '#test/slow/generated-clients/generate.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';

const run = promisify(execFile);
const running = useLocalStack();
const variables = { customer_name: 'Ada', order: { id: 7, items: ['tea'] } };
const problem = 'The phone number must be a valid phone number in E.164 format.';

let folder: string;
let webhook: unknown;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generated-clients-'));
  await installGenerators();
  await cp(resolve(import.meta.dirname, 'programs'), folder, { recursive: true });
  await symlink(MODULES, join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const { baseUrl } = running();
  await writeFile(join(folder, 'openapi.json'), await (await fetch(`${baseUrl}/openapi.json`)).text());
  await generateClients(folder);
  webhook = await deliveredWebhook();
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

/** The body of a webhook of a call that has ended. */
async function deliveredWebhook(): Promise<unknown> {
  const { api, webhooks, stack } = running();
  const path = '/generated-clients';
  const request = assistantRequest({
    is_webhook_active: true,
    webhook_url: `${stack.address.webhook_sink_url}${path}`,
  });
  const { body } = await api<{ data: { id: number } }>('POST', '/user/assistant', request);
  await api('POST', '/user/make_call', { phone_number: '+12025550100', assistant_id: body.data.id, variables });
  const [delivered] = await waitFor('the webhook', () => webhooks(path).length > 0 && webhooks(path));
  return delivered?.body;
}

const environment = () => {
  const { baseUrl, token } = running();
  const given = { BASE_URL: baseUrl, TOKEN: token(1), WEBHOOK: JSON.stringify(webhook) };
  return { ...process.env, ...given, ASSISTANT: JSON.stringify(assistantRequest()) };
};

function expectOutcome(stdout: string): void {
  const outcome = JSON.parse(stdout) as { assistantId: number; callId: number; webhook: { id: number } };
  expect(outcome).toMatchObject({
    listedId: outcome.callId,
    variables,
    refusal: { status: 422, message: 'Validation failed', errors: { phone_number: [problem] } },
    webhook: { variables, firstWords: expect.any(String) },
  });
  for (const id of [outcome.assistantId, outcome.callId, outcome.webhook.id]) expect(id).toBeGreaterThan(2 ** 31);
}

describe('clients that public generators make of the served document', () => {
  it('compile strictly', async () => {
    expect(await runTool('typescript/bin/tsc', ['--project', folder], folder)).toBe('');
  });

  it('have types by name, and not one for each error of each operation', async () => {
    const { paths } = JSON.parse(await readFile(join(folder, 'openapi.json'), 'utf8')) as { paths: object };
    const operations = Object.values(paths).flatMap(Object.keys).length;
    // orval: 28 an operation before errors, pages and answers had names; 14.4 with 47 operations since, 15.5 with 64.
    expect((await countTypes(join(folder, 'generated/orval/api.ts'))) / operations).toBeLessThan(17);
  });

  it.each(['openapi-fetch', 'hey-api', 'orval', 'oazapfts'])('make calls and read webhooks: %s', async (name) => {
    expect.hasAssertions();
    const outfile = join(folder, `${name}.mjs`);
    await build({ entryPoints: [join(folder, `${name}.ts`)], outfile, bundle: true, platform: 'node', format: 'esm' });
    const { stdout } = await run(process.execPath, [outfile], { env: environment() });
    expectOutcome(stdout);
  });

  it('make calls and read webhooks: quicktype, in Python', async () => {
    expect.hasAssertions();
    const { stdout } = await run('python3', ['-W', 'error', join(folder, 'models.py')], { env: environment() });
    expectOutcome(stdout);
  });
});
