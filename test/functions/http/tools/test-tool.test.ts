import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { handler } from '#functions/http/tools/test-tool.ts';
import { webhookSecret } from '#shared/accounts/webhook-secrets.ts';
import { createCachedSecrets } from '#shared/platform/secrets.ts';
import { sealHeaders, toToolHeaders } from '#shared/tools/tool-secrets.ts';
import type { UserTool } from '#shared/tools/user-tool.ts';
import { buildUser } from '#test/support/builders.ts';
import { askerOf } from '#test/support/http-event.ts';
import { memoryService } from '#test/support/in-memory/service.ts';
import { createMemoryToolTransport } from '#test/support/memory/tools.ts';
import { buildUserTool } from '#test/support/user-tools.ts';

const values = { Authorization: 'Bearer sk-live-0123456789' };

async function setup(changes: Partial<UserTool> = {}, answers: Parameters<typeof createMemoryToolTransport>[0] = []) {
  const service = memoryService({ users: [buildUser({ id: 7 })] });
  const secrets = createCachedSecrets(async (name) => `${name}-key`, service.clock);
  const transport = createMemoryToolTransport(answers);
  const deps = { ...service, secrets, transport };
  const schema = [{ name: 'day', type: 'string', description: 'The day.' }] as const;
  const tool = buildUserTool({ method: 'POST', schema: [...schema], headers: toToolHeaders(values), ...changes });
  await deps.userTools.create(tool, await sealHeaders(values, { userId: 7, toolId: tool.id }, deps));
  const ask = (body: object = { arguments: { day: 'Tuesday' } }) => askerOf(handler.with(deps))({ id: tool.id, body });
  return { ask, transport, deps };
}

const answered = (status: number, body: string) =>
  ({ kind: 'answered', status, body, retryAfterSeconds: null, durationMs: 12 }) as const;

it('answers 200 with the answer, and with the request, whose secrets are masked', async () => {
  const body = JSON.stringify({ slots: [{ time: '10:00', pin: '4711' }], echo: 'Bearer sk-live-0123456789' });
  const assignments = [
    { variable: 'slot', path: 'slots.0.time', sensitive: false },
    { variable: 'pin', path: 'slots.0.pin', sensitive: true },
  ];
  const { ask, transport } = await setup({ assignments }, [answered(200, body)]);
  const answer = await ask();
  expect(answer).toMatchObject({
    status: 200,
    body: {
      status: 200,
      duration_ms: 12,
      request: {
        method: 'POST',
        url: 'https://api.example/slots',
        headers: { Authorization: '••••6789' },
        body: '{"day":"Tuesday"}',
      },
      result: JSON.stringify({ slots: [{ time: '10:00', pin: '[sensitive]' }], echo: '••••6789' }),
      variables: { slot: '10:00', pin: '4711' },
      problem: null,
    },
  });
  expect(JSON.stringify(answer)).not.toContain('sk-live');
  expect(transport.requests[0]?.headers['Authorization']).toBe(values.Authorization);
});

it('the request is signed like a webhook, and has a key of its own', async () => {
  const { ask, transport, deps } = await setup();
  await ask();
  await ask();
  const [first, second] = transport.requests;
  const { headers, body } = first!;
  const secret = webhookSecret('webhook-signing-key-key', 7, (await deps.users.get(7))!.webhookSecretVersions[0]!);
  expect(headers['webhook-signature']).toBe(
    new Webhook(secret).sign(headers['webhook-id']!, new Date(deps.clock.now()), body),
  );
  expect(headers['idempotency-key']).toBe(headers['webhook-id']);
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Ringback-Tools/1' });
  expect(second?.headers['idempotency-key']).not.toBe(headers['idempotency-key']);
  expect(first?.deadlineMs).toBe(10_000);
});

it.each([
  [
    answered(404, 'No.'),
    { status: 404, body: 'No.', result: 'The service refused with status 404: No.', problem: null },
  ],
  [
    { kind: 'unreachable', problem: 'no answer within 10 s', durationMs: 10_000 } as const,
    {
      status: null,
      body: '',
      result: 'The service has not answered in time: it is not known whether it has done anything.',
      problem: 'no answer within 10 s',
    },
  ],
  [
    { kind: 'unreachable', problem: 'connection refused (ECONNREFUSED)', durationMs: 1 } as const,
    { status: null, result: 'The service cannot be reached, and nothing was done.' },
  ],
  [
    { kind: 'refused', problem: 'not a public address', durationMs: 1 } as const,
    { status: null, problem: 'not a public address' },
  ],
])('a receiver that answers %j is shown as it is', async (answer, shown) => {
  const { ask } = await setup({}, [answer]);
  expect(await ask()).toMatchObject({ status: 200, body: shown });
});

it('arguments that do not fit are refused, and nothing is sent', async () => {
  const { ask, transport } = await setup();
  expect(await ask({ arguments: { day: 4 } })).toMatchObject({
    status: 422,
    body: { errors: { arguments: ['The arguments are wrong: day must be a text.'] } },
  });
  expect(await ask({})).toMatchObject({ status: 422 });
  expect(transport.requests).toEqual([]);
});

it('answers 429 to the eleventh test at once', async () => {
  const { ask } = await setup();
  for (let test = 0; test < 10; test += 1) expect((await ask()).status).toBe(200);
  expect(await ask()).toMatchObject({ status: 429, body: { message: 'Too Many Requests', retry_after: 2 } });
});

it('the tool of another user is not found', async () => {
  const { deps } = await setup();
  const answer = await askerOf(handler.with(deps))({ id: 5_001, userId: 8, body: {} });
  expect(answer).toEqual({ status: 404, body: { message: 'Tool not found' } });
});
