import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { chooseFault } from '#infra/local/faults/choose-fault.ts';
import { chooseDelivery } from '#infra/local/faults/delivery-faults.ts';
import { type FaultName, type FaultSettings, readFaultSettings } from '#infra/local/faults/fault-settings.ts';

const settings = (changes: Partial<FaultSettings> = {}): FaultSettings => ({
  seed: 1,
  rate: 0.05,
  rates: {},
  slowMs: 0,
  ...changes,
});
const possible: readonly FaultName[] = ['throttled', 'conflict', 'answer lost'];
const choices = (of: FaultSettings, kind = 'table UpdateItem') =>
  Array.from({ length: 4000 }, (_, n) => chooseFault(of, kind, n, possible));
const share = (of: FaultSettings, fault: FaultName | undefined) =>
  choices(of).filter((chosen) => chosen === fault).length / 4000;

describe('the fault of a request', () => {
  it.each([
    { changes: {}, fault: 'conflict', expected: 0.05 },
    { changes: { rate: 0 }, fault: undefined, expected: 1 },
    { changes: { rates: { conflict: 0.5 } }, fault: 'conflict', expected: 0.5 },
    { changes: { rates: { conflict: 0 } }, fault: 'conflict', expected: 0 },
    { changes: { rate: 1 }, fault: 'throttled', expected: 1 },
  ] as const)('is $fault with a share of $expected for $changes', ({ changes, fault, expected }) => {
    expect(Math.abs(share(settings(changes), fault) - expected)).toBeLessThan(0.015);
  });

  it('depends on seed, kind and number only', () => {
    expect(choices(settings())).toEqual(choices(settings()));
    expect(choices(settings())).not.toEqual(choices(settings({ seed: 2 })));
    expect(choices(settings())).not.toEqual(choices(settings(), 'table PutItem'));
  });
});

describe('the fault of a delivery', () => {
  const rates = (name: FaultName) => settings({ rate: 0, rates: { [name]: 1 } });
  it.each([
    { name: 'delivered late', expected: { lateMs: expect.closeTo(1000, -3.5) } },
    { name: 'delivered twice', expected: { secondAfterMs: expect.closeTo(1000, -3.5) } },
    { name: 'killed', expected: { death: { atRequest: expect.any(Number), when: expect.any(String) } } },
  ] as const)('is «$name»', ({ name, expected }) => {
    const none = { fault: name, lateMs: 0, secondAfterMs: undefined, death: undefined };
    expect(chooseDelivery(rates(name), 'dial-calls', 7)).toEqual({ ...none, ...expected });
  });
});

describe('the setting FAULTS', () => {
  it.each([
    { text: 'seed=3,rate=0.05', expected: { seed: 3, rate: 0.05 } },
    { text: 'rate = 0.1', expected: { seed: 1, rate: 0.1 } },
  ])('$text', ({ text, expected }) => {
    expect(readFaultSettings(text).current()).toMatchObject(expected);
  });

  it.each(['rate=2', 'rat=0.1', 'seed=x'])('refuses %s', (text) => {
    expect(() => readFaultSettings(text)).toThrow(`FAULTS ${text}`);
  });

  it('names a file whose changes take effect at once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'faults-'));
    const file = join(folder, 'faults.json');
    await writeFile(file, '{"rate":0.05}');
    const source = readFaultSettings(file);
    expect(source.current().rate).toBe(0.05);
    await writeFile(file, '{"rate":0,"rates":{"killed":1}}');
    await vi.waitFor(() => expect(source.current()).toMatchObject({ rate: 0, rates: { killed: 1 } }));
    source.stop();
    await rm(folder, { recursive: true });
  });
});
