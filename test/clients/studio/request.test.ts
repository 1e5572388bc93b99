import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Key, mutation, refreshed, show } from '#clients/studio/src/service/request.ts';

function shown(key: Key, reload = vi.fn(async () => undefined)) {
  onTestFinished(show({ key, reload }));
  return reload;
}

describe('a mutation', () => {
  it('reads the queries of the page again whose keys begin with what it changes', async () => {
    const list = shown(['calls', 'list', { page: 1 }]);
    const one = shown(['calls', 7]);
    const other = shown(['campaigns']);
    const end = mutation({ changes: [['calls', 7]], send: async (id: number) => `ended ${id}` });
    expect(await end(7)).toBe('ended 7');
    expect([list, one, other].map((reload) => reload.mock.calls.length)).toEqual([0, 1, 0]);
    await mutation({ changes: [['calls']], send: async () => undefined })();
    expect([list, one, other].map((reload) => reload.mock.calls.length)).toEqual([1, 2, 0]);
  });

  it('reads them again after a failure, too: the work may be done', async () => {
    const reload = shown(['tokens']);
    const revoke = mutation({ changes: [['tokens']], send: () => Promise.reject(new Error('no answer')) });
    await expect(revoke()).rejects.toThrow('no answer');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('leaves a query alone that is not shown any more', async () => {
    const reload = vi.fn(async () => undefined);
    show({ key: ['leads'], reload })();
    await mutation({ changes: [['leads']], send: async () => undefined })();
    expect(reload).not.toHaveBeenCalled();
  });

  it('is shown when what it changed has been read', async () => {
    const read = Promise.withResolvers<undefined>();
    shown(
      ['usage'],
      vi.fn(() => read.promise),
    );
    await mutation({ changes: [['usage']], send: async () => undefined })();
    const first = (name: string, promise: Promise<unknown>) => promise.then(() => name);
    const settled = new Promise((done) => setImmediate(done));
    expect(await Promise.race([first('refreshed', refreshed()), first('still reading', settled)])).toBe(
      'still reading',
    );
    read.resolve(undefined);
    await refreshed();
  });
});
