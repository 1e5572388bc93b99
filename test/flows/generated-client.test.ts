import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';

const run = promisify(execFile);
const MODULES = resolve(import.meta.dirname, '../../node_modules');
const running = useLocalStack();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generated-client-'));
  await symlink(MODULES, join(folder, 'node_modules'));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

/** What a customer would write on top of the client: only names and types that come out of the document. */
const program = `
import * as api from './api.ts';

api.defaults.headers = { authorization: \`Bearer \${process.env['TOKEN']}\` };

const request: api.CreateAssistantRequest = ${JSON.stringify(assistantRequest())};
const assistant = await api.createAssistant(request);
if (assistant.status !== 201) throw new Error(assistant.data.message);

const call = await api.makeCall(
  { phone_number: '+12025550100', assistant_id: assistant.data.data.id, variables: { customer_name: 'Ada' } },
  { idempotencyKey: 'demo' },
);
if (call.status !== 200) throw new Error(call.data.message);

const refused = await api.makeCall({ phone_number: 'unknown', assistant_id: assistant.data.data.id });
const listed = await api.listCalls({ perPage: 1, page: 1 });
if (listed.status !== 200) throw new Error(listed.data.message);
const [newest]: api.CallRecord[] = listed.data.data;
console.log(JSON.stringify({ message: call.data.message, id: call.data.call_id, newest: newest?.id, refused }));
`;

const tsconfig = {
  compilerOptions: {
    strict: true,
    target: 'es2024',
    module: 'nodenext',
    rewriteRelativeImportExtensions: true,
    noUncheckedIndexedAccess: true,
    types: ['node'],
    outDir: 'out',
    rootDir: '.',
  },
  files: ['demo.ts'],
};

it('a client that a public generator makes of the served document compiles, and makes the demo call', async () => {
  const { baseUrl, token, api } = running();
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  const document = await (await fetch(`${baseUrl}/openapi.json`)).text();
  await write('openapi.json', document);
  await write('package.json', JSON.stringify({ type: 'module' }));
  await write('tsconfig.json', JSON.stringify(tsconfig));
  await write('demo.ts', program);
  await run(process.execPath, [join(MODULES, 'oazapfts/dist/cli.js'), 'openapi.json', 'api.ts'], { cwd: folder });
  const compiled = await run(join(MODULES, '.bin/tsc'), ['--project', folder]).catch((error: unknown) => error);
  expect(compiled).toMatchObject({ stdout: '' });

  const { stdout } = await run(process.execPath, [join(folder, 'out/demo.js')], {
    env: { ...process.env, TOKEN: token(1) },
  });
  const told = JSON.parse(stdout) as { id: number; newest: number };
  expect(told).toMatchObject({
    message: 'Call initiated successfully',
    newest: told.id,
    refused: { status: 400, data: { message: 'Invalid phone number' } },
  });
  await waitFor('the end of the call', async () => {
    const { body } = await api<{ data: Array<{ id: number; status: string }> }>('GET', '/user/calls');
    return body.data.some(({ id, status }) => id === told.id && status.startsWith('ended_by'));
  });
});
