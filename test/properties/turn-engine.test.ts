import { assert as assertProperty, asyncProperty, scheduler } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useCallTimers } from '#test/properties/turn-engine/call-timers.ts';
import { act, answers, steps } from '#test/properties/turn-engine/customer-steps.ts';
import { expectKeys, expectSoundCall, finish } from '#test/properties/turn-engine/expect-sound-call.ts';
import { holdConversation } from '#test/properties/turn-engine/hold-conversation.ts';

const RUNS = Number(process.env['RUNS'] ?? 120);
const SEED = Number(process.env['SEED'] ?? 20_261_121);

useCallTimers();

const fillerConfig = { neutral: ['Hm.', 'One moment please.'], negative: [], positive: [], question: [] };

describe.each([
  { name: 'that is interrupted by any voice', assistant: {} },
  { name: 'that is not interrupted', assistant: { allowInterruptions: false } },
  { name: 'that counts words', assistant: { minInterruptWords: 3 } },
  { name: 'that says fillers', assistant: { fillers: true, fillerConfig } },
  { name: 'that counts words and says fillers', assistant: { minInterruptWords: 3, fillers: true, fillerConfig } },
])('an assistant $name', ({ assistant }) => {
  it('notes what was heard, never talks over itself and ends the call once, whatever comes in between', async () => {
    let compared = 0;
    let refused = 0;
    let connectedAgain = 0;
    await assertProperty(
      asyncProperty(scheduler(), steps, answers, async (order, customer, parts) => {
        const held = await holdConversation(order, parts, assistant);
        held.open();
        try {
          for (const one of customer) {
            held.pass(one.pass);
            if (!held.line.isOpen()) break;
            await act(one, held);
            await order.waitNext(Math.min(one.tasks, order.count()));
          }
          await held.settle();
          await expectKeys(held);
          await finish(held);
          const { isCompared, isRefused } = await expectSoundCall(held);
          compared += isCompared ? 1 : 0;
          refused += isRefused ? 1 : 0;
          connectedAgain += held.connections() - 1;
        } catch (error) {
          throw new Error(`after\n${held.story.join('\n')}\n`, { cause: error });
        }
      }),
      { numRuns: RUNS, seed: SEED },
    );
    expect(compared).toBeGreaterThan(RUNS * 0.6);
    expect(refused).toBeGreaterThan(RUNS * 0.02);
    expect(connectedAgain).toBeGreaterThan(RUNS * 0.1);
  });
});
