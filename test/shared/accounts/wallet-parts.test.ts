import { array, assert, double, integer, nat, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addUpParts, MAX_PARTS, planChange, planGrowth, type PartChange } from '#shared/accounts/wallet-parts.ts';

const part = (available: number, { balance = available, leased = 0 } = {}) => ({
  balance,
  available,
  leased,
  watermark: 0,
});
const spend = (amount: number) => ({ balance: -amount, available: -amount });

describe('who pays', () => {
  it.each([
    { case: 'the preferred part has the money', money: [0, 5], preferred: 1, parts: [1] },
    { case: 'a rich part lends half of it', money: [100, 0], preferred: 1, parts: [1, 0] },
    { case: 'a part that has little more pays itself', money: [6, 0], preferred: 1, parts: [0] },
    { case: 'no part has enough, all have', money: [2, 1, 2], preferred: 1, parts: [0, 2, 1] },
    { case: 'the preferred part does not exist', money: [5], preferred: 3, parts: [0] },
  ])('$case: $parts', ({ money, preferred, parts }) => {
    const changes = planChange(
      money.map((available) => part(available)),
      preferred,
      spend(5),
      () => 0,
    );
    expect(changes?.map((change) => change.part)).toEqual(parts);
  });

  it('is no part if all together have too little', () => {
    expect(planChange([part(2), part(2)], 0, spend(5), () => 0)).toBeUndefined();
  });
});

describe('what any plan keeps', () => {
  const parts = array(record({ available: nat(1_000), held: nat(1_000), leased: integer() }), {
    minLength: 1,
    maxLength: MAX_PARTS,
  });
  const stored = (of: ReadonlyArray<{ available: number; held: number; leased: number }>) => {
    const loans = of.slice(1).map(({ leased }) => leased);
    const leased = [-loans.reduce((sum, one) => sum + one, 0), ...loans];
    return of.map(({ available, held }, index) =>
      part(available, { balance: available + held - (leased[index] ?? 0), leased: leased[index] ?? 0 }),
    );
  };
  const apply = (before: ReturnType<typeof stored>, changes: readonly PartChange[]) =>
    Array.from({ length: Math.max(before.length, ...changes.map(({ part: index }) => index + 1)) }, (_, index) => {
      const own = changes.filter((change) => change.part === index);
      const { balance, available, leased } = before[index] ?? part(0);
      const sum = (of: (change: PartChange) => number) => own.reduce((total, change) => total + of(change), 0);
      return {
        ...part(available + sum((change) => change.available)),
        balance: balance + sum((change) => change.balance),
        leased: leased + sum((change) => change.leased),
      };
    });

  it('the amount is spent once, no part is below zero, and a refusal means that there is not enough', () => {
    assert(
      property(
        parts,
        nat(MAX_PARTS),
        integer({ min: 1, max: 4_000 }),
        double({ min: 0, max: 0.999 }),
        (of, preferred, amount, at) => {
          const before = stored(of);
          const total = addUpParts(before);
          const plan = planChange(before, preferred, spend(amount), () => at);
          expect(plan !== undefined).toBe(total.available >= amount);
          if (!plan) return;
          const after = apply(before, plan);
          expect(Math.min(...after.map(({ available }) => available))).toBeGreaterThanOrEqual(0);
          expect(addUpParts(after)).toEqual({ balance: total.balance - amount, available: total.available - amount });
          expect(after.reduce((sum, { leased }) => sum + leased, 0)).toBe(0);
        },
      ),
    );
  });

  it('growth changes no sum', () => {
    assert(
      property(parts, (of) => {
        const before = stored(of);
        const growth = planGrowth(before);
        if (!growth) return;
        const after = apply(before, [growth.from, ...growth.added]);
        expect(after.length).toBeLessThanOrEqual(MAX_PARTS);
        expect(addUpParts(after)).toEqual(addUpParts(before));
      }),
    );
  });

  it('a loan that was seen at one end only changes no sum', () => {
    const [before, after] = [part(100), part(40, { balance: 100, leased: -60 })];
    const borrower = part(60, { balance: 0, leased: 60 });
    const wallet = { balance: 100, available: 100 };
    expect(addUpParts([after, borrower])).toEqual(wallet);
    expect(addUpParts([before, borrower])).toEqual(wallet);
    expect(addUpParts([after, part(0)])).toEqual(wallet);
  });
});
