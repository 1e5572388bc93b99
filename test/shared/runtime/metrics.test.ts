import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { metrics } from '#shared/runtime/metrics.ts';

let write: MockInstance<typeof process.stdout.write>;
beforeEach(() => void (write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)));
afterEach(() => write.mockRestore());

const printed = () => JSON.parse(String(write.mock.calls[0]?.[0])) as Record<string, unknown>;

/** The one line that CloudWatch reads, without its time. */
const directive = (name: string, unit: string, dimensions: string[][]) => ({
  Timestamp: expect.any(Number) as number,
  CloudWatchMetrics: [{ Namespace: 'Ringback', Dimensions: dimensions, Metrics: [{ Name: name, Unit: unit }] }],
});

describe('metrics in the embedded format', () => {
  it.each([
    ['one without dimensions', 'CallAccepted', undefined, undefined, [[]], 1],
    [
      'with dimensions and, for alarms, without them',
      'CallFinished',
      { status: 'busy' },
      undefined,
      [[], ['status']],
      1,
    ],
    ['amounts', 'MoneyHeld', {}, 2.5, [[]], 2.5],
  ] as const)('counts %s', (_, name, dimensions, amount, levels, value) => {
    metrics.count(name, dimensions, amount);
    const line = { _aws: directive(name, 'Count', levels as unknown as string[][]), ...dimensions, [name]: value };
    expect(printed()).toEqual(line);
  });

  it('measures milliseconds', () => {
    metrics.duration('ModelLatency', 431, { model: 'gpt-4.1' });
    expect(printed()).toEqual({
      _aws: directive('ModelLatency', 'Milliseconds', [[], ['model']]),
      model: 'gpt-4.1',
      ModelLatency: 431,
    });
  });
});
