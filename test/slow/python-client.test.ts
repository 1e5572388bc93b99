import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { useLocalStack } from '#test/support/local-stack.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../../clients/python');
const running = useLocalStack();
let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'python-client-'))));
afterAll(async () => rm(folder, { recursive: true, force: true }));

const mypy = '/usr/bin/mypy';
/** CI installs mypy, so that there its absence is a failure. */
const hasMypy = process.env['CI'] !== undefined || existsSync(mypy);

/** The Python examples of its README as one program. */
async function readmeProgram(): Promise<string> {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/```python\n(?<code>[\s\S]*?)```/g)].map(({ groups }) => groups?.['code'] ?? '');
  expect(examples).toHaveLength(6);
  return examples.join('\n');
}

/** The oldest Python that Debian has, with nothing installed. */
async function python(program: string): Promise<string> {
  const { baseUrl, token } = running();
  const given = { RINGBACK_URL: baseUrl, RINGBACK_TOKEN: token(1), RINGBACK_MODEL: 'rehearsal' };
  const env = { ...process.env, ...given, PYTHONPATH: root, PYTHONDONTWRITEBYTECODE: '1' };
  const file = join(folder, 'program.py');
  await writeFile(file, program);
  return (await run('/usr/bin/python3', ['-W', 'error', file], { env })).stdout;
}

it('the client passes its own tests, without any package', async () => {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
  const { stderr } = await run('/usr/bin/python3', ['-m', 'unittest', 'discover', join(root, 'tests')], { env });
  expect(stderr).toMatch(/Ran \d+ tests.*\n\nOK/);
});

it('mypy --strict accepts the client, its tests and the examples of its README', async (test) => {
  test.skip(!hasMypy, 'mypy is not installed: apt-get install mypy');
  const readme = join(folder, 'readme.py');
  await writeFile(readme, await readmeProgram());
  const checked = run(
    mypy,
    ['--strict', '--cache-dir=/dev/null', join(root, 'ringback'), join(root, 'tests'), readme],
    {
      env: { ...process.env, MYPYPATH: root },
    },
  );
  // What it refuses is on standard output, which the error of a process does not show.
  const { stdout } = await checked.catch((refusal: unknown) => refusal as { stdout: string });
  expect(stdout).toMatch(/^Success: no issues found in \d+ source files\n$/);
});

it('the examples of its README run as one program', async () => {
  const printed = await python(await readmeProgram());
  expect(printed).toMatch(/^initiated\n/);
  expect(printed).toContain('Assistant: Hello Ada, do you have a minute?');
  expect(printed).toContain('400 Invalid phone number');
  expect(printed).toContain('call.completed 123456789012345');
});

it('takes ids above 2^31, variables as they were sent, and webhooks as they were posted', async () => {
  const { stack } = running();
  const url = `${stack.address.webhook_sink_url}/python`;
  const request = assistantRequest({ is_webhook_active: true, webhook_url: url });
  const printed = await python(`
import json, os, time
from ringback import Ringback, verify_webhook

ringback = Ringback(os.environ["RINGBACK_URL"], os.environ["RINGBACK_TOKEN"])
assistant = ringback.create_assistant(json.loads(${JSON.stringify(JSON.stringify(request))}))["data"]
variables = {"customer_name": "Ada", "order": {"id": 7, "items": ["tea", None, 1.5, "ü"]}}
made = ringback.make_call({"phone_number": "+12025550100", "assistant_id": assistant["id"], "variables": variables})
call = ringback.wait_for_call(made["call_id"], interval=0.2)
deadline = time.monotonic() + 30
while True:
    deliveries = ringback.list_deliveries(call_id=call["id"])["data"]
    if any(one["attempts"] for one in deliveries) or time.monotonic() > deadline:
        break
    time.sleep(0.2)
payload = ringback.get_delivery_payload(deliveries[0]["id"])["data"]
event = verify_webhook(payload["headers"], payload["body"], ringback.get_webhook_secret()["data"]["secret"])
versions = ringback.list_assistant_versions(assistant["id"])["data"]
listed = next(one for one in ringback.list_calls(assistant_id=assistant["id"]))
print(json.dumps({"ids": [assistant["id"], call["id"], event["id"], listed["id"]], "variables": call["variables"],
    "event": event["input_variables"], "versions": [one["version"] for one in versions]}))
`);
  const told = JSON.parse(printed) as { ids: number[]; variables: unknown };
  const variables = { customer_name: 'Ada', order: { id: 7, items: ['tea', null, 1.5, 'ü'] } };
  expect(told).toMatchObject({ variables, event: variables, versions: [1] });
  for (const id of told.ids) expect(id).toBeGreaterThan(2 ** 31);
  expect(new Set(told.ids.slice(1)).size).toBe(1);
});
