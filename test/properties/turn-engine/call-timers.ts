import { AsyncResource } from 'node:async_hooks';
import { afterEach, beforeEach, vi } from 'vitest';

/** Timers run out when the test lets time pass, each on behalf of the run that has set it. */
export function useCallTimers(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const later = globalThis.setTimeout;
    vi.stubGlobal('setTimeout', (act: () => void, milliseconds: number) =>
      later(AsyncResource.bind(act), milliseconds),
    );
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
}
