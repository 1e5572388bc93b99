import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PageVisibility, startPolling, waitAfterFailures } from '#clients/studio/src/service/poller.ts';

function fakePage() {
  const listeners = new Set<() => void>();
  const page = {
    hidden: false,
    addEventListener: (_type: string, listener: () => void) => void listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => void listeners.delete(listener),
    show(isShown: boolean) {
      page.hidden = !isShown;
      for (const listener of listeners) listener();
    },
    listeners,
  };
  return page satisfies PageVisibility;
}

const fail = (error: unknown): never => {
  throw error;
};

describe('polling', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

  it('looks at once, waits as long as the look says, and ends when it says nothing', async () => {
    const waits = [500, 500, undefined];
    const look = vi.fn<() => Promise<number | undefined>>(async () => waits.shift());
    startPolling({ look, onFailure: fail, page: fakePage() });
    await pass(0);
    expect(look).toHaveBeenCalledTimes(1);
    await pass(499);
    expect(look).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(look).toHaveBeenCalledTimes(2);
    await pass(60_000);
    expect(look).toHaveBeenCalledTimes(3);
  });

  it('does not look while the page is hidden, and looks at once when it is shown', async () => {
    const page = fakePage();
    const look = vi.fn<() => Promise<number>>(async () => 1000);
    startPolling({ look, onFailure: fail, page });
    await pass(0);
    page.show(false);
    await pass(60_000);
    expect(look).toHaveBeenCalledTimes(1);
    page.show(true);
    await pass(0);
    expect(look).toHaveBeenCalledTimes(2);
  });

  it('ends for good when the page is shown again after the last look', async () => {
    const page = fakePage();
    const look = vi.fn<() => Promise<undefined>>(async () => undefined);
    startPolling({ look, onFailure: fail, page });
    await pass(0);
    page.show(false);
    page.show(true);
    await pass(60_000);
    expect(look).toHaveBeenCalledTimes(1);
  });

  it('looks less often while it fails, and as before when it succeeds', async () => {
    let isBroken = true;
    const look = vi.fn<() => Promise<number>>(() =>
      isBroken ? Promise.reject(new Error('gone')) : Promise.resolve(200),
    );
    const onFailure = vi.fn<(error: unknown) => boolean>(() => true);
    startPolling({ look, onFailure, page: fakePage() });
    await pass(0);
    await pass(1000);
    await pass(1999);
    expect([look.mock.calls.length, onFailure.mock.calls.length]).toEqual([2, 2]);
    await pass(1);
    expect(look).toHaveBeenCalledTimes(3);
    isBroken = false;
    await pass(4000);
    await pass(200);
    expect(look).toHaveBeenCalledTimes(5);
  });

  it('ends at a failure that will not pass', async () => {
    const look = vi.fn<() => Promise<number>>(() => Promise.reject(new Error('refused')));
    startPolling({ look, onFailure: () => false, page: fakePage() });
    await pass(60_000);
    expect(look).toHaveBeenCalledTimes(1);
  });

  it('looks once in a page that is hidden from the start', async () => {
    const page = fakePage();
    page.show(false);
    const look = vi.fn<() => Promise<number>>(async () => 1000);
    startPolling({ look, onFailure: fail, page });
    await pass(60_000);
    expect(look).toHaveBeenCalledTimes(1);
  });

  it('is silent after its end, also about a look that is under way', async () => {
    const page = fakePage();
    const onFailure = vi.fn<(error: unknown) => boolean>(() => true);
    const look = (signal: AbortSignal) =>
      new Promise<number>((_, fail) => signal.addEventListener('abort', () => fail(new Error('ended'))));
    const end = startPolling({ look, onFailure, page });
    await pass(0);
    end();
    await pass(60_000);
    expect(onFailure).not.toHaveBeenCalled();
    expect(page.listeners.size).toBe(0);
  });

  it.each([
    [1, 1000],
    [2, 2000],
    [5, 16_000],
    [6, 30_000],
    [90, 30_000],
  ])('waits after %s failures %s ms', (failures, wait) => expect(waitAfterFailures(failures)).toBe(wait));
});
