import { describe, expect, it } from 'vitest';
import type { GuardedAnswer } from '#shared/platform/http/guarded-transport.ts';
import { sendUserTool } from '#shared/tools/send-user-tool.ts';
import { buildUser } from '#test/support/builders.ts';
import { memoryService } from '#test/support/in-memory/service.ts';
import { createMemorySecrets } from '#test/support/memory/platform.ts';
import { buildUserTool } from '#test/support/user-tools.ts';

const answer = (status: number, durationMs = 100): GuardedAnswer => ({
  kind: 'answered',
  status,
  body: `answer ${status}`,
  retryAfterSeconds: null,
  durationMs,
});
const unreachable = (problem: string): GuardedAnswer => ({ kind: 'unreachable', problem, durationMs: 100 });

async function send(fields: Parameters<typeof buildUserTool>[0], answers: GuardedAnswer[], limitMs = 10_000) {
  const { users, clock } = memoryService({ users: [buildUser({ id: 7 })] });
  const tool = buildUserTool({ timeoutSeconds: 10, schema: [], ...fields });
  const sent: Array<{ key: string | undefined; deadlineMs: number }> = [];
  const pauses: number[] = [];
  const result = await sendUserTool(
    tool,
    { args: {}, variables: {}, key: 'use_1', limitMs },
    {
      userTools: { getSecret: async () => undefined },
      users,
      secrets: createMemorySecrets({ 'webhook-signing-key': 'signing-key' }),
      clock,
      transport: {
        async send({ headers, deadlineMs }) {
          sent.push({ key: headers['idempotency-key'], deadlineMs });
          return answers[sent.length - 1] ?? answer(200);
        },
      },
      pause: async (milliseconds) => void pauses.push(milliseconds),
    },
  );
  return { result, sent, pauses };
}

const get = { method: 'GET' } as const;
const post = { method: 'POST' } as const;
const idempotent = { method: 'POST', idempotent: true } as const;

describe('a request that the server of a tool answers with an error of its own', () => {
  it.each([
    { tool: get, answers: [answer(503), answer(200)], requests: 2, outcome: 'done' },
    { tool: idempotent, answers: [answer(500), answer(200)], requests: 2, outcome: 'done' },
    { tool: idempotent, answers: [answer(500), answer(502), answer(200)], requests: 2, outcome: 'failed' },
    { tool: idempotent, answers: [answer(500), unreachable('no answer within 9 s')], requests: 2, outcome: 'unknown' },
    { tool: idempotent, answers: [answer(500), unreachable('(ECONNREFUSED)')], requests: 2, outcome: 'failed' },
    { tool: idempotent, answers: [answer(409), answer(200)], requests: 1, outcome: 'failed' },
    { tool: idempotent, answers: [unreachable('no answer within 10 s')], requests: 1, outcome: 'unknown' },
    { tool: idempotent, answers: [answer(503, 9_500)], requests: 1, outcome: 'failed' },
    { tool: post, answers: [answer(503), answer(200)], requests: 1, outcome: 'failed' },
    { tool: { ...post, repeatable: true }, answers: [answer(503)], requests: 1, outcome: 'failed' },
  ])('$tool, $answers: is $outcome behind $requests', async ({ tool, answers, requests, outcome }) => {
    const { result, sent } = await send(tool, answers);
    expect(result.outcome).toBe(outcome);
    expect(sent.map(({ key }) => key)).toEqual(Array.from({ length: requests }, () => 'use_1'));
  });

  it('is repeated in the time that is left', async () => {
    const { result, sent, pauses } = await send(get, [answer(503, 1_000), answer(200, 50)], 4_000);
    expect(sent.map(({ deadlineMs }) => deadlineMs)).toEqual([4_000, 2_700]);
    expect(pauses).toEqual([300]);
    expect(result.durationMs).toBe(1_350);
    expect((await send(get, [answer(503, 1_000)], 1_700)).sent).toHaveLength(1);
  });
});
