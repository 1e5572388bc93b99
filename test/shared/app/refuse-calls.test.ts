import { describe, expect, it } from 'vitest';
import { createMemoryLanguageModel, type ScriptedPart } from '#test/support/memory/platform.ts';
import { holdCall } from '#test/support/live-call.ts';

const wish: ScriptedPart = { kind: 'do_not_call' };

/** A call whose customer hangs up as soon as the assistant has begun to answer. */
async function holdShortCall(answer: ScriptedPart[], leadId: number | null = 6001) {
  const live = await holdCall({
    model: createMemoryLanguageModel([['One moment. ', () => hangUp(), ...answer]]),
    call: leadId === null ? {} : { leadId },
  });
  const hangUp = async () => live.socket.close(live.connectionId);
  const isListed = async () => {
    const call = await live.now();
    return live.doNotCall.has(live.key.userId, call?.clientPhoneNumber ?? '');
  };
  return { ...live, isListed };
}

describe('a customer who wants no more calls and hangs up', () => {
  it.each([
    { name: 'before the answer is through', answer: ['Of course. ', 'You will not hear from us again.', wish] },
    { name: 'and the model says nothing more', answer: [wish] },
  ])('is on the list, $name', async ({ answer }) => {
    const live = await holdShortCall(answer);
    await live.say('Never call me again.');
    await expect(live.isListed()).resolves.toBe(true);
    expect((await live.now())?.endedBy).toBeNull();
    expect(live.tokens()).toEqual(['One moment. ']);
  });

  it('is not on it when the model does not ask for that', async () => {
    const live = await holdShortCall(['Of course. ', 'Goodbye.']);
    await live.say('Fine.');
    await expect(live.isListed()).resolves.toBe(false);
  });

  it('is not answered any more in a call of no campaign', async () => {
    let isRead = false;
    const read = async () => void (isRead = true);
    const live = await holdShortCall(['Of course. ', read, 'Goodbye.'], null);
    await live.say('Never call me again.');
    expect(isRead).toBe(false);
  });
});
