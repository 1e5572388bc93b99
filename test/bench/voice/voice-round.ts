import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { startLocalStack } from '#infra/local/compose/local-stack.ts';
import { createDemoApi } from '#infra/local/rehearsal/demo-api.ts';
import { topUp } from '#shared/accounts/users.ts';
import { users, wallets } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { ids } from '#shared/platform/ids.ts';
import { SimulatedCall } from '#test/bench/voice/read-call.ts';
import { sourceInThreads } from '#test/bench/voice/source-in-threads.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { numberLike } from '#test/support/many-numbers.ts';

/**
 * A stack in a process of its own, with a number of calls at once. Says over IPC where its gateway is, waits for the
 * word, makes the calls, and hands over what the carrier simulator saw of them.
 */
const { modelUrl, postsUrl, calls, speed } = v.parse(
  v.pipe(
    v.string(),
    v.parseJson(),
    v.object({ modelUrl: v.string(), postsUrl: v.string(), calls: v.number(), speed: v.number() }),
  ),
  process.argv[2],
);
/** Calls begin one after the other, as they do, so that their turns are spread. */
const APART_MS = 150;
/** Every fifth customer interrupts; the others talk along. */
const [TALKER, INTERRUPTER] = ['+12025550100', '+12025550156'] as const;
const numberOf = (index: number) => numberLike(index % 5 === 4 ? INTERRUPTER : TALKER, index);

const stack = await startLocalStack({
  source: await sourceInThreads(),
  simulatorSpeed: speed,
  developer: { OPENAI_BASE_URL: modelUrl, CARRIER_CALLS_PER_SECOND: '1000' },
});
process.env['SOCKET_MANAGEMENT_URL'] = `${postsUrl}/voice`;
await sendToParent({ origin: stack.origin });
try {
  const user = stack.address.users[0]!;
  await topUp(
    { userId: user.id, amount: 900_000_000_000, note: 'bench' },
    { users: users(), wallets: wallets(), clock: clock(), ids: ids() },
  );
  const api = createDemoApi(stack.address.base_url, user.token);
  const assistantId = await api.createAssistant(
    assistantRequest({
      llm_model: 'gpt-4.1-mini',
      initial_message: 'Hello, do you have a minute?',
      system_prompt: 'CALL {tag} of the bench.',
      end_call_tool: null,
      post_call_evaluation: false,
      filler_audios: false,
      max_call_duration: 300,
    }),
  );
  // The first turn of a process loads the model's library, which is what «cold» measures.
  await api.makeCall({ phone_number: numberOf(0), assistant_id: assistantId, variables: { tag: 'warm' } });
  await allFinished(1);
  const tags = new Map<number, string>();
  await Promise.all(
    Array.from({ length: calls }, async (_, index) => {
      await sleep(index * APART_MS);
      const tag = `t${index}`;
      const body = { phone_number: numberOf(index), assistant_id: assistantId, variables: { tag } };
      tags.set((await api.makeCall(body)).callId, tag);
    }),
  );
  const seen = await allFinished(calls + 1);
  await sendToParent({ calls: seen.flatMap((call) => ({ ...call, tag: tags.get(call.callId) ?? 'warm' })) });
} finally {
  await stack.stop();
}

async function allFinished(count: number) {
  const { base_url: baseUrl, simulator_url: simulatorUrl, users } = stack.address;
  const headers = { authorization: `Bearer ${users[0]?.token}` };
  const Seen = v.object({
    calls: v.array(v.object({ ...SimulatedCall.entries, parameters: v.record(v.string(), v.unknown()) })),
  });
  const deadline = Date.now() + 180_000;
  for (;;) {
    await sleep(2000);
    if (Date.now() > deadline) throw new Error(`${count} calls have not ended`);
    // All frames of all calls are megabytes, and reading them delays the turns.
    const me: unknown = await (await fetch(`${baseUrl}/user/me`, { headers })).json();
    if (v.parse(v.object({ calls_now: v.number() }), me).calls_now > 0) continue;
    const answer: unknown = await (await fetch(`${simulatorUrl}/_simulator/calls`)).json();
    const found = v.parse(Seen, answer).calls;
    if (found.length >= count && found.every(({ finished }) => finished)) {
      return found.map(({ parameters, ...call }) => ({ ...call, callId: callIdOf(parameters) }));
    }
  }
}

/** Our id of the call, from the address that the carrier was told to ask for instructions. */
function callIdOf(parameters: Record<string, unknown>): number {
  return Number(/calls\/\d+\/(?<id>\d+)\//.exec(JSON.stringify(parameters))?.groups?.['id']);
}

function sendToParent(message: object): Promise<void> {
  return new Promise((resolve, reject) =>
    process.send!(message, undefined, {}, (error: Error | null) => (error ? reject(error) : resolve())),
  );
}
