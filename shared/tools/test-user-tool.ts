import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { AppError, invalidFields } from '#shared/platform/errors.ts';
import { keyValues, objectOf, optional, smallKeyValues } from '#shared/platform/http/fields.ts';
import { plainText, wholeNumber } from '#shared/platform/http/record-fields.ts';
import { perMinute, secondsUntilRoom, type RateStore } from '#shared/platform/rate-limit.ts';
import type { Secrets } from '#shared/platform/secrets.ts';
import { readHeaders, requireTool } from '#shared/tools/manage-user-tools.ts';
import { sendToolRequest, type SendToolDeps } from '#shared/tools/send-tool-request.ts';
import { buildToolRequest, type ToolRequest } from '#shared/tools/tool-request.ts';
import { maskValue } from '#shared/tools/tool-secrets.ts';
import { toolMethods, type UserToolStore } from '#shared/tools/user-tool.ts';

export interface TestToolDeps extends SendToolDeps {
  userTools: UserToolStore;
  secrets: Pick<Secrets, 'get' | 'getLive' | 'match'>;
  rates: RateStore;
}

export const TestToolBody = objectOf({ arguments: optional(keyValues()), variables: optional(smallKeyValues()) });

export const TestedTool = v.pipe(
  v.strictObject({
    status: v.pipe(
      v.nullable(wholeNumber(200)),
      v.description('The status of HTTP. It is null if there was no answer.'),
    ),
    body: v.pipe(plainText('{"slots":["10:00"]}'), v.description('The first 64 KB of the answer.')),
    duration_ms: wholeNumber(182),
    request: v.pipe(
      v.strictObject({
        method: v.picklist(toolMethods),
        url: plainText('https://example.com/slots?day=Tuesday'),
        headers: v.pipe(v.record(v.string(), v.string()), v.examples([{ Authorization: '••••9f3a' }])),
        body: plainText('{"day":"Tuesday"}'),
      }),
      v.title('ToolRequest'),
      v.description('What was sent. The values of headers are masked.'),
    ),
    result: v.pipe(
      plainText('{"slots":["10:00"]}'),
      v.description('What a model would be told: filtered, shortened, and without sensitive values.'),
    ),
    variables: v.pipe(
      v.record(v.string(), v.unknown()),
      v.examples([{ slot: '10:00' }]),
      v.description('The variables that `assignments` found in the answer.'),
    ),
    problem: v.pipe(v.nullable(plainText('no answer within 10 s')), v.description('Why there was no answer.')),
  }),
  v.title('TestedTool'),
);
export type TestedTool = v.InferOutput<typeof TestedTool>;

interface TestToolInput {
  userId: number;
  toolId: number;
  args: Record<string, unknown>;
  variables: Record<string, unknown>;
}

export const TESTS_PER_MINUTE = 30;
export const TESTS_AT_ONCE = 10;
const LIMIT = perMinute(TESTS_PER_MINUTE, TESTS_AT_ONCE);
/** API Gateway waits for 29 s. */
const LONGEST_MS = 22_000;

/** Without a call, and without charge. @throws AppError tool_not_found; too_many_requests; validation_failed on `arguments` */
export async function testUserTool(input: TestToolInput, deps: TestToolDeps): Promise<TestedTool> {
  const { userId, toolId, args, variables } = input;
  const tool = await requireTool(userId, toolId, deps);
  await takeTest(userId, deps);
  const built = buildToolRequest(tool, { args, variables, secrets: await readHeaders(tool, deps) });
  if (built.kind === 'refused') throw invalidFields({ arguments: [built.problem] });
  const { request } = built;
  const sent = { tool, request, id: `tool_test_${randomUUID()}`, limitMs: LONGEST_MS };
  const { status = null, body, durationMs, told, variables: found, problem = null } = await sendToolRequest(sent, deps);
  return {
    status,
    body,
    duration_ms: durationMs,
    request: { ...request, headers: masked(request.headers) },
    result: told,
    variables: found,
    problem,
  };
}

async function takeTest(userId: number, { rates, clock }: Pick<TestToolDeps, 'rates' | 'clock'>): Promise<void> {
  const now = clock.now();
  const { isAllowed, fullAt } = await rates.take(`TOOL_TEST#${userId}`, LIMIT, now);
  if (!isAllowed) throw new AppError('too_many_requests', { retryAfterSeconds: secondsUntilRoom(fullAt, LIMIT, now) });
}

const masked = (headers: ToolRequest['headers']) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, maskValue(value)]));
