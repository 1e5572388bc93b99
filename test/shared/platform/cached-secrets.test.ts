import { expect, it } from 'vitest';
import { createCachedSecrets, SECRET_CACHE_MS } from '#shared/platform/secrets.ts';
import { createFixedClock } from '#test/support/fakes.ts';

function setup(load: (reads: number) => string = (reads) => `value ${reads}`) {
  let reads = 0;
  const clock = createFixedClock();
  const secrets = createCachedSecrets(async () => load((reads += 1)), clock);
  return { clock, get: () => secrets.get('twilio-auth-token') };
}

it('reads a value once in five minutes', async () => {
  const { clock, get } = setup();
  await expect(Promise.all([get(), get()])).resolves.toEqual(['value 1', 'value 1']);
  clock.move(SECRET_CACHE_MS - 1);
  await expect(get()).resolves.toBe('value 1');
});

it('picks up a rotated value after five minutes', async () => {
  const { clock, get } = setup();
  await get();
  clock.move(SECRET_CACHE_MS);
  await expect(get()).resolves.toBe('value 2');
});

it('reads again after a read that failed', async () => {
  const { get } = setup((reads) => {
    if (reads === 1) throw new Error('throttled');
    return `value ${reads}`;
  });
  await expect(get()).rejects.toThrow('throttled');
  await expect(get()).resolves.toBe('value 2');
});
