import { describe, expect, it } from 'vitest';
import { checkCall } from '#shared/call-life/call-watchdog.ts';
import { endReasonOf } from '#shared/calls/call-end.ts';
import type { Call } from '#shared/calls/call.ts';
import { startWebCall } from '#shared/web-calls/start-web-call.ts';
import { buildAssistant } from '#test/support/builders.ts';
import { webCallScene } from '#test/support/in-memory/service.ts';
import { createMemoryCarrier } from '#test/support/memory/carrier.ts';
import { createMemoryConversationStore } from '#test/support/memory/conversations.ts';

async function settleFree({ calls }: ReturnType<typeof webCallScene>, { userId, id: callId, hold }: Call) {
  const key = { userId, callId };
  await calls.change(key, { status: 'failed' }, 0);
  const body = { variables: {}, turns: [], evaluation: {}, webhookResponse: null };
  await calls.settle({ key, status: 'failed', carrierCost: 0, totalCost: 0, hold, entry: null, body, at: 0 });
}

const input = { userId: 7, assistantId: 2001, variables: { shop: 'Main St' } };

describe('a web call is started', () => {
  it('is stored with its hold at the rates of web calls, and counts as a conversation where these are limited', async () => {
    const { deps, calls, timer } = webCallScene({ atOnce: { total: 9 } });
    const { call, pass } = await startWebCall(input, deps);
    // 600 s: 600 × 0.001 for the assistant and 10 × 0.004 for the carrier.
    expect(call).toMatchObject({ type: 'web', status: 'initiated', hold: 640_000 });
    expect(calls.line.live).toEqual([{ userId: 7, callId: call.id, shard: call.liveShard }]);
    expect(pass.accessToken).toBe(`pass-7-${call.id}`);
    expect(calls.state.wallets.get(7)?.available).toBe(10_000_000 - 640_000);
    expect(await calls.getConfiguration({ userId: 7, callId: call.id })).toMatchObject({
      variables: { shop: 'Main St' },
    });
    expect(timer.timers).toMatchObject([{ queue: 'check-call', message: { callId: call.id, waitedSeconds: 90 } }]);
  });

  it.each([
    ['without web calls in the deployment', { isOff: true }, 'web_calls_not_set_up'],
    ['with an assistant that is not active', { assistant: { status: 'inactive' } }, 'validation_failed'],
    ['without money', { available: 1000 }, 'insufficient_balance'],
    ['of a stage that is full', { atOnce: { total: 0 } }, 'too_many_conversations'],
    ['of a user who has enough', { atOnce: { perUser: 0 } }, 'too_many_conversations'],
  ] as const)('is refused %s, and nothing is stored', async (_, parts, code) => {
    const { deps, calls, timer } = webCallScene(parts);
    await expect(startWebCall(input, deps)).rejects.toMatchObject({ code });
    expect([calls.line.live, timer.timers]).toEqual([[], []]);
  });

  it.each([
    ['another user', { ...input, userId: 8 }],
    ['no assistant', { ...input, assistantId: 1 }],
  ])('is refused for %s', async (_, asked) => {
    await expect(startWebCall(asked, webCallScene().deps)).rejects.toMatchObject({ code: 'assistant_not_found' });
  });
});

describe('the limits of conversations', () => {
  /** With money for more calls than that. */
  const rich = { ...buildAssistant().widgetSettings, max_spend_per_hour: 100, max_spend_per_day: 100 };
  let address = 0;
  const byWidget = {
    ...input,
    get visitor() {
      return `visitor-${(address += 1)}`;
    },
  };
  const startSome = async (
    count: number,
    asked: typeof byWidget | typeof input,
    scene: ReturnType<typeof webCallScene>,
  ) => {
    for (let started = 0; started < count; started += 1) await startWebCall(asked, scene.deps);
  };
  const refusal = { code: 'too_many_conversations', retryAfterSeconds: 10 };

  it.each([
    ['all users together', input, { atOnce: { total: 3 } }, 3],
    ['one user', input, { atOnce: { perUser: 2 } }, 2],
    ['a widget', byWidget, { assistant: { widgetSettings: rich } }, 5],
    ['a widget whose settings say so', byWidget, { assistant: { widgetSettings: { ...rich, calls_at_once: 6 } } }, 6],
  ] as const)('hold for %s, and the next call may begin when one has ended', async (_, asked, parts, most) => {
    const scene = webCallScene(parts);
    await startSome(most - 1, asked, scene);
    const { call } = await startWebCall(asked, scene.deps);
    await expect(startWebCall(asked, scene.deps)).rejects.toMatchObject(refusal);
    await scene.calls.endConversation(call);
    await settleFree(scene, call);
    await expect(startWebCall(asked, scene.deps)).resolves.toBeDefined();
  });

  it('of a widget do not bind its user', async () => {
    const scene = webCallScene({ assistant: { widgetSettings: rich } });
    await startSome(5, byWidget, scene);
    await expect(startWebCall(input, scene.deps)).resolves.toBeDefined();
  });
});

describe('a web call that no page begins', () => {
  it.each([1, 20])('expires after 90 seconds, %i times as fast, and costs nothing', async (timeScale) => {
    const scene = webCallScene({ timeScale });
    const { call } = await startWebCall(input, scene.deps);
    const [watchdog] = scene.timer.timers;
    expect(watchdog!.dueAt - scene.clock.now()).toBe(90_000);
    const message = { userId: 7, callId: call.id, waitedSeconds: 90 * timeScale };
    await checkCall(message, {
      ...scene.deps,
      carrier: () => createMemoryCarrier(),
      conversations: createMemoryConversationStore(),
    });
    const over = await scene.calls.get({ userId: 7, callId: call.id });
    expect(over).toMatchObject({ status: 'failed', notDialled: 'expired', totalCost: 0 });
    expect(endReasonOf(over!)).toBe('expired');
    expect(scene.queue.sent).toMatchObject([{ queue: 'finish-call', message: { callId: call.id } }]);
  });
});
