import { createHash } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { table } from '#shared/container.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { useLocalStack, type ApiAnswer } from '#test/support/local-stack.ts';
import { createAssistant, listCalls, settledCall, timesDialled } from '#test/support/over-http.ts';

const running = useLocalStack();
const to = '+12025550150';

interface Started {
  message: string;
  call_id: number;
}

let assistantId = 0;

beforeAll(async () => void (assistantId = await createAssistant(running().api)));

const makeCall = (key: string) => {
  const body = { phone_number: to, assistant_id: assistantId };
  return running().api<Started>('POST', '/user/make_call', body, { 'idempotency-key': key });
};

const calls = async () => (await listCalls(running().api)).data.map(({ id }) => id);

const dialled = async (callId: number) => (await timesDialled(running(), [callId]))[0];

/** Whatever else was queued before it has been worked on too. */
const finished = (callId: number) => settledCall(running().api, callId);

/** The stack died after the call was made, before its answer was kept, longer ago than the lease. */
async function loseAnswer(key: string): Promise<void> {
  const keyHash = createHash('sha256').update(key).digest('base64url');
  await table().client.send(
    new UpdateCommand({
      TableName: table().tableName,
      Key: keys.idempotencyKey({ userId: 1, route: 'calls/make-call', keyHash }),
      UpdateExpression: 'SET answer = :none, leaseUntil = :past',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':none': null, ':past': Date.now() - 1 },
    }),
  );
}

function sortAnswers<Body>(answers: ApiAnswer<Body>[]) {
  const isReplay = ({ headers }: ApiAnswer<Body>) => headers.get('idempotent-replayed') === 'true';
  return {
    first: answers.filter((answer) => answer.status < 300 && !isReplay(answer)),
    replays: answers.filter((answer) => answer.status < 300 && isReplay(answer)),
    running: answers.filter(({ status }) => status === 409),
  };
}

describe('the same key twenty times at once', () => {
  it('makes one call: one first answer, nineteen replays or 409s', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => makeCall('twenty')));
    const { first, replays, running: waiting } = sortAnswers(answers);
    expect(first).toHaveLength(1);
    expect(replays.length + waiting.length).toBe(19);
    for (const { body } of replays) expect(body).toEqual(first[0]!.body);
    for (const { body, headers } of waiting) {
      const seconds = Number(headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(body).toEqual({ message: 'A request with this Idempotency-Key is still running.', retry_after: seconds });
    }
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(20);

    const callId = first[0]!.body.call_id;
    expect(await calls()).toEqual([callId]);
    await finished(callId);
    expect(await dialled(callId)).toBe(1);
    const repeat = await makeCall('twenty');
    expect(sortAnswers([repeat]).replays.map(({ body }) => body)).toEqual([first[0]!.body]);
  });
});

describe('a key whose run died before it answered', () => {
  it('finds the call that was made', async () => {
    const first = await makeCall('crash');
    const before = await calls();
    await loseAnswer('crash');
    const answers = await Promise.all(Array.from({ length: 5 }, () => makeCall('crash')));
    const answered = answers.filter(({ status }) => status !== 409);
    expect(answered.map(({ status, body }) => ({ status, body }))).toEqual(
      answered.map(() => ({ status: 200, body: first.body })),
    );
    expect((await makeCall('crash')).body).toEqual(first.body);
    expect(await calls()).toEqual(before);
    await finished(first.body.call_id);
    expect(await dialled(first.body.call_id)).toBe(1);
  });
});
