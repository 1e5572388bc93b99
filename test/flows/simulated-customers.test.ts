import { expect, it } from 'vitest';
import { describeCustomers, spoken, talkers } from '#test/flows/simulated-customers.ts';
import { useLocalStack } from '#test/support/local-stack.ts';
import { patience } from '#test/support/patience.ts';

// Words that are on their way when a customer interrupts are heard and not noted; a busy machine is a slow line.
const running = useLocalStack({ simulatorSpeed: 10 });
const { records, recordOf, callOf } = describeCustomers(running, {}, patience(180_000));

it.each(talkers)('a customer who $does has every word in the transcript, as it was heard', async ({ number }) => {
  // Each side by itself: words on their way when the other side begins are heard after it, and noted before;
  // test/properties/turn-engine.test.ts holds the order.
  const wordsOf = (lines: string[]) =>
    ['Assistant:', 'Customer:'].map((who) =>
      lines.filter((line) => line.startsWith(who)).flatMap((line) => line.split(/\s+/).slice(1)),
    );
  expect(wordsOf(recordOf(number).transcript.split('\n'))).toEqual(wordsOf(spoken(await callOf(number))));
});

it('the balance is 100 minus the sum of the costs', async () => {
  const total = [...records().values()].reduce((sum, call) => sum + Math.round(call.total_cost * 1e6), 0);
  const { wallets } = await import('#shared/container.ts');
  expect(await wallets().get(1)).toEqual({ balance: 100_000_000 - total, available: 100_000_000 - total });
  const ledger = await wallets().ledger(1);
  expect(ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(100_000_000 - total);
});
