import { array, assert as assertProperty, asyncProperty, boolean, constantFrom } from 'fast-check';
import { expect, it } from 'vitest';
import { callEvents, createStormyCall, runChecks, SECONDS } from '#test/properties/callback-storm.ts';
import { propertySeed } from './seed.ts';

const RUNS = Number(process.env['RUNS'] ?? 200);

const directions = constantFrom('inbound', 'outbound');
const ends = constantFrom('completed', 'busy', 'no-answer', 'canceled', 'failed', 'unknown');

it('closes every call as the carrier has recorded it, whatever is lost, repeated and out of order', async () => {
  const property = asyncProperty(
    directions,
    ends,
    array(constantFrom(...callEvents), { maxLength: 14 }),
    array(boolean(), { maxLength: 6 }),
    async (type, end, events, failures) => {
      const call = await createStormyCall(type, end);
      for (const event of events) await call.send(event);
      await expect(runChecks(call, failures)).resolves.toEqual([]);
      const { status, durationSeconds } = (await call.now())!;
      const expected = end === 'completed' ? [['ended'], SECONDS] : [['failed', 'busy', 'no-answer'], 0];
      expect(expected).toEqual([expect.arrayContaining([status]), durationSeconds]);
      expect(call.queue.sent.map(({ queue }) => queue)).toContain('finish-call');
    },
  );
  await assertProperty(property, { numRuns: RUNS, seed: propertySeed });
});
