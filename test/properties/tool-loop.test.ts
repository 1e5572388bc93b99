import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCallWithTools } from '#test/properties/tool-loop/call-with-tools.ts';
import { expectNoDeadAir, expectOnce, expectOutcomes } from '#test/properties/tool-loop/expect-once.ts';
import { patience } from '#test/support/patience.ts';

/** RUNS=10000 for a long run, which takes seven minutes; CI plays fewer. */
const RUNS = Number(process.env['RUNS'] ?? 400);
const SEED = Number(process.env['SEED'] ?? 20_261_128);
/** Of the longest tool, its worker and its settlement. */
const SETTLED_MS = 400_000;

afterEach(() => void vi.unstubAllGlobals());

async function play(seed: number, hasFaults: boolean) {
  const held = await createCallWithTools(seed, hasFaults);
  vi.stubGlobal('setTimeout', held.setTimeout);
  vi.stubGlobal('clearTimeout', held.clearTimeout);
  const { chance, clock } = held;
  held.open();
  // The greeting is over.
  await held.passUntil(clock.now() + 6_000);
  for (let act = 0, most = chance.int(1, 5); act < most; act += 1) {
    if (hasFaults && chance.is(0.12)) held.reconnect();
    else if (hasFaults && chance.is(0.1)) held.cough();
    else held.say(chance.one(['Book it, please.', `Words ${act}.`]));
    // On a good day nobody talks over the assistant.
    if (!hasFaults) await held.untilQuiet();
    await held.passUntil(clock.now() + (chance.is(0.3) ? chance.int(50, 3_000) : chance.int(3_000, 25_000)));
  }
  await held.passUntil(clock.now() + SETTLED_MS);
  vi.unstubAllGlobals();
  return held;
}

describe.each([
  { name: 'with kills, doubles, lost connections and late queues', hasFaults: true },
  { name: 'on a good day', hasFaults: false },
])('a call with tools, $name', ({ hasFaults }) => {
  it(
    'has each effect once, and tells an outcome',
    async () => {
      let sent = 0;
      for (let run = 0; run < RUNS; run += 1) {
        const seed = SEED + run;
        const held = await play(seed, hasFaults);
        sent += held.received.length;
        try {
          expect(held.failures).toEqual([]);
          expectOnce(held);
          await expectOutcomes(held);
          if (!hasFaults) expectNoDeadAir(held);
        } catch (error) {
          const requests = held.received.map(({ tool, ...one }) => JSON.stringify({ tool: tool.name, ...one }));
          throw new Error(`SEED=${seed}\n${[...held.story, ...requests].join('\n')}`, { cause: error });
        }
      }
      expect(sent).toBeGreaterThan(RUNS);
    },
    patience(Math.max(60_000, RUNS * 100)),
  );
});
