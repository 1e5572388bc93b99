import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { metrics } from '#shared/platform/observability/telemetry.ts';

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
  it('counts one without dimensions', () => {
    metrics.count('CallAccepted');
    expect(printed()).toEqual({ _aws: directive('CallAccepted', 'Count', [[]]), CallAccepted: 1 });
  });

  it('counts with dimensions and, for alarms, without them', () => {
    metrics.count('CallFinished', { status: 'busy' });
    expect(printed()).toEqual({
      _aws: directive('CallFinished', 'Count', [[], ['status']]),
      status: 'busy',
      CallFinished: 1,
    });
  });

  it('counts amounts', () => {
    metrics.count('MoneyHeld', {}, 2.5);
    expect(printed()).toMatchObject({ MoneyHeld: 2.5 });
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
